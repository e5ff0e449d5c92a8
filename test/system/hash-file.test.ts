// Against the published digests of FIPS 180-2's examples.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hashFile } from "../../src/system/hash-file.ts";

function fileOf(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), "context-broker-hash-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "file");
  writeFileSync(file, content);
  return file;
}

test.each([
  { name: "nothing", content: "", sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
  { name: "abc", content: "abc", sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
  {
    name: "a million times a",
    content: "a".repeat(1_000_000),
    sha256: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
  },
])("$name", async ({ content, sha256 }) => {
  expect(await hashFile(fileOf(content))).toEqual({ bytes: content.length, sha256 });
});

test("a longer file than one step gives the digest of all of it", async () => {
  const [short, long] = [
    await hashFile(fileOf("x".repeat(1 << 20))),
    await hashFile(fileOf("x".repeat((1 << 20) + 1))),
  ];
  expect(long.bytes).toBe((1 << 20) + 1);
  expect(long.sha256).not.toBe(short.sha256);
});

test("a file that is not there rejects with its error", async () => {
  await expect(hashFile(join(tmpdir(), "context-broker-none"))).rejects.toMatchObject({ code: "ENOENT" });
});
