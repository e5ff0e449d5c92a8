// Edits of files that another program has open, as Windows refuses to replace them: for a moment, for long, and with a change by that
// program meanwhile. On POSIX a refusal is final.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { StoreDisk } from "../../../src/edits/store/store-disk.ts";
import { type BusyFiles, posixBusyFiles, windowsBusyFiles } from "../../../src/system/platform/busy-files.ts";
import { systemError, unsyncedDisk } from "../../support/watched-disk.ts";
import { changeSet, openScene, type StoreScene } from "./store-scene.ts";

const FILES = { "a.ts": "one\ntwo\n", "b.ts": "three\n" };

/** Refuses so many replacements and removals in the project; `meanwhile` is what the other program does at the first. */
function refusing(
  scene: StoreScene,
  times: number,
  code: string,
  meanwhile: () => unknown = () => undefined,
): StoreDisk {
  let left = times;
  const refuse = (path: string): void => {
    if (path.startsWith(scene.folder) || left === 0) return;
    if (left === times) meanwhile();
    left -= 1;
    throw systemError(code);
  };
  return {
    ...unsyncedDisk,
    rename(path, name) {
      refuse(path);
      unsyncedDisk.rename(path, name);
    },
    unlink(path) {
      refuse(path);
      unsyncedDisk.unlink(path);
    },
  };
}

function windows(): { readonly busy: BusyFiles; readonly waits: number[] } {
  const waits: number[] = [];
  return { busy: windowsBusyFiles({ wait: async (ms) => void waits.push(ms), waitNow: () => undefined }), waits };
}

const twoFiles = (scene: StoreScene) =>
  changeSet([scene.replace("a.ts", "one", "1"), scene.replace("b.ts", "three", "3")]);

test.each(["EBUSY", "EPERM", "EACCES"])(
  "Windows: a file that is open for a moment is replaced after it: %s",
  async (code) => {
    const scene = await openScene(FILES);
    const { busy, waits } = windows();
    const store = await scene.reopen({ disk: refusing(scene, 3, code), busy });
    expect(await store.apply(twoFiles(scene))).toMatchObject({ kind: "committed" });
    expect([scene.read("a.ts").toString(), scene.read("b.ts").toString()]).toEqual(["1\ntwo\n", "3\n"]);
    expect(waits).toEqual([5, 10, 20]);
    expect(Object.keys(scene.tree()).sort()).toEqual(["a.ts", "b.ts"]);
  },
);

test("Windows: what the other program wrote meanwhile is not overwritten, and no file is changed", async () => {
  const scene = await openScene(FILES);
  const change = twoFiles(scene);
  const meanwhile = () => writeFileSync(join(scene.root, "a.ts"), "theirs\n");
  const store = await scene.reopen({ disk: refusing(scene, 1, "EBUSY", meanwhile), busy: windows().busy });
  await store.apply(change).catch((error: unknown) => error);
  expect(scene.read("a.ts").toString()).toBe("theirs\n");
  expect(scene.read("b.ts").toString()).toBe("three\n");
  expect(Object.keys(scene.tree()).sort()).toEqual(["a.ts", "b.ts"]);
});

test("Windows: a file that stays open is named, and all files are as they were once it is closed", async () => {
  const scene = await openScene(FILES);
  const before = scene.tree();
  const { busy, waits } = windows();
  // As many tries as one replacement has; what is put back afterwards is no longer refused.
  const store = await scene.reopen({ disk: refusing(scene, 10, "EBUSY"), busy });
  await expect(store.apply(twoFiles(scene))).rejects.toMatchObject({
    code: "STORAGE_UNAVAILABLE",
    message: expect.stringContaining("cannot write a.ts"),
    hint: expect.stringContaining("close the program that has the file open"),
  });
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(2_000);
  expect(scene.tree()).toEqual(before);
});

test.each(["EBUSY", "EPERM"])("POSIX: a refusal is final, and all files are as they were: %s", async (code) => {
  const scene = await openScene(FILES);
  const before = scene.tree();
  const store = await scene.reopen({ disk: refusing(scene, 1, code), busy: posixBusyFiles });
  await expect(store.apply(twoFiles(scene))).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
  expect(scene.tree()).toEqual(before);
});
