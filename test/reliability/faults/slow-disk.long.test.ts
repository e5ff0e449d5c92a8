// A file system that answers slowly, as one on the network does: the same answer, later; and until then one that says what
// is missing.
import { afterEach, expect, it } from "vitest";
import { type Disk, localDisk } from "../../../src/project/disk.ts";
import { WAIT } from "../../support/test-index.ts";
import { type FaultyProject, found, openFaultyProject } from "./faulty-project.ts";

const FILES = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [
    `src/${at % 6}/f${at}.ts`,
    `export function handler${at}() {\n  return "orchid ${at}";\n}\n`,
  ]),
);

let project: FaultyProject;
afterEach(() => project.dispose());

/** Each call takes so many milliseconds more. */
function slow(ms: () => number): Disk {
  const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms());
  const slowly =
    <Given extends readonly unknown[], Answer>(call: (...given: Given) => Answer) =>
    (...given: Given): Answer => {
      pause();
      return call(...given);
    };
  return {
    ...localDisk,
    stamp: slowly(localDisk.stamp),
    list: slowly(localDisk.list),
    readHead: slowly(localDisk.readHead),
    realPath: slowly(localDisk.realPath),
  };
}

it("leads to the index of a quick one", async () => {
  project = openFaultyProject(FILES);
  const index = await project.openBehind(slow(() => 3));
  expect(await index.freshen(WAIT)).toMatchObject({ lagging: 0, coverage: { files: 60, filesSearchable: 60 } });
  expect(project.contents()).toEqual(await project.freshContents());
});

it("shows an edit at the next question, and says what it has not read yet", async () => {
  project = openFaultyProject(FILES);
  let delayMs = 0;
  const index = await project.openBehind(slow(() => delayMs));
  await index.freshen(WAIT);
  delayMs = 3;
  project.write("src/0/f0.ts", "export const tulip = 1;\n");
  for (let at = 0; at < 60; at += 1) {
    project.write(`new/g${at}.ts`, `export const walnut${at} = 1;\n`);
  }
  const early = await index.freshen({ waitMs: 1, embedUpTo: 0 });
  expect(early.lagging).toBeGreaterThan(0);
  expect(early.coverage.filesSearchable).toBeLessThan(120);
  expect(await index.freshen(WAIT)).toMatchObject({ lagging: 0, coverage: { files: 120, filesSearchable: 120 } });
  expect(found(index, "tulip")).toEqual(["src/0/f0.ts#0×1"]);
  expect(found(index, "orchid")).toHaveLength(59);
});
