// Documents of the store that another program wrote or changed: nothing of them is done where they name what no edit may touch.
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import type { Journal, Step } from "../../../src/edits/store/journal.ts";
import { isPosix } from "../../support/this-system.ts";
import { changeSet, hashOf, openScene, type StoreScene, stageNew, treeOf } from "./store-scene.ts";

const SESSION = "0123abcd";
const WISHED = Buffer.from("#!/bin/sh\nwished\n");
const FILES = {
  "a.ts": "a\n",
  "other.ts": "other\n",
  ".git/config": "[core]\n",
  "empty/x/y.ts": "y\n",
  "package.json": "{}",
};

/** Puts `WISHED` at a path where no file is. */
const stepAt = (path: string, more: Partial<Step> = {}): Step => ({
  path,
  before: { sha256: hashOf(WISHED), mode: 0o755 },
  after: null,
  fresh: null,
  aside: `.${path.split("/").at(-1)}.0123456789ab.tmp`,
  ...more,
});

/** A journal as an interrupted commit leaves it, and the content that its session kept. */
function leaveJournal({ folder, root }: StoreScene, steps: readonly Step[], more: Partial<Journal> = {}): string {
  const backups = join(folder, "sessions", SESSION, "backups");
  mkdirSync(backups, { recursive: true });
  writeFileSync(join(backups, hashOf(WISHED)), WISHED);
  const file = join(folder, "journal.json");
  const journal = {
    schema_version: 1,
    root,
    session: SESSION,
    to: "committed",
    steps,
    folders: [],
    emptied: [],
    ...more,
  };
  writeFileSync(file, JSON.stringify(journal));
  return file;
}

/** The project, the store and what is beside them, without the store's lock. */
const everything = ({ base }: StoreScene): readonly (readonly [string, string])[] =>
  Object.entries(treeOf(base)).filter(([path]) => !path.endsWith("lock.sqlite"));

describe("a journal that names what no edit may touch stops the recovery", () => {
  const removes = { before: null, after: { sha256: hashOf(Buffer.from("[core]\n")), mode: 0o644 } };
  it.each<[name: string, step: Step, more?: Partial<Journal>]>([
    ["a file outside the project", stepAt("../outside.sh")],
    ["the same, behind a folder of it", stepAt("empty/../../outside.sh")],
    ["an absolute path", stepAt("/outside.sh")],
    ["a new file of git's", stepAt(".git/hooks/pre-commit")],
    ["a file of git's to remove", stepAt(".git/config", removes)],
    ["git's folder in capitals", stepAt("sub/.GIT/config")],
    ["a secret", stepAt(".env")],
    ["a lock file", stepAt("package-lock.json")],
    ["a dependency", stepAt("node_modules/x/index.js")],
    ["another file to remove in the end", stepAt("a.ts", { aside: "other.ts" })],
    ["another place for the new file", stepAt("a.ts", { fresh: "../outside.sh" })],
    ["a folder outside to remove", stepAt("a.ts"), { folders: [".."] }],
    ["a folder of no file of the edit", stepAt("a.ts"), { emptied: ["empty/x"] }],
    ["a session elsewhere", stepAt("a.ts"), { session: "../../elsewhere" }],
  ])("%s", async (_name, step, more) => {
    const scene = await openScene(FILES);
    const file = leaveJournal(scene, [stepAt("made.ts"), step], more);
    const before = everything(scene);
    await expect(scene.reopen()).rejects.toMatchObject({
      code: "DOCUMENT_INVALID",
      message: expect.stringContaining(file),
      hint: expect.any(String),
    });
    await expect(scene.store.apply(changeSet([scene.replace("a.ts", "a", "b")]))).rejects.toMatchObject({
      code: "DOCUMENT_INVALID",
    });
    expect(everything(scene)).toEqual(before);
  });
});

test("a folder that has become a link since the crash: the journal stays, and the message says what to do", async () => {
  const scene = await openScene({ ...FILES, "b/b.ts": "b\n" });
  renameSync(scene.path("b"), join(scene.base, "moved"));
  symlinkSync(join(scene.base, "moved"), scene.path("b"));
  const file = leaveJournal(scene, [stepAt("b/b.ts")]);
  const before = everything(scene);
  await expect(scene.reopen()).rejects.toMatchObject({
    code: "STORAGE_UNAVAILABLE",
    hint: expect.stringContaining(file),
  });
  expect(everything(scene)).toEqual(before);
});

test("a recovery sets no permissions but those that were there", async () => {
  const scene = await openScene(FILES);
  scene.write("a.ts", "a\n", 0o640);
  const wild = { before: { sha256: hashOf(WISHED), mode: 0o6777 } };
  leaveJournal(scene, [
    stepAt("a.ts", { ...wild, after: { sha256: hashOf(Buffer.from("a\n")), mode: 0o644 } }),
    stepAt("gone.sh", wild),
  ]);
  expect((await scene.reopen()).recovered).toMatchObject({ outcome: "put back", obstacles: [] });
  expect([scene.read("a.ts"), scene.read("gone.sh")]).toEqual([WISHED, WISHED]);
  const modes = ["a.ts", "gone.sh"].map((path) => statSync(scene.path(path)).mode & 0o7777);
  expect(modes).toEqual(isPosix ? [0o640, 0o777] : [0o666, 0o666]);
});

test.each(["../outside.ts", ".git/config", ".env"])("a session that names %s is not undone", async (path) => {
  const scene = await openScene(FILES);
  const id = await stageNew(
    scene.store,
    changeSet([{ kind: "delete", path: "a.ts", contentHash: hashOf(scene.read("a.ts")) }]),
  );
  await scene.store.commit(id);
  const file = join(scene.folder, "sessions", id, "session.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"path":"a.ts"', `"path":"${path}"`));
  const before = scene.tree();
  const refusal = { code: "DOCUMENT_INVALID", message: expect.stringContaining(file) };
  await expect(scene.store.undo(id)).rejects.toMatchObject(refusal);
  expect(() => scene.store.previewUndo(id)).toThrow(expect.objectContaining(refusal));
  expect(scene.tree()).toEqual(before);
  expect(existsSync(join(scene.base, "outside.ts"))).toBe(false);
});
