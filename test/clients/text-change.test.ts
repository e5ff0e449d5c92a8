// What a planned change does to files as people have them: links, files that are none, and such that cannot be written.
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { planTextChange, type Refuse, writeTextChange } from "../../src/clients/text-change.ts";
import { Failure } from "../../src/vocabulary/failure.ts";
import { temporaryFolder } from "../support/folder-corpus.ts";

const refuse: Refuse = (why, code = "INVALID_INPUT") => new Failure(code, why, { hint: "" });

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

describe("a file that cannot be changed is refused", () => {
  it.each([
    ["a folder", (file: string) => mkdirSync(file), "is not a file"],
    [
      "a link to nothing",
      (file: string) => symlinkSync("nowhere/a.json", file),
      "is a link to a file that is not there",
    ],
    [
      "a link to itself",
      (file: string) => symlinkSync("a.json", file),
      "cannot be read: too many links lead to one another",
      "STORAGE_UNAVAILABLE" as const,
    ],
    ["bytes that are no UTF-8", (file: string) => writeFileSync(file, Buffer.from([0xff])), "is not UTF-8"],
  ])("%s", (_, make, why, code?: "STORAGE_UNAVAILABLE") => {
    const file = join(folder.path, "a.json");
    make(file);
    expect(() => planTextChange(file, () => "x", refuse)).toThrow(refuse(why, code));
  });

  it.each([
    ["EACCES", "permission is denied"],
    ["EROFS", "the file system is read-only"],
    ["ENOSPC", "the disk is full"],
  ])("one whose folder answers %s", async (code, reason) => {
    const file = join(folder.path, "a.json");
    writeFileSync(file, "a");
    const change = planTextChange(file, () => "b", refuse);
    const fails = async () => {
      throw Object.assign(new Error(code), { code });
    };
    await expect(writeTextChange(change, 0o600, refuse, fails)).rejects.toThrow(
      refuse(`cannot be written: ${reason}`, "STORAGE_UNAVAILABLE"),
    );
  });
});

it.each(["b", ""])("a link stays, and what it leads to becomes %j", async (after) => {
  const [file, link] = [join(folder.path, "dotfiles.json"), join(folder.path, "a.json")];
  writeFileSync(file, "a");
  symlinkSync("dotfiles.json", link);
  await writeTextChange(
    planTextChange(link, () => after, refuse),
    0o600,
    refuse,
  );
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(file, "utf8")).toBe(after);
});

const diffOf = (file: string) => planTextChange(file, () => "a\n", refuse).diff;

describe("the difference of a new file", () => {
  it.each([
    ["/home/ada/it's here/mcp.json", "/home/ada/it's here/mcp.json"],
    ["C:\\Users\\ada\\mcp.json", "C:\\Users\\ada\\mcp.json"],
    // A name cannot begin a line.
    ["/home/ada/a\n+b.json", "/home/ada/a\\u{a}+b.json"],
  ])("names %j as the system writes it", (file, shown) => {
    expect(diffOf(file)).toBe(`--- /dev/null\n+++ ${shown}\n@@ -0,0 +1,1 @@\n+a\n`);
  });
});
