// An import killed between any two writes leaves whole vectors only, and the next one does the rest; a killed export leaves the file
// as it was before.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleChildProgram, type ChildProgram, ended, nextMessage } from "../../support/child-program.ts";
import type { IndexChildReport } from "../../support/index-child.ts";
import { openTestProject, type TestProject } from "../../support/test-index.ts";

/** More than a block of the file. */
const CHUNKS = 530;
const FILES = Object.fromEntries(
  Array.from({ length: CHUNKS }, (_, at) => [`file-${at}.ts`, `export const value${at} = ${at};\n`]),
);
const MOMENTS = 12;

let program: ChildProgram;
let source: TestProject;
let file: string;
beforeAll(async () => {
  program = await bundleChildProgram("test/support/index-child.ts");
  source = openTestProject(FILES);
  file = join(source.folder, "shop.cbv");
  await exportFrom(source, {});
});
afterAll(async () => {
  await source.dispose();
  program.dispose();
});

const argumentOf = (project: TestProject) => ({
  files: project.files,
  index: join(project.folder, "index"),
  store: join(project.folder, "store"),
});

async function exportFrom(project: TestProject, more: { readonly dieAtVector?: number }) {
  const child = program.start({ ...argumentOf(project), exportTo: file, ...more });
  return ended(child);
}

/** Runs an import to its end. */
async function imported(project: TestProject): Promise<IndexChildReport> {
  const child = program.start({ ...argumentOf(project), importFrom: file });
  await nextMessage(child);
  const report = await nextMessage<IndexChildReport>(child);
  await ended(child);
  return report;
}

it("an export onto a full disk fails with a reason and leaves nothing", () => {
  // A disk in a namespace of its own. Needs Linux and the right to mount there.
  const disk = join(source.folder, "disk");
  mkdirSync(disk);
  const argument = JSON.stringify({ ...argumentOf(source), exportTo: join(disk, "shop.cbv") });
  const script = 'mount -t tmpfs -o size=40k tmpfs "$1"; "$2" "$3" "$4"; ls -A "$1" | wc -l';
  const args = ["--mount", "--map-root-user", "sh", "-c", script, "sh", disk, process.execPath, program.file, argument];
  const { stdout, stderr } = spawnSync("unshare", args, { encoding: "utf8" });
  expect(stderr).toMatch(/Failure: .*shop\.cbv cannot be written: the disk is full/);
  expect(stderr).toMatch(/code: 'STORAGE_UNAVAILABLE'/);
  expect(stderr).toMatch(/hint: 'free some disk space, or name a file on another disk'/);
  expect(stdout.trim()).toBe("0");
});

it("an import that was killed before any write is whole after the next one", async () => {
  const probe = openTestProject(FILES);
  const { importWrites } = await imported(probe);
  await probe.dispose();
  expect(importWrites).toBeGreaterThan(CHUNKS);
  const stride = Math.ceil(importWrites / MOMENTS);
  for (let dieAtWrite = 1; dieAtWrite <= importWrites; dieAtWrite += stride) {
    const project = openTestProject(FILES);
    const child = program.start({ ...argumentOf(project), importFrom: file, dieAtWrite });
    expect(await ended(child)).toBe("SIGKILL");
    const { chunks, chunksEmbedded, embedded } = await imported(project);
    // Only the sample was embedded.
    expect({ dieAtWrite, chunks, chunksEmbedded }).toEqual({ dieAtWrite, chunks: CHUNKS, chunksEmbedded: CHUNKS });
    expect(embedded).toBeLessThanOrEqual(24);
    await project.dispose();
  }
});

describe("an export that is killed", () => {
  const temporaries = () => readdirSync(source.folder).filter((name) => name.endsWith(".tmp"));

  it("leaves the file that was there, and what it leaves beside it is removed an hour later", async () => {
    const before = readFileSync(file);
    expect(await exportFrom(source, { dieAtVector: 1 })).toBe("SIGKILL");
    expect(readFileSync(file).equals(before)).toBe(true);
    const [left = ""] = temporaries();
    expect(temporaries()).toHaveLength(1);
    const other = join(source.folder, ".other.cbv.0123456789ab.tmp");
    writeFileSync(other, "");
    const past = Date.now() / 1000 - 3_700;
    utimesSync(join(source.folder, left), past, past);
    utimesSync(other, past, past);
    expect(await exportFrom(source, {})).toBe(0);
    expect(readFileSync(file)).toHaveLength(before.length);
    expect(temporaries()).toEqual([".other.cbv.0123456789ab.tmp"]);
  });

  it("leaves no file where there was none", async () => {
    const other = join(source.folder, "new.cbv");
    const child = program.start({ ...argumentOf(source), exportTo: other, dieAtVector: 513 });
    expect(await ended(child)).toBe("SIGKILL");
    expect(existsSync(other)).toBe(false);
  });
});
