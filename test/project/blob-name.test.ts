// Git's name for a file's content, whatever line ends the checkout has, and without holding the file open.
import { createHash } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blobOf } from "../../src/project/blob-name.ts";
import { openCorpus } from "../../src/project/open-corpus.ts";
import { DEFAULT_RULES } from "../support/default-rules.ts";
import { useScratch } from "./scratch.ts";

const scratch = useScratch();

const gitName = (text: string): string =>
  createHash("sha1")
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest("hex");

async function nameOf(text: string, like: string): Promise<string | null> {
  scratch.write({ "p/a.ts": text });
  const source = openCorpus({ root: join(scratch.root, "p"), rules: DEFAULT_RULES });
  const file = (await source.refresh()).files.get("a.ts") ?? expect.fail("a.ts is not admitted");
  return blobOf(source, file, like, undefined);
}

/** The lowest descriptor that is free. */
function nextDescriptor(): number {
  const descriptor = openSync(scratch.root, "r");
  closeSync(descriptor);
  return descriptor;
}

test.each<[string, string, string, string]>([
  ["the same bytes", "one\ntwo\n", "one\ntwo\n", "one\ntwo\n"],
  ["line ends of the checkout", "one\r\ntwo\r\n", "one\ntwo\n", "one\ntwo\n"],
  ["line ends that git keeps", "one\r\ntwo\r\n", "one\r\ntwo\r\n", "one\r\ntwo\r\n"],
  ["other bytes", "three\n", "one\n", "three\n"],
])("%s", async (_name, text, stored, named) => {
  expect(await nameOf(text, gitName(stored))).toBe(gitName(named));
});

test("the file is not left open", async () => {
  await nameOf("one\n", gitName("one\n"));
  const before = nextDescriptor();
  for (let at = 0; at < 5; at += 1) {
    await nameOf("one\n", gitName("two\n"));
  }
  expect(nextDescriptor()).toBe(before);
});
