// Git's listings as text, beside what is made of them.
import { expect, test } from "vitest";
import { knownBlob, parseIndex, parseTree } from "../../src/project/git-listing.ts";
import { posixGitTimes, windowsGitTimes } from "../../src/system/platform/git-times.ts";

const ID = "eb80cfb26f961cf5ae1e26d22cbef1c16eeb4841";
const TIMES = "  ctime: 1700000002:250000000\n  mtime: 1700000001:500000000\n";
const REST = "  dev: 65024\tino: 5343104\n  uid: 0\tgid: 0\n  size: 378\tflags: 0\n";
const file = { path: "a.ts", size: 378, mtimeMs: 1_700_000_001_500, ctimeMs: 1_700_000_002_250 };
const WRITTEN = 1_700_000_009_000;

test("a tree's files and submodules, whatever their names", () => {
  const names = ["a.ts", "tab\there", "line\nbreak", 'quote"', "ü"];
  const blobs = names.map((name) => `100644 blob ${ID}\t${name}\0`).join("");
  const others = `160000 commit ${ID}\tlib\0${`120000 blob ${ID}\tlink\0`}`;
  const tree = parseTree(Buffer.from(blobs + others));
  expect([...tree.blobs.keys()]).toEqual(names);
  expect([...tree.submodules]).toEqual([["lib", ID]]);
  expect(parseTree(Buffer.from(""))).toEqual({ blobs: new Map(), submodules: new Map() });
});

test("of a tree that was made by hand, nothing that would lead out of the project", () => {
  const names = ["../up.ts", "a/../../up.ts", "/etc/passwd", "..", "a//b.ts", "./a.ts", "...", "..a/b..", ".a"];
  const treeOf = (entry: string) => parseTree(Buffer.from(names.map((name) => `${entry} ${ID}\t${name}`).join("\0")));
  const inside = ["...", "..a/b..", ".a"];
  expect([...treeOf("100644 blob").blobs.keys()]).toEqual(inside);
  expect([...treeOf("160000 commit").submodules.keys()]).toEqual(inside);
});

test("an index vouches for files as git saw them", () => {
  const index = parseIndex(
    Buffer.from(`100644 ${ID} 0\ta.ts\0${TIMES}${REST}100644 ${ID} 0\tb\n.ts\0${TIMES}${REST}`),
    WRITTEN,
  );
  expect([...index.entries.keys()]).toEqual(["a.ts", "b\n.ts"]);
  expect(knownBlob(index, "a.ts", file)).toBe(ID);
  expect(knownBlob(index, "c.ts", file)).toBeNull();
});

test.each<[string, string, Partial<typeof file>, number]>([
  ["of another size", `${TIMES}${REST}`, { size: 379 }, WRITTEN],
  ["written since", `${TIMES}${REST}`, { mtimeMs: file.mtimeMs + 0.001 }, WRITTEN],
  ["changed since, with its time set back", `${TIMES}${REST}`, { ctimeMs: file.ctimeMs + 1 }, WRITTEN],
  ["written in the moment of the index", `${TIMES}${REST}`, {}, file.mtimeMs],
  ["whose times a git of another version does not print", "", {}, WRITTEN],
  ["whose times a git of another version prints otherwise", "  mtime 1700000001.5\n  size 378\n", {}, WRITTEN],
])("an index does not vouch for a file %s", (_, debug, change, writtenMs) => {
  const index = parseIndex(Buffer.from(`100644 ${ID} 0\ta.ts\0${debug}`), writtenMs);
  expect(knownBlob(index, "a.ts", { ...file, ...change }, posixGitTimes)).toBeNull();
});

test("an index of Windows vouches for a file by its size and the time it was written, since it keeps when it was made", () => {
  const index = parseIndex(Buffer.from(`100644 ${ID} 0\ta.ts\0${TIMES}${REST}`), WRITTEN);
  const known = (change: Partial<typeof file>) => knownBlob(index, "a.ts", { ...file, ...change }, windowsGitTimes);
  expect(known({ ctimeMs: file.ctimeMs + 1 })).toBe(ID);
  expect(known({ mtimeMs: file.mtimeMs + 0.001 })).toBeNull();
  expect(known({ size: 379 })).toBeNull();
});

test("an index tells which files a sparse checkout leaves out", () => {
  const left = REST.replace("flags: 0", "flags: 40004000");
  const index = parseIndex(
    Buffer.from(`100644 ${ID} 0\ta.ts\0${TIMES}${REST}100644 ${ID} 0\tb.ts\0${TIMES}${left}`),
    WRITTEN,
  );
  expect([...index.skipped]).toEqual([["b.ts", ID]]);
});

test("an index does not vouch for a file in conflict", () => {
  const stages = [1, 2, 3].map((stage) => `100644 ${ID} ${stage}\ta.ts\0${TIMES}${REST}`).join("");
  expect(parseIndex(Buffer.from(stages), WRITTEN).entries.size).toBe(0);
});
