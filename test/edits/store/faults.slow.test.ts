// A commit and an undo that fail, are killed or are interfered with at each of their steps: all old or all new, and nobody's work is
// overwritten.
import { cpSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { FileChange } from "../../../src/edits/change-set.ts";
import type { EditStore } from "../../../src/edits/store/edit-store.ts";
import type { StoreDisk } from "../../../src/edits/store/store-disk.ts";
import { systemError, unsyncedDisk, watchedDisk } from "../../support/watched-disk.ts";
import { changeSet, hashOf, openScene, type StoreScene, stageNew, treeOf } from "./store-scene.ts";

/** More than the steps of one commit or undo. */
const STEPS_MAX = 60;

/** A disk that calls `before` with the number and the name of each step, and fails where that throws. */
const failingDisk = (before: (step: number, name: keyof StoreDisk) => void): StoreDisk =>
  watchedDisk(({ number, name, run }) => {
    before(number, name);
    return run();
  });

type Doing = "commit" | "undo";

interface Ready {
  readonly scene: StoreScene;
  readonly old: Record<string, string>;
  readonly fresh: Record<string, string>;
  /** Brings the project and the store back to where the test began. */
  reset(): void;
  /** The commit or the undo, on a store that is opened with the disk; answers its outcome's kind. */
  act(disk: StoreDisk): Promise<string>;
  /** A store of its own, as of the process that comes after a crash. */
  next(): Promise<EditStore>;
}

/** Folders of a scene: the project, and the global home. */
const PARTS = ["project", "home"];

/** A project with a staged session of every kind of change, and an edit of its new file, or with the same session committed. */
async function ready(doing: Doing): Promise<Ready> {
  const files = { "a.ts": "a old\n", "gone.ts": "gone\n", "b/old.ts": "moved\n", "kept.ts": "kept\n" };
  const scene = await openScene(files);
  scene.write("b/b.ts", "b old\r\n", 0o755);
  const store = await scene.reopen({ disk: unsyncedDisk });
  const gone = hashOf(scene.read("gone.ts"));
  const moved = hashOf(scene.read("b/old.ts"));
  const changes: readonly FileChange[] = [
    scene.replace("a.ts", "old", "new"),
    scene.replace("b/b.ts", "old", "new"),
    { kind: "create", path: "c/d/e.ts", text: "e\n", like: null },
    { kind: "delete", path: "gone.ts", contentHash: gone },
    { kind: "move", path: "b/old.ts", to: "c/new.ts", contentHash: moved, edits: [] },
  ];
  const id = await stageNew(store, changeSet(changes));
  const edits = [{ start: 0, end: 1, text: "edited" }];
  await store.stage(
    id,
    changeSet([{ kind: "edit", path: "c/d/e.ts", contentHash: hashOf(Buffer.from("e\n")), edits }]),
  );
  const [start, copy] = [scene.tree(), join(scene.base, "copy")];
  const keep = (): void => {
    for (const part of PARTS) cpSync(join(scene.base, part), join(copy, part), { recursive: true });
  };
  if (doing === "commit") keep();
  await store.commit(id);
  const committed = scene.tree();
  if (doing === "undo") keep();
  return {
    scene,
    old: doing === "commit" ? start : committed,
    fresh: doing === "commit" ? committed : start,
    reset() {
      for (const part of PARTS) {
        rmSync(join(scene.base, part), { recursive: true });
        cpSync(join(copy, part), join(scene.base, part), { recursive: true });
      }
    },
    async act(disk) {
      const opened = await scene.reopen({ disk });
      return (await (doing === "commit" ? opened.commit(id) : opened.undo(id))).kind;
    },
    next: () => scene.reopen({ disk: unsyncedDisk }),
  };
}

const OUTCOMES = { commit: "committed", undo: "undone" };

describe.each(["commit", "undo"] as const)("%s", (doing) => {
  let prepared: Ready;
  beforeEach(async () => {
    prepared = await ready(doing);
  });
  test("one failing step: all is as before, or the failure came after the last file", async () => {
    let failed = 0;
    for (let at = 0; at < STEPS_MAX; at++) {
      const { scene, old, fresh, act, next, reset } = prepared;
      reset();
      let name = "";
      const disk = failingDisk((step, what) => {
        if (step === at) {
          name = what;
          throw systemError("ENOSPC");
        }
      });
      const outcome = await act(disk).catch((error: unknown) => error);
      if (name === "") break;
      failed += 1;
      const told = `step ${at}, ${name}`;
      if (outcome === OUTCOMES[doing]) expect(scene.tree(), told).toMatchObject(fresh);
      else {
        expect(outcome, told).toMatchObject({
          code: "STORAGE_UNAVAILABLE",
          message: expect.stringContaining("no file was changed"),
        });
        expect(scene.tree(), told).toEqual(old);
      }
      await next();
      expect(scene.tree(), told).toEqual(outcome === OUTCOMES[doing] ? fresh : old);
    }
    expect(failed).toBeGreaterThan(20);
    expect(failed).toBeLessThan(STEPS_MAX);
  });

  test("a disk that is full from some step on: all is as before, without any space to put it back", async () => {
    const takesSpace = new Set<keyof StoreDisk>(["writeNew", "writeDocument", "makeFolder"]);
    for (let at = 0; at < STEPS_MAX; at++) {
      const { scene, old, fresh, act, reset } = prepared;
      reset();
      let steps = 0;
      const disk = failingDisk((step, name) => {
        steps = step + 1;
        if (step >= at && takesSpace.has(name)) throw systemError("ENOSPC");
      });
      const outcome = await act(disk).catch(() => "failed");
      if (at > steps) break;
      expect(scene.tree(), `from step ${at}`).toEqual(outcome === OUTCOMES[doing] ? fresh : old);
    }
  });

  test("a process that is killed before any step: the next start finds all old or all new", async () => {
    const found = { old: 0, fresh: 0 };
    for (let at = 0; at < STEPS_MAX; at++) {
      const { scene, old, fresh, act, next, reset } = prepared;
      reset();
      let killed = false;
      const disk = failingDisk((step) => {
        killed ||= step === at;
        if (killed) throw new Error("killed");
      });
      await act(disk).catch(() => "killed");
      if (!killed) break;
      const { recovered } = await next();
      const tree = scene.tree();
      expect([old, fresh], `step ${at}`).toContainEqual(tree);
      const isOld = JSON.stringify(tree) === JSON.stringify(old);
      found[isOld ? "old" : "fresh"] += 1;
      if (recovered !== null)
        expect(recovered).toMatchObject({ doing, outcome: isOld ? "put back" : "completed", obstacles: [] });
      expect((await next()).recovered).toBeNull();
    }
    expect(found.old).toBeGreaterThan(20);
    expect(found.fresh).toBeGreaterThan(3);
  });

  test.each(["in place", "by renaming"])(
    "a file that somebody writes %s at any step keeps what they wrote",
    async (how) => {
      let refused = 0;
      for (let at = 0; at < STEPS_MAX; at++) {
        const { scene, old, fresh, act, next, reset } = prepared;
        reset();
        let done = false;
        const disk = failingDisk((step, name) => {
          // Between the comparison and the rename of one file, a rename by somebody else cannot be seen by any means that Node has.
          if (step < at || done || (how === "by renaming" && name === "rename")) return;
          done = true;
          const beside = scene.path("../theirs");
          writeFileSync(how === "in place" ? scene.path("b/b.ts") : beside, "theirs\n");
          if (how === "by renaming") renameSync(beside, scene.path("b/b.ts"));
        });
        const outcome = await act(disk).catch(() => "failed");
        if (!done) break;
        await next();
        const { "b/b.ts": _, ...tree } = scene.tree();
        expect(readFileSync(scene.path("b/b.ts"), "utf8"), `step ${at}`).toBe("theirs\n");
        const { "b/b.ts": __, ...rest } = outcome === OUTCOMES[doing] ? fresh : old;
        expect(tree, `step ${at}: ${outcome}`).toEqual(rest);
        if (outcome !== OUTCOMES[doing]) refused += 1;
      }
      expect(refused).toBeGreaterThan(5);
    },
  );
});

// Elsewhere a file cannot be named through an open folder.
test.runIf(process.platform === "linux").each(["a link to it", "another folder of the same files", "nothing"])(
  "a folder that is moved away at any step, with %s in its place: no temporary file stays, and nothing is written elsewhere",
  async (instead) => {
    const { scene, act, reset, next } = await ready("commit");
    const [moved, there] = [join(scene.base, "moved"), join(scene.base, "there")];
    let refused = 0;
    for (let at = 0; at < STEPS_MAX; at++) {
      reset();
      for (const folder of [moved, there]) rmSync(folder, { recursive: true, force: true });
      cpSync(scene.path("b"), there, { recursive: true });
      const untouched = treeOf(there);
      let done = false;
      const disk = failingDisk((step) => {
        if (step < at || done) return;
        done = true;
        renameSync(scene.path("b"), moved);
        if (instead === "a link to it") symlinkSync(there, scene.path("b"));
        if (instead === "another folder of the same files") cpSync(there, scene.path("b"), { recursive: true });
      });
      const outcome = await act(disk).catch(() => "failed");
      if (!done) break;
      if (outcome !== "committed") refused += 1;
      await next();
      const told = `step ${at}: ${outcome}`;
      expect(treeOf(there), told).toEqual(untouched);
      const left = Object.keys(treeOf(scene.base)).filter((path) => path.endsWith(".tmp"));
      expect(left, told).toEqual([]);
    }
    expect(refused).toBeGreaterThan(10);
  },
);

test("after a crash, a file that somebody changed is left and named; the others are put back", async () => {
  const { scene, old, act, next, reset } = await ready("commit");
  reset();
  let renamed = 0;
  let killed = false;
  const disk = failingDisk((_, name) => {
    if (name === "rename") renamed += 1;
    killed ||= renamed === 2;
    if (killed) throw new Error("killed");
  });
  await act(disk).catch(() => "killed");
  expect(scene.read("a.ts").toString()).toBe("a new\n");
  scene.write("a.ts", "a new, and theirs\n");
  const { recovered } = await next();
  expect(recovered).toMatchObject({ outcome: "put back", obstacles: [{ path: "a.ts", why: "has changed" }] });
  expect(scene.read("a.ts").toString()).toBe("a new, and theirs\n");
  const { "a.ts": _, ...rest } = scene.tree();
  expect(rest).toEqual(Object.fromEntries(Object.entries(old).filter(([path]) => path !== "a.ts")));
});

test("an edit that follows a crash in the same process first puts back what was interrupted", async () => {
  const { scene, act, reset } = await ready("commit");
  reset();
  let killed = false;
  const disk = failingDisk((_, name) => {
    killed ||= name === "rename";
    if (killed) throw new Error("killed");
  });
  await act(disk).catch(() => "killed");
  expect(Object.keys(scene.tree()).some((path) => path.endsWith(".tmp"))).toBe(true);
  await scene.store.apply(changeSet([scene.replace("kept.ts", "kept", "edited")]));
  expect(Object.keys(scene.tree()).filter((path) => path.endsWith(".tmp"))).toEqual([]);
  expect(scene.read("a.ts").toString()).toBe("a old\n");
  expect(readFileSync(join(scene.root, "kept.ts"), "utf8")).toBe("edited\n");
});
