// What happens to what already has the name: only a plain file is replaced.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  constants,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type NamedContent, writeNamedFile } from "../../src/system/named-file.ts";
import { temporaryFolder } from "../support/folder-corpus.ts";
import { isPosix } from "../support/this-system.ts";

const CONTENTS: readonly (readonly [string, NamedContent])[] = [
  ["at once", "new"],
  [
    "in parts",
    async (sink) => {
      await sink.writeFile("n");
      await sink.writeFile("ew");
    },
  ],
];

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, "page.html");
});
afterEach(() => folder.remove());

const isRoot = process.getuid?.() === 0;

describe.each(CONTENTS)("content written %s", (_how, content) => {
  it("makes a file with the mode that is asked for", async () => {
    await writeNamedFile(path, content, { mode: 0o600 });
    expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["new", isPosix ? 0o600 : 0o666]);
  });

  it("takes the place of a plain file and keeps its mode, so that a reader has the old text or the new one", async () => {
    writeFileSync(path, "a longer old text");
    chmodSync(path, 0o640);
    const reader = openSync(path, "r");
    await writeNamedFile(path, content, { mode: 0o600 });
    expect([readFileSync(path, "utf8"), readFileSync(reader, "utf8")]).toEqual(["new", "a longer old text"]);
    closeSync(reader);
    expect(statSync(path).mode & 0o777).toBe(isPosix ? 0o640 : 0o666);
    expect(readdirSync(folder.path)).toEqual(["page.html"]);
  });

  it.each(["a longer old text", null])("goes through a link to %j, which stays", async (before) => {
    const target = join(folder.path, "target");
    if (before !== null) writeFileSync(target, before);
    symlinkSync("target", path);
    await writeNamedFile(path, content);
    expect([readFileSync(target, "utf8"), lstatSync(path).isSymbolicLink()]).toEqual(["new", true]);
    expect(readdirSync(folder.path)).toEqual(["page.html", "target"]);
  });

  it.runIf(isPosix)("goes into a pipe, which stays", async () => {
    execFileSync("mkfifo", [path]);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    await writeNamedFile(path, content, { overwrite: false });
    const bytes = Buffer.alloc(10);
    expect(bytes.toString("utf8", 0, readSync(reader, bytes))).toBe("new");
    closeSync(reader);
    expect(lstatSync(path).isFIFO()).toBe(true);
    expect(readdirSync(folder.path)).toEqual(["page.html"]);
  });

  it.runIf(isRoot)("goes to a device, which stays, also behind a link", async () => {
    const device = join(folder.path, "nothing");
    execFileSync("mknod", [device, "c", "1", "3"]);
    symlinkSync("nothing", path);
    for (const name of [device, path]) await writeNamedFile(name, content, { overwrite: false });
    expect(lstatSync(device).isCharacterDevice()).toBe(true);
    expect(readdirSync(folder.path)).toEqual(["nothing", "page.html"]);
  });

  it.runIf(isPosix)("goes to a descriptor that is open", async () => {
    const descriptor = openSync(path, "w");
    await writeNamedFile(`/dev/fd/${descriptor}`, "first, ");
    await writeNamedFile(`/proc/self/fd/${descriptor}`, content);
    closeSync(descriptor);
    expect(readFileSync(path, "utf8")).toBe("first, new");
  });
});

it.each(["file", "link"] as const)("a %s that is there stays where it may not be replaced", async (kind) => {
  const kept = join(folder.path, "kept");
  writeFileSync(kept, "kept");
  kind === "file" ? linkSync(kept, path) : symlinkSync("kept", path);
  await expect(writeNamedFile(path, "new", { overwrite: false })).rejects.toMatchObject({ code: "EEXIST" });
  expect(readFileSync(kept, "utf8")).toBe("kept");
});

it("a folder is an error", async () => {
  mkdirSync(path);
  await expect(writeNamedFile(path, "new")).rejects.toMatchObject({ code: "EISDIR" });
});
