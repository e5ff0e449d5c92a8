// Staging, committing and undoing edits of several files, byte for byte.
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import type { FileChange } from "../../../src/edits/change-set.ts";
import { localStoreDisk, type StoreDisk } from "../../../src/edits/store/store-disk.ts";
import { misfits } from "../../storage/schemas.ts";
import { isPosix } from "../../support/this-system.ts";
import { changeSet, entryOf, hashOf, openScene, type StoreScene, stageNew } from "./store-scene.ts";

const FILES = { "a.ts": "one\r\ntwo\r\n", "src/b.sh": "#!/bin/sh\nexit 1\n", "src/old.ts": "old", "gone.ts": "gone\n" };

/** One change of each kind. */
function allKinds(scene: StoreScene) {
  return changeSet([
    scene.replace("a.ts", "two", "2\r\n3"),
    { kind: "create", path: "new/deep/c.ts", text: "fresh\n", like: "a.ts" },
    { kind: "delete", path: "gone.ts", contentHash: hashOf(scene.read("gone.ts")) },
    {
      kind: "move",
      path: "src/old.ts",
      to: "new/name.ts",
      contentHash: hashOf(scene.read("src/old.ts")),
      edits: [{ start: 0, end: 0, text: "// " }],
    },
  ]);
}

test("a commit makes edits, new files with their folders, deletions and moves; undo takes all of it back", async () => {
  const scene = await openScene(FILES);
  scene.write("src/b.sh", FILES["src/b.sh"], 0o755);
  scene.write("src/old.ts", "old", 0o600);
  const before = scene.tree();
  const id = await stageNew(scene.store, allKinds(scene));
  await scene.store.stage(id, changeSet([scene.replace("src/b.sh", "exit 1", "exit 0")]));
  expect(scene.tree()).toEqual(before);

  const committed = await scene.store.commit(id);
  expect(committed).toMatchObject({ kind: "committed", session: { id, state: "committed" } });
  expect(scene.read("a.ts").toString()).toBe("one\r\n2\r\n3\r\n");
  expect(scene.read("new/deep/c.ts").toString()).toBe("fresh\r\n");
  expect(scene.tree()).toMatchObject({
    "src/b.sh": entryOf("755", Buffer.from("#!/bin/sh\nexit 0\n").toString("base64")),
    "new/name.ts": entryOf("600", Buffer.from("// old").toString("base64")),
  });
  expect(Object.keys(scene.tree()).sort()).toEqual(
    ["a.ts", "new", "new/deep", "new/deep/c.ts", "new/name.ts", "src", "src/b.sh"].sort(),
  );

  expect(await scene.store.undo(id)).toMatchObject({ kind: "undone" });
  expect(scene.tree()).toEqual(before);
  expect(scene.store.get(id).state).toBe("undone");
  expect(existsSync(join(scene.folder, "journal.json"))).toBe(false);
});

test("a staged session is there for the next process", async () => {
  const scene = await openScene(FILES);
  const id = await stageNew(scene.store, changeSet([scene.replace("a.ts", "one", "1")], "rename one"));
  const later = await scene.reopen();
  expect(later.get(id)).toMatchObject({ state: "staged", intents: ["rename one"] });
  expect(later.list().map((one) => one.id)).toEqual([id]);
  const preview = later.preview(id);
  expect(preview.kind === "planned" && preview.files[0]?.after?.text).toBe("1\r\ntwo\r\n");
  expect(await later.commit(id)).toMatchObject({ kind: "committed" });
  expect(scene.read("a.ts").toString()).toBe("1\r\ntwo\r\n");
});

test("a file that changed since it was staged stops the whole commit", async () => {
  const scene = await openScene(FILES);
  const id = await stageNew(
    scene.store,
    changeSet([scene.replace("a.ts", "one", "1"), scene.replace("gone.ts", "gone", "here")]),
  );
  scene.write("gone.ts", "written by somebody\n");
  const before = scene.tree();
  expect(await scene.store.commit(id)).toMatchObject({
    kind: "refused",
    refusals: [{ rule: "stale", path: "gone.ts" }],
  });
  expect(scene.tree()).toEqual(before);
  expect(scene.store.get(id).state).toBe("staged");
});

test.runIf(isPosix)("undo keeps permissions that a file got since the edit", async () => {
  const scene = await openScene(FILES);
  const id = await stageNew(scene.store, changeSet([scene.replace("src/b.sh", "exit 1", "exit 0")]));
  await scene.store.commit(id);
  scene.write("src/b.sh", scene.read("src/b.sh").toString(), 0o755);
  expect(await scene.store.undo(id)).toMatchObject({ kind: "undone" });
  expect(scene.tree()["src/b.sh"]).toBe(`755 ${Buffer.from(FILES["src/b.sh"]).toString("base64")}`);
});

test("undo names the files that are not as the commit left them, and changes none", async () => {
  const scene = await openScene(FILES);
  const outcome = await scene.store.apply(
    changeSet([scene.replace("a.ts", "one", "1"), scene.replace("gone.ts", "gone", "x")]),
  );
  const id = outcome.kind === "committed" ? outcome.session.id : "";
  scene.write("gone.ts", "x and more\n");
  const before = scene.tree();
  expect(await scene.store.undo(id)).toEqual({ kind: "stale", obstacles: [{ path: "gone.ts", why: "has changed" }] });
  expect(scene.tree()).toEqual(before);
  scene.write("gone.ts", "x\n");
  expect(await scene.store.undo(id)).toMatchObject({ kind: "undone" });
  expect(scene.read("gone.ts").toString()).toBe("gone\n");
});

test("an edit of a file that the session makes is made in its text, of two at once one", async () => {
  const scene = await openScene(FILES);
  const create = { kind: "create", path: "new/c.ts", text: "one two\n", like: null } as const;
  const id = await stageNew(scene.store, changeSet([create]));
  const edit = (at: number, by: string): FileChange => {
    const edits = [{ start: at, end: at + 3, text: by }];
    return { kind: "edit", path: create.path, contentHash: hashOf(Buffer.from(create.text)), edits };
  };
  const other = await scene.reopen();
  const outcomes = await Promise.all([
    scene.store.stage(id, changeSet([edit(0, "1")])),
    other.stage(id, changeSet([edit(4, "2")])),
  ]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["refused", "staged"]);
  expect(outcomes.find(({ kind }) => kind === "refused")).toMatchObject({ refusals: [{ rule: "stale" }] });
  await scene.store.commit(id);
  expect(["1 two\n", "one 2\n"]).toContain(scene.read("new/c.ts").toString());
  expect(await scene.store.undo(id)).toMatchObject({ kind: "undone" });
  expect(existsSync(scene.path("new"))).toBe(false);
});

test("edits of one session join where they do not overlap", async () => {
  const scene = await openScene(FILES);
  const id = await stageNew(scene.store, changeSet([scene.replace("a.ts", "two", "2")]));
  await scene.store.stage(id, changeSet([scene.replace("a.ts", "one", "1")]));
  expect(await scene.store.stage(id, changeSet([scene.replace("a.ts", "ne", "NE")]))).toMatchObject({
    kind: "refused",
    refusals: [{ rule: "overlap", path: "a.ts" }],
  });
  await scene.store.commit(id);
  expect(scene.read("a.ts").toString()).toBe("1\r\n2\r\n");
});

test("a refused apply leaves no session, and rollback discards a staged one", async () => {
  const scene = await openScene(FILES);
  const change = { ...scene.replace("a.ts", "one", "1"), contentHash: "0".repeat(64) };
  expect(await scene.store.apply(changeSet([change]))).toMatchObject({
    kind: "refused",
    refusals: [{ rule: "stale" }],
  });
  const id = await stageNew(scene.store, allKinds(scene));
  await scene.store.rollback(id);
  expect(scene.store.list()).toEqual([]);
  expect(readdirSync(join(scene.folder, "sessions"))).toEqual([]);
  await expect(scene.store.commit(id)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("what is written fits the schemas that are published", async () => {
  const scene = await openScene(FILES);
  const documents: [string, unknown][] = [];
  const disk: StoreDisk = {
    ...localStoreDisk,
    writeDocument: async (path, content) => {
      if (path.endsWith(".json")) documents.push([basename(path), JSON.parse(String(content))]);
      await localStoreDisk.writeDocument(path, content);
    },
  };
  const store = await scene.reopen({ disk });
  const id = await stageNew(store, { ...allKinds(scene), left: [{ path: "a.ts", line: 1, why: "in a string" }] });
  await store.commit(id);
  await store.undo(id);
  expect(documents.map(([name]) => name)).toEqual([
    ...["session.json", "journal.json", "session.json", "journal.json", "session.json"],
  ]);
  for (const [name, document] of documents) {
    expect(misfits(name === "journal.json" ? "edit-journal" : "edit-session", document), name).toBe("");
    expect(misfits(name === "journal.json" ? "edit-session" : "edit-journal", document)).not.toBe("");
  }
});

/** As a disk that is mounted read-only: it refuses to remove even what is not there. */
const readOnly = (): never => {
  throw Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS" });
};

test("a read-only project refuses the commit and leaves nothing to put back", async () => {
  const scene = await openScene(FILES);
  const before = scene.tree();
  const refuse = { makeFolder: readOnly, removeFolder: readOnly, link: readOnly, moveToFreeName: readOnly };
  const disk: StoreDisk = {
    ...localStoreDisk,
    ...refuse,
    rename: (path, name) => (path.startsWith(scene.folder) ? localStoreDisk.rename(path, name) : readOnly()),
    unlink: (path) => (path.startsWith(scene.folder) ? localStoreDisk.unlink(path) : readOnly()),
    writeNew: async (path, file) =>
      path.startsWith(scene.folder) ? localStoreDisk.writeNew(path, file) : Promise.resolve(readOnly()),
  };
  const store = await scene.reopen({ disk });
  await expect(store.apply(allKinds(scene))).rejects.toMatchObject({
    code: "STORAGE_UNAVAILABLE",
    message: expect.stringContaining("no file was changed"),
  });
  expect(scene.tree()).toEqual(before);
  expect((await scene.reopen({ disk })).recovered).toBeNull();
});

test("a project that becomes read-only in the middle is put back by the first start that can", async () => {
  const scene = await openScene(FILES);
  const before = scene.tree();
  const disk: StoreDisk = {
    ...localStoreDisk,
    link: readOnly,
    unlink: (path) => (path.startsWith(scene.folder) ? localStoreDisk.unlink(path) : readOnly()),
  };
  const refusal = { code: "STORAGE_UNAVAILABLE", message: expect.stringContaining("read-only file system") };
  const store = await scene.reopen({ disk });
  await expect(store.apply(allKinds(scene))).rejects.toMatchObject(refusal);
  await expect(scene.reopen({ disk })).rejects.toMatchObject(refusal);
  expect((await scene.reopen()).recovered).toMatchObject({ outcome: "put back", obstacles: [] });
  expect(scene.tree()).toEqual(before);
});

test("an edit that is refused begins no session", async () => {
  const scene = await openScene(FILES);
  const change = changeSet([scene.replace("a.ts", "one", "1")]);
  scene.write("a.ts", "written by somebody\n");
  expect(await scene.store.stage(null, change)).toMatchObject({ kind: "refused", refusals: [{ rule: "stale" }] });
  expect(scene.store.list()).toEqual([]);
});
