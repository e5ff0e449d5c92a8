// Properties of refresh: after any edits, the remembered corpus equals one made from nothing; and it is the same object
// when nothing changed.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Corpus, CorpusSource } from "../../src/project/corpus.ts";
import { type Disk, localDisk } from "../../src/project/disk.ts";
import { openCorpus } from "../../src/project/open-corpus.ts";
import { DEFAULT_RULES } from "../support/default-rules.ts";
import { propertySeeds } from "../support/property-runs.ts";
import { seededRandom } from "../support/random.ts";
import { pick, writeText } from "./generated-tree.ts";
import { attempt, editsOf, FOLDERS, outside } from "./random-edits.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "refresh-"));
});
afterEach(() => {
  for (const folder of [root, outside(root)]) rmSync(folder, { recursive: true, force: true });
});

const { edits: EDITS, git } = editsOf(() => root);

/** Refreshes, reads every admitted file, and refreshes again, so that content classes show. */
async function settle(source: CorpusSource): Promise<unknown> {
  await Promise.all([...(await source.refresh()).files.keys()].map((path) => source.read(path)));
  return readable(await source.refresh());
}

function readable(corpus: Corpus) {
  return { files: [...corpus.files.values()], excluded: corpus.excluded, problems: corpus.problems };
}

/** A clock on which every stamp is long past, so that unchanged folders and rules are never looked into again. */
const trustingDisk: Disk = { ...localDisk, now: () => Date.now() + 3_600_000 };

const CASES = [
  { name: "at once, while stamps cannot be trusted", disk: localDisk, pauseMs: 0 },
  { name: "after the clock has ticked, trusting every stamp", disk: trustingDisk, pauseMs: 12 },
] as const;
const SEEDS = propertySeeds(5);

for (const { name, disk, pauseMs } of CASES) {
  test.each(SEEDS)(`random edits ${name}: incremental = from nothing, seed %i`, async (seed) => {
    const random = seededRandom(seed);
    git("init", "-q");
    const source = openCorpus({ root, rules: DEFAULT_RULES, disk });
    await source.refresh();
    for (let step = 0; step < 25; step++) {
      if (pauseMs > 0) await pause(pauseMs);
      const edits = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, EDITS));
      for (const edit of edits) attempt(() => edit(random));
      const incremental = await settle(source);
      const fresh = await settle(openCorpus({ root, rules: DEFAULT_RULES, disk: localDisk }));
      expect(incremental, `step ${step}: ${edits.map((edit) => edit.name).join(", ")}`).toEqual(fresh);
    }
  });
}

test("nothing changed: the same corpus object, and no folder is listed again once its stamp can be trusted", async () => {
  for (const folder of FOLDERS) writeText(join(root, folder, "a.ts"), "one\n");
  let listings = 0;
  const counting: Disk = {
    ...trustingDisk,
    list: (folder) => {
      listings += 1;
      return localDisk.list(folder);
    },
  };
  const source = openCorpus({ root, rules: DEFAULT_RULES, disk: counting });
  const first = await source.refresh();
  const before = listings;
  expect(before).toBeGreaterThan(3);
  expect(await source.refresh()).toBe(first);
  expect(source.current()).toBe(first);
  expect(listings).toBe(before);
  writeText(join(root, "src", "new.ts"), "two\n");
  const second = await source.refresh();
  expect(second.files.has("src/new.ts")).toBe(true);
  expect(listings).toBe(before + 1);
});

test("an edit within its limits is all that differs, and one beyond them puts the file into its class", async () => {
  for (const folder of FOLDERS) writeText(join(root, folder, "a.ts"), "one\n");
  const source = openCorpus({ root, rules: { ...DEFAULT_RULES, maxFileBytes: 100 }, disk: localDisk });
  const first = await source.refresh();
  writeText(join(root, "src", "a.ts"), "two, longer\n");
  const second = await source.refresh();
  expect([...second.files.keys()]).toEqual([...first.files.keys()]);
  const differing = [...second.files].filter(([path, file]) => first.files.get(path) !== file);
  expect(differing.map(([path, { size }]) => `${path} ${size}`)).toEqual(["src/a.ts 12"]);
  expect(first.files.get("src/a.ts")?.size).toBe(4);
  writeText(join(root, "src", "a.ts"), "x".repeat(101));
  expect((await source.refresh()).excluded.oversized).toEqual({ count: 1, examples: ["src/a.ts"] });
});

test("a folder that changed within the clock's tick is listed again until its stamp proves something", async () => {
  writeText(join(root, "a.ts"), "one\n");
  const frozen = statSync(root);
  // A file system whose clock stands still: creating a file leaves the folder's stamp as it was.
  const stuck: Disk = {
    ...localDisk,
    now: () => frozen.mtimeMs + 1,
    stamp: (path) => {
      const stamp = localDisk.stamp(path);
      return stamp === null ? null : { ...stamp, mtimeMs: frozen.mtimeMs, ctimeMs: frozen.mtimeMs };
    },
  };
  const source = openCorpus({ root, rules: DEFAULT_RULES, disk: stuck });
  expect([...(await source.refresh()).files.keys()]).toEqual(["a.ts"]);
  writeText(join(root, "b.ts"), "two\n");
  expect([...(await source.refresh()).files.keys()]).toEqual(["a.ts", "b.ts"]);
});

test("a refresh that was broken off is completed by the next one", async () => {
  for (let index = 0; index < 50; index++) writeText(join(root, `folder${index}`, "a.ts"), "one\n");
  const fresh = readable(await openCorpus({ root, rules: DEFAULT_RULES }).refresh());
  for (let stopAfter = 1; stopAfter < 60; stopAfter += 7) {
    const stop = new AbortController();
    let looks = 0;
    const stopping: Disk = {
      ...localDisk,
      list: (folder) => {
        looks += 1;
        if (looks === stopAfter) stop.abort();
        // Long enough for the walk to end its turn after each folder.
        const end = performance.now() + 9;
        while (performance.now() < end && looks <= stopAfter + 1);
        return localDisk.list(folder);
      },
    };
    const source = openCorpus({ root, rules: DEFAULT_RULES, disk: stopping });
    if (stopAfter <= 51) await expect(source.refresh(stop.signal)).rejects.toMatchObject({ code: "CANCELLED" });
    expect(readable(await source.refresh())).toEqual(fresh);
  }
});

test("a refresh that was broken off while git was asked forgets nothing of what had changed", async () => {
  git("init", "-q");
  writeText(join(root, "a.ts"), "one\n");
  writeText(join(root, "b.ts"), "one\n");
  const source = openCorpus({ root, rules: DEFAULT_RULES, disk: trustingDisk });
  expect([...(await source.refresh()).files.keys()]).toEqual(["a.ts", "b.ts"]);
  await pause(12);
  git("add", "b.ts");
  writeText(join(root, ".git/info/exclude"), "a.ts\n");
  const slow = mkdtempSync(join(tmpdir(), "slow-git-"));
  writeFileSync(join(slow, "git"), "#!/bin/sh\nexec sleep 60\n", { mode: 0o755 });
  vi.stubEnv("PATH", `${slow}:${process.env["PATH"]}`);
  try {
    await expect(source.refresh(AbortSignal.timeout(100))).rejects.toMatchObject({ code: "CANCELLED" });
  } finally {
    vi.unstubAllEnvs();
    rmSync(slow, { recursive: true, force: true });
  }
  expect([...(await source.refresh()).files.keys()]).toEqual(["b.ts"]);
});

test("a caller that asks while a refresh runs gets one that began after it asked", async () => {
  writeText(join(root, "a.ts"), "one\n");
  const source = openCorpus({ root, rules: DEFAULT_RULES });
  const running = source.refresh();
  await Promise.resolve();
  writeText(join(root, "b.ts"), "two\n");
  const later = await Promise.all([source.refresh(), source.refresh()]);
  await running;
  expect(later.map((corpus) => [...corpus.files.keys()])).toEqual([
    ["a.ts", "b.ts"],
    ["a.ts", "b.ts"],
  ]);
});

test("the folder of the project is gone: said, not an empty corpus", async () => {
  const source = openCorpus({ root: join(root, "gone"), rules: DEFAULT_RULES });
  await expect(source.refresh()).rejects.toMatchObject({ code: "PROJECT_NOT_FOUND" });
  expect(existsSync(dirname(root)) && readdirSync(root)).toEqual([]);
});
