// Reading: only what is admitted, as what it is, in a state that a later change cannot hide behind.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Disk, localDisk } from "../../src/project/disk.ts";
import { excludedPaths, textOf, useScratch } from "./scratch.ts";

const scratch = useScratch();
const at = (path: string) => join(scratch.root, path);

test.each([
  "../x",
  "/etc/passwd",
  "src/../a.ts",
  "./a.ts",
  "a.ts/",
  "A.ts",
  "a.ts\0",
  "",
  ".",
  "gone.ts",
  "node_modules/x.js",
])("%j is not admitted", async (path) => {
  scratch.write({ "a.ts": "x\n", "src/b.ts": "x\n", "node_modules/x.js": "x\n" });
  const source = scratch.open();
  await expect(source.read("a.ts")).rejects.toMatchObject({ code: "PATH_NOT_ADMITTED" });
  await source.refresh();
  await expect(source.read(path)).rejects.toMatchObject({ code: "PATH_NOT_ADMITTED" });
  expect(textOf(await source.read("a.ts"))).toBe("x\n");
});

test("encodings: read as what they are, doubts said", async () => {
  const latin1 = Buffer.from("na\xefve caf\xe9 \x80uro\n", "latin1");
  const broken = Buffer.concat([
    Buffer.from("gr\u00fc\u00dfe \u00e9t\u00e9 \u65e5\u672c\n"),
    Buffer.from([0xff, 0x0a]),
  ]);
  const utf16 = Buffer.from("\ufeffh\u00e9llo\r\n", "utf16le");
  scratch.write({
    "bom.ts": "\ufeffconst a = 1;\r\n",
    "broken.ts": broken,
    "empty.ts": "",
    "latin1.ts": latin1,
    "latin1-by-chance-utf8.ts": Buffer.from("\xc3\xa9 \xe9\n", "latin1"),
    "plain.ts": "h\u00e9llo\n",
    "utf16be.txt": Buffer.from(utf16).swap16(),
    "utf16le.txt": utf16,
    "utf16odd.txt": Buffer.concat([utf16, Buffer.from([0x41])]),
  });
  const { outcomes } = await scratch.search();
  const found = [...outcomes].map(([path, outcome]) => [
    path,
    textOf(outcome),
    ...outcome.problems.map((problem) => problem.code),
  ]);
  expect(found).toEqual([
    ["bom.ts", "const a = 1;\r\n"],
    ["broken.ts", "gr\u00fc\u00dfe \u00e9t\u00e9 \u65e5\u672c\n\ufffd\n", "FILE_ENCODING_BROKEN"],
    ["empty.ts", ""],
    ["latin1-by-chance-utf8.ts", "\u00c3\u00a9 \u00e9\n", "FILE_ENCODING_GUESSED"],
    ["latin1.ts", "na\u00efve caf\u00e9 \u20acuro\n", "FILE_ENCODING_GUESSED"],
    ["plain.ts", "h\u00e9llo\n"],
    ["utf16be.txt", "h\u00e9llo\r\n"],
    ["utf16le.txt", "h\u00e9llo\r\n"],
    ["utf16odd.txt", "h\u00e9llo\r\n\ufffd", "FILE_ENCODING_BROKEN"],
  ]);
});

test("binary in text's clothing is found by its content", async () => {
  scratch.write({
    "late-nul.ts": `${"text\n".repeat(4000)}\0`,
    "noise.txt": Buffer.from(Array.from({ length: 4000 }, (_, index) => ((index * 7919) % 255) + 1)),
    "utf32.txt": Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]),
  });
  const { corpus } = await scratch.search();
  expect(excludedPaths(corpus)).toEqual({ binary: ["late-nul.ts", "noise.txt", "utf32.txt"] });
});

test("a class found by reading holds until the file changes", async () => {
  scratch.write({ "a.ts": "\0", "b.ts": "x\n" });
  const source = scratch.open();
  const before = await source.refresh();
  expect([...before.files.keys()]).toEqual(["a.ts", "b.ts"]);
  expect(await source.read("a.ts")).toMatchObject({ excluded: "binary" });
  expect(excludedPaths(await source.refresh())).toEqual({ binary: ["a.ts"] });
  await expect(source.read("a.ts")).rejects.toMatchObject({ code: "PATH_NOT_ADMITTED" });
  scratch.write({ "a.ts": "text now\n" });
  expect([...(await source.refresh()).files.keys()]).toEqual(["a.ts", "b.ts"]);
  expect(textOf(await source.read("a.ts"))).toBe("text now\n");
});

test("a file that vanished is unreadable, with the reason", async () => {
  scratch.write({ "a.ts": "x\n" });
  const source = scratch.open();
  await source.refresh();
  rmSync(at("a.ts"));
  expect(await source.read("a.ts")).toMatchObject({
    excluded: "unreadable",
    problems: [{ code: "FILE_UNREADABLE", path: "a.ts" }],
  });
  expect((await source.refresh()).excluded).toEqual({});
});

test("a text is taken only when the clock has visibly passed the file's stamp", async () => {
  // Otherwise a second write in the same tick would leave the stamp as it is, and the text stale for ever.
  const source = scratch.open();
  for (let round = 0; round < 5; round++) {
    scratch.write({ "a.ts": `${round}\n` });
    await source.refresh();
    const outcome = await source.read("a.ts");
    const ageMs = Date.now() - ("file" in outcome ? outcome.file.ctimeMs : Number.NaN);
    expect(ageMs).toBeGreaterThanOrEqual(15);
    expect(textOf(outcome)).toBe(`${round}\n`);
  }
});

test("a file that is written all the time is read, and said to be changing", async () => {
  scratch.write({ "busy.log": "x\n" });
  let size = 2;
  const busy: Disk = {
    ...localDisk,
    stamp(path) {
      const stamp = localDisk.stamp(path);
      // Each look is followed by a write, so that no two looks agree.
      if (path.endsWith("busy.log")) writeFileSync(path, "x".repeat(++size));
      return stamp;
    },
  };
  const source = scratch.open({}, busy);
  await source.refresh();
  expect(await source.read("busy.log")).toMatchObject({ problems: [{ code: "FILE_CHANGED_WHILE_READ" }] });
});
