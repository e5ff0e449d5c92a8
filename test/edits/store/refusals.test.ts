// What the store does not write: through links, over files of others, without permission, beside another writer. Everything stays as
// it was, and the answer says why.
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planChanges } from "../../../src/edits/store/plan-changes.ts";
import { withStoreLock } from "../../../src/edits/store/store-lock.ts";
import { asOrdinaryUser } from "../../storage/scratch.ts";
import { isPosix } from "../../support/this-system.ts";
import { changeSet, hashOf, openScene, type StoreScene, stageNew } from "./store-scene.ts";

const FILES = { "a.ts": "a old\n", "b/b.ts": "b old\n" };

async function staged(scene: StoreScene): Promise<string> {
  const changes = [scene.replace("a.ts", "old", "new"), scene.replace("b/b.ts", "old", "new")];
  return stageNew(scene.store, changeSet(changes));
}

function outside(scene: StoreScene): string {
  const folder = join(scene.base, "outside");
  mkdirSync(folder);
  writeFileSync(join(folder, "b.ts"), FILES["b/b.ts"]);
  return folder;
}

test("a folder that became a link to a folder with the same file: nothing is written through it", async () => {
  const scene = await openScene(FILES);
  const id = await staged(scene);
  const other = outside(scene);
  renameSync(scene.path("b"), scene.path("../moved"));
  symlinkSync(other, scene.path("b"));
  expect(await scene.store.commit(id)).toMatchObject({
    kind: "refused",
    refusals: [{ rule: "through-link", path: "b/b.ts" }],
  });
  expect(readdirSync(other)).toEqual(["b.ts"]);
  expect(readFileSync(join(other, "b.ts"), "utf8")).toBe("b old\n");
  expect(scene.read("a.ts").toString()).toBe("a old\n");
});

test("a file that became a link to the same content", async () => {
  const scene = await openScene(FILES);
  const id = await staged(scene);
  const other = outside(scene);
  rmSync(scene.path("b/b.ts"));
  symlinkSync(join(other, "b.ts"), scene.path("b/b.ts"));
  expect(await scene.store.commit(id)).toMatchObject({ refusals: [{ rule: "through-link" }] });
  expect(scene.tree()["b/b.ts"]).toMatch(/link$/);
  expect(readFileSync(join(other, "b.ts"), "utf8")).toBe("b old\n");
});

test("a file without permission to write it stays, also for somebody who might", async () => {
  const scene = await openScene(FILES);
  const id = await staged(scene);
  chmodSync(scene.path("b/b.ts"), 0o444);
  expect(await scene.store.commit(id)).toMatchObject({
    kind: "refused",
    refusals: [{ rule: "protected", path: "b/b.ts" }],
  });
  expect([scene.read("a.ts").toString(), scene.read("b/b.ts").toString()]).toEqual(["a old\n", "b old\n"]);
  chmodSync(scene.path("b/b.ts"), 0o644);
  expect(await scene.store.commit(id)).toMatchObject({ kind: "committed" });
});

test("undo writes through no link either", async () => {
  const scene = await openScene(FILES);
  const id = await staged(scene);
  await scene.store.commit(id);
  const other = outside(scene);
  writeFileSync(join(other, "b.ts"), scene.read("b/b.ts"));
  renameSync(scene.path("b"), scene.path("../moved"));
  symlinkSync(other, scene.path("b"));
  const outcome = await scene.store.undo(id);
  expect(outcome).toMatchObject({
    kind: "stale",
    obstacles: [{ path: "b/b.ts", why: expect.stringContaining("symbolic link") }],
  });
  expect(readFileSync(join(other, "b.ts"), "utf8")).toBe("b new\n");
  expect(scene.read("a.ts").toString()).toBe("a new\n");
});

test.each([
  ["../x.ts", "outside-root"],
  ["/etc/x.ts", "outside-root"],
  ["a/../../x.ts", "outside-root"],
  [".git/hooks/pre-commit", "outside-root"],
  ["sub/.GIT/config", "outside-root"],
  ["x\0.ts", "outside-root"],
  ["a.ts", "collision"],
  ["a.ts/x.ts", "through-link"],
])("a new file at %j is refused: %s", async (path, rule) => {
  const scene = await openScene(FILES);
  const before = scene.tree();
  const outcome = await scene.store.apply(changeSet([{ kind: "create", path, text: "x", like: null }]));
  expect(outcome).toMatchObject({ kind: "refused", refusals: [{ rule }] });
  expect(scene.tree()).toEqual(before);
  expect(existsSync(join(scene.base, "x.ts"))).toBe(false);
});

test("a file with a second name (hard link) is not parted from it", async () => {
  const scene = await openScene(FILES);
  linkSync(scene.path("a.ts"), scene.path("same.ts"));
  const outcome = await scene.store.apply(changeSet([scene.replace("a.ts", "old", "new")]));
  expect(outcome).toMatchObject({ refusals: [{ rule: "through-link", message: expect.stringContaining("2 names") }] });
  expect(scene.read("same.ts").toString()).toBe("a old\n");
});

test("two changes of one file in one change set", async () => {
  const scene = await openScene(FILES);
  const changes = [scene.replace("a.ts", "a", "A"), scene.replace("a.ts", "old", "new")];
  expect(planChanges(scene.root, changes)).toMatchObject({ refusals: [{ rule: "overlap", path: "a.ts" }] });
});

test.runIf(isPosix)("a folder without permission to write: no file is changed", async () => {
  const scene = await openScene(FILES);
  for (const folder of [scene.base, scene.root, scene.path("b"), scene.path("a.ts"), scene.path("b/b.ts")])
    chownSync(folder, 65_534, process.getegid?.() ?? 0);
  await asOrdinaryUser(async () => {
    const id = await staged(scene);
    chmodSync(scene.path("b"), 0o555);
    const before = scene.tree();
    await expect(scene.store.commit(id)).rejects.toMatchObject({
      code: "STORAGE_UNAVAILABLE",
      message: expect.stringMatching(/^cannot write b\/b\.ts: EACCES: permission denied; no file was changed$/),
    });
    expect(scene.tree()).toEqual(before);
    chmodSync(scene.path("b"), 0o755);
    expect(await scene.store.commit(id)).toMatchObject({ kind: "committed" });
  });
});

test.runIf(isPosix)("a file that cannot be read", async () => {
  const scene = await openScene(FILES);
  const change = scene.replace("a.ts", "old", "new");
  for (const path of [scene.base, scene.root, scene.path("a.ts")]) chownSync(path, 65_534, process.getegid?.() ?? 0);
  chmodSync(scene.path("a.ts"), 0o200);
  await asOrdinaryUser(async () => {
    const outcome = await scene.store.apply(changeSet([change]));
    expect(outcome).toMatchObject({ refusals: [{ rule: "unsupported", message: expect.stringContaining("EACCES") }] });
  });
});

test.skipIf(process.geteuid?.() !== 0)("a file of another user keeps its owner", async () => {
  const scene = await openScene(FILES);
  chownSync(scene.path("a.ts"), 1234, 4321);
  chmodSync(scene.path("a.ts"), 0o6755);
  await scene.store.apply(changeSet([scene.replace("a.ts", "old", "new")]));
  expect(statSync(scene.path("a.ts"))).toMatchObject({ uid: 1234, gid: 4321, mode: 0o106755 });
});

test("while another process commits, an edit waits, and gives up with a clear error", async () => {
  const scene = await openScene(FILES);
  const id = await staged(scene);
  const impatient = await scene.reopen({ lockWaitMs: 30 });
  let release = (): void => undefined;
  const held = withStoreLock(scene.folder, 1_000, () => new Promise<void>((resolve) => (release = resolve)));
  await expect(impatient.commit(id)).rejects.toMatchObject({
    code: "STORAGE_UNAVAILABLE",
    message: "another process is writing edits of this project",
  });
  const waiting = scene.store.commit(id);
  release();
  await held;
  expect(await waiting).toMatchObject({ kind: "committed" });
});

test("two commits at once: one makes the edit, the other is told", async () => {
  const scene = await openScene(FILES);
  const id = await staged(scene);
  const other = await scene.reopen();
  const outcomes = await Promise.allSettled([scene.store.commit(id), other.commit(id)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "INVALID_INPUT", message: expect.stringContaining("is committed") },
  });
  expect(scene.read("a.ts").toString()).toBe("a new\n");
});

test("old sessions are removed by number and by size, staged ones and the newest never", async () => {
  const scene = await openScene(FILES);
  let minute = 0;
  const now = () => new Date(Date.UTC(2026, 10, 24, 1, minute++));
  const store = await scene.reopen({ sessionsMax: 2, now });
  const waiting = await stageNew(store, changeSet([scene.replace("b/b.ts", "old", "new")]));
  const ids: string[] = [];
  const removed: (readonly string[])[] = [];
  for (const [from, to] of [
    ["old", "one"],
    ["one", "two"],
    ["two", "three"],
  ] as const) {
    const outcome = await store.apply(changeSet([scene.replace("a.ts", from, to)]));
    if (outcome.kind === "committed") {
      ids.push(outcome.session.id);
      removed.push(outcome.removed);
    }
  }
  expect(removed).toEqual([[], [], [ids[0]]]);
  expect(store.list().map(({ id }) => id)).toEqual([ids[2], ids[1], waiting]);
  const small = await scene.reopen({ bytesMax: 10, now });
  const last = await small.apply(changeSet([scene.replace("a.ts", "three", "four")]));
  expect(last).toMatchObject({ removed: [ids[2], ids[1]] });
  expect(last.kind === "committed" && (await small.undo(last.session.id)).kind).toBe("undone");
  expect(scene.read("a.ts").toString()).toBe("a three\n");
});

test("a backup that is damaged is not restored", async () => {
  const scene = await openScene(FILES);
  const id = await staged(scene);
  await scene.store.commit(id);
  writeFileSync(join(scene.folder, "sessions", id, "backups", hashOf(Buffer.from("a old\n"))), "other");
  await expect(scene.store.undo(id)).rejects.toMatchObject({
    code: "DOCUMENT_INVALID",
    message: expect.stringContaining("is damaged"),
  });
  expect(scene.read("a.ts").toString()).toBe("a new\n");
});
