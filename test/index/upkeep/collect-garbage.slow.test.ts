// What is collected, what never is, and that nothing of it makes a wrong answer. Issue 5.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AnalysisStore } from "../../../src/index/ingest/analysis-store.ts";
import { cacheBytes, cachedProjects } from "../../../src/index/upkeep/cache-inventory.ts";
import { clearIndexes } from "../../../src/index/upkeep/clear-index.ts";
import { type CollectOptions, collectGarbage } from "../../../src/index/upkeep/collect-garbage.ts";
import { THIS_PROCESS } from "../../../src/system/process-identity.ts";
import type { RunningProcess } from "../../../src/system/running-processes.ts";
import { openSqlite } from "../../../src/system/sqlite.ts";
import { type CacheScene, openCacheScene } from "../../support/cache-scene.ts";
import { inProcessAnalyzer } from "../../support/in-process-analyzer.ts";

let scene: CacheScene;
beforeEach(() => {
  scene = openCacheScene();
});
afterEach(() => scene.dispose());

function collect(changes: Partial<CollectOptions> = {}) {
  return collectGarbage({
    cacheFolder: scene.cacheFolder,
    limitBytes: 0,
    dryRun: false,
    thorough: true,
    processes: () => [],
    signal: new AbortController().signal,
    ...changes,
  });
}

function runningWith(...projects: string[]): RunningProcess {
  return { ...THIS_PROCESS, kind: "server", version: "1", client: "", sinceMs: 0, projects };
}

const rootsOf = (projects: readonly { readonly root: string | null }[]) =>
  projects.map(({ root }) => basename(root ?? "nobody's")).sort();

async function remaining(name: string) {
  const { index, embedder, close } = await scene.open(name);
  const report = await index.complete({});
  await close();
  return { indexed: report.indexedFiles, embedded: embedder.embedded.length, coverage: report.coverage };
}

it("of a cache that cannot be read is a failure that names the place and the cure", async () => {
  const path = join(scene.cacheFolder, "projects", "loop");
  mkdirSync(join(scene.cacheFolder, "projects"), { recursive: true });
  symlinkSync("loop", path);
  await expect(collect()).rejects.toMatchObject({
    code: "INDEX_UNAVAILABLE",
    hint: expect.stringContaining(path),
  });
});

describe("a project whose folder is gone", () => {
  it("goes with its database and the vectors that nobody shares; the others lack nothing", async () => {
    await scene.make("shop", "shared", 12);
    await scene.make("worktree", "shared", 12);
    await scene.make("old", "own", 9);
    scene.write("old", "shared", 3);
    expect(await remaining("old")).toMatchObject({ indexed: 3, embedded: 0 });
    rmSync(scene.root("old"), { recursive: true });
    const report = await collect();
    expect(rootsOf(report.projects)).toEqual(["old"]);
    expect(report).toMatchObject({ vectorsRemoved: 9, vectorsKept: 12, problems: [], inUse: [], away: [] });
    expect(existsSync(scene.indexFolder("old"))).toBe(false);
    expect(report.bytesAfter).toBeLessThan(report.bytesBefore);
    for (const name of ["shop", "worktree"]) {
      expect(await remaining(name)).toMatchObject({ indexed: 0, embedded: 0, coverage: { chunksEmbedded: 12 } });
    }
  });

  it("stays while a living process has it open, and is said to", async () => {
    await scene.make("old", "own", 3);
    rmSync(scene.root("old"), { recursive: true });
    const report = await collect({ processes: () => [runningWith(scene.root("old"))] });
    expect([rootsOf(report.projects), rootsOf(report.inUse), report.vectorsRemoved]).toEqual([[], ["old"], 0]);
  });

  it("stays where another file system answers for it: its disk may only not be there", async () => {
    await scene.make("old", "own", 3);
    rmSync(scene.root("old"), { recursive: true });
    const marker = join(scene.indexFolder("old"), "project.json");
    writeFileSync(marker, JSON.stringify({ root: scene.root("old"), device: 1 }));
    const report = await collect();
    expect([rootsOf(report.projects), rootsOf(report.away)]).toEqual([[], ["old"]]);
  });

  it("is left alone for a day by a server that cleans by itself: a folder may be on its way to another name", async () => {
    await scene.make("old", "own", 3);
    renameSync(scene.root("old"), scene.root("renamed"));
    expect((await collect({ thorough: false })).projects).toEqual([]);
    scene.age("old", 2);
    expect(rootsOf((await collect({ thorough: false })).projects)).toEqual(["old"]);
  });
});

describe("a folder that does not say whose it is", () => {
  const folder = () => join(scene.cacheFolder, "projects", "somebody-0123456789ab");

  it("stays while it is young, also when nothing is in it yet: another process may have just made it", async () => {
    mkdirSync(folder(), { recursive: true });
    expect((await collect()).projects).toEqual([]);
    expect(existsSync(folder())).toBe(true);
  });

  it("goes when nothing in it was used for a week", async () => {
    mkdirSync(folder(), { recursive: true });
    writeFileSync(join(folder(), "current-v7"), "nothing\n");
    const then = Date.now() / 1000 - 8 * 86_400;
    for (const path of [join(folder(), "current-v7"), folder()]) {
      utimesSync(path, then, then);
    }
    expect(await collect()).toMatchObject({ projects: [{ root: null, reason: "unused" }] });
    expect(existsSync(folder())).toBe(false);
  });
});

describe("vectors", () => {
  it("that no project refers to go when a person asks, and stay otherwise: a branch may be switched back", async () => {
    await scene.make("shop", "main", 6);
    scene.write("shop", "branch", 5);
    await remaining("shop");
    for (const name of readdirSync(scene.root("shop")).filter((file) => file.startsWith("branch"))) {
      rmSync(join(scene.root("shop"), name));
    }
    await remaining("shop");
    expect((await collect({ thorough: false })).vectorsRemoved).toBe(0);
    expect((await collect()).vectorsRemoved).toBe(5);
    expect(await remaining("shop")).toMatchObject({ embedded: 0, coverage: { chunksEmbedded: 6 } });
  });

  it("that are written while it cleans are never touched, whoever refers to them", async () => {
    await scene.make("shop", "main", 6);
    const other = await scene.open("shop");
    scene.write("shop", "late", 4);
    const [, report] = await Promise.all([other.index.complete({}), collect()]);
    await other.close();
    expect(report.problems).toEqual([]);
    expect(await remaining("shop")).toMatchObject({ embedded: 0, coverage: { chunksEmbedded: 10 } });
  });

  it("that are lost all the same are embedded again: the answer is the same, only later", async () => {
    await scene.make("shop", "main", 6);
    const server = await scene.open("shop");
    await server.index.complete({});
    // As if the sweep had read the project before these were referred to.
    const [store = ""] = readdirSync(join(scene.cacheFolder, "vectors")).filter((name) => name.endsWith(".sqlite"));
    const database = openSqlite(join(scene.cacheFolder, "vectors", store));
    database.exec("DELETE FROM vectors");
    database.close();
    scene.write("shop", "more", 1);
    expect((await server.index.complete({})).coverage).toMatchObject({ chunks: 7, chunksEmbedded: 7 });
    await server.close();
    expect(await remaining("shop")).toMatchObject({ embedded: 6, coverage: { chunks: 7, chunksEmbedded: 7 } });
  });

  it("all stay where one project's index cannot be read, since it may need them", async () => {
    await scene.make("shop", "main", 6);
    await scene.make("broken", "other", 4);
    const [pointer = ""] = readdirSync(scene.indexFolder("broken")).filter((name) => name.startsWith("current-"));
    const database = readFileSync(join(scene.indexFolder("broken"), pointer), "utf8").trim();
    writeFileSync(join(scene.indexFolder("broken"), database), "not a database");
    const report = await collect();
    expect(report).toMatchObject({ projects: [], vectorsRemoved: 0, vectorsKept: 10 });
    expect(report.problems).toMatchObject(
      [{ code: "CACHE_UNAVAILABLE", message: /no vector was removed/ }].map(({ code, message }) => ({
        code,
        message: expect.stringMatching(message),
      })),
    );
  });

  it("that another installed version's index refers to stay", async () => {
    await scene.make("shop", "main", 6);
    const folder = scene.indexFolder("shop");
    const [pointer = ""] = readdirSync(folder).filter((name) => name.startsWith("current-"));
    const name = readFileSync(join(folder, pointer), "utf8").trim();
    const newer = name.replace(/^index-v\d+/, "index-v99");
    renameSync(join(folder, name), join(folder, newer));
    rmSync(join(folder, pointer));
    writeFileSync(join(folder, "current-v99"), `${newer}\n`);
    expect(await collect()).toMatchObject({ vectorsRemoved: 0, vectorsKept: 6, leftovers: [], problems: [] });
    expect(existsSync(join(folder, newer))).toBe(true);
  });
});

describe("the limit", () => {
  it("takes the least recently used projects first, and only as many as it must", async () => {
    for (const [at, name] of ["first", "second", "third", "fourth"].entries()) {
      await scene.make(name, name, 40);
      scene.age(name, 10 - at);
    }
    const { bytesBefore } = await collect({ dryRun: true });
    const limitBytes = Math.round(bytesBefore * 0.6);
    const foretold = await collect({ dryRun: true, limitBytes });
    const report = await collect({ thorough: false, limitBytes });
    expect(rootsOf(report.projects)).toEqual(["first", "second"]);
    expect(rootsOf(foretold.projects)).toEqual(["first", "second"]);
    expect(foretold.vectorsRemoved).toBe(report.vectorsRemoved);
    expect(report.vectorsRemoved).toBe(80);
    expect(report.bytesAfter).toBeLessThanOrEqual(limitBytes);
    expect(Math.abs(foretold.bytesAfter - report.bytesAfter)).toBeLessThan(bytesBefore / 5);
  });

  it("never takes one in use, and says that it is not kept", async () => {
    await scene.make("old", "old", 20);
    await scene.make("new", "new", 20);
    scene.age("old", 10);
    const report = await collect({ limitBytes: 1_000, processes: () => [runningWith(scene.root("old"))] });
    expect(rootsOf(report.projects)).toEqual(["new"]);
    expect(report.problems).toMatchObject([{ code: "CACHE_UNAVAILABLE" }]);
    expect(await remaining("old")).toMatchObject({ indexed: 0, embedded: 0 });
  });

  it("does not take away what somebody opened while it chose", async () => {
    await scene.make("old", "old", 20);
    let looks = 0;
    const processes = () => (looks++ === 0 ? [] : [runningWith(scene.root("old"))]);
    const report = await collect({ limitBytes: 1_000, processes });
    expect([report.projects, report.vectorsRemoved]).toEqual([[], 0]);
    expect(await remaining("old")).toMatchObject({ indexed: 0, embedded: 0 });
  });
});

describe("leftovers", () => {
  it("of crashes and older versions go when they are old enough, and nothing else does", async () => {
    await scene.make("shop", "main", 2);
    const folder = scene.indexFolder("shop");
    const kept = readdirSync(folder);
    const old = [
      "index-v7-00000000000000aa.sqlite",
      "index-v7-00000000000000aa.sqlite-wal",
      ".current-v7.0123456789ab.tmp",
      "vectors.hnsw.json.0123456789ab.graph",
      "current-v0",
      "index-v0-00000000000000bb.sqlite",
    ];
    for (const name of old) {
      writeFileSync(join(folder, name), name === "current-v0" ? "index-v0-00000000000000bb.sqlite\n" : "x");
      const then = Date.now() / 1000 - 2 * 86_400;
      utimesSync(join(folder, name), then, then);
    }
    writeFileSync(join(folder, "index-v7-00000000000000cc.sqlite"), "another process makes it");
    writeFileSync(join(folder, "notes.txt"), "nobody knows whose");
    mkdirSync(join(scene.cacheFolder, "projects", ".removed-0123456789ab"));
    const foretold = await collect({ dryRun: true });
    const { leftovers } = await collect();
    expect(leftovers.map(({ path }) => basename(path)).sort()).toEqual([...old, ".removed-0123456789ab"].sort());
    expect(foretold.leftovers).toEqual(leftovers);
    expect(readdirSync(folder).sort()).toEqual([...kept, "index-v7-00000000000000cc.sqlite", "notes.txt"].sort());
    expect(await remaining("shop")).toMatchObject({ indexed: 0, embedded: 0 });
  });
});

describe("compaction", () => {
  it("keeps the file that servers have open, and makes it as small as what is in it", async () => {
    await scene.make("old", "old", 300);
    await scene.make("shop", "main", 5);
    const [name = ""] = readdirSync(join(scene.cacheFolder, "vectors")).filter((file) => file.endsWith(".sqlite"));
    const path = join(scene.cacheFolder, "vectors", name);
    const before = statSync(path);
    const server = await scene.open("shop");
    rmSync(scene.root("old"), { recursive: true });
    expect(await collect()).toMatchObject({ vectorsRemoved: 300, vectorsKept: 5 });
    const after = statSync(path);
    expect(after.ino).toBe(before.ino);
    expect(after.size).toBeLessThan(before.size / 2);
    scene.write("shop", "more", 3);
    expect((await server.index.complete({})).coverage).toMatchObject({ chunks: 8, chunksEmbedded: 8 });
    await server.close();
    expect(scene.vectors().size).toBe(8);
  });

  it.each(["removing", "compacting"])("that a full disk stops while %s is said, and loses nothing", async (work) => {
    await scene.make("old", "old", 60);
    await scene.make("shop", "main", 5);
    rmSync(scene.root("old"), { recursive: true });
    const fault = work === "removing" ? failTransactions() : failPragma("incremental_vacuum");
    const report = await collect();
    fault.mockRestore();
    expect(report.problems).toMatchObject([{ code: "CACHE_UNAVAILABLE", message: expect.stringMatching(/full/) }]);
    expect(rootsOf(report.projects)).toEqual(["old"]);
    expect(await remaining("shop")).toMatchObject({ indexed: 0, embedded: 0 });
    expect((await collect()).problems).toEqual([]);
    expect(scene.vectors().size).toBe(5);
  });
});

function diskFull(): never {
  throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
}

/** Those that write to the disk are begun at once; the lists of keys, in memory, are not. */
function failTransactions() {
  const { transaction } = Database.prototype;
  return vi.spyOn(Database.prototype, "transaction").mockImplementation(function (this: Database.Database, work) {
    const made = transaction.call(this, work);
    return Object.assign((...values: unknown[]) => made(...values), { immediate: diskFull }) as never;
  });
}

function failPragma(name: string) {
  const { pragma } = Database.prototype;
  return vi.spyOn(Database.prototype, "pragma").mockImplementation(function (this: Database.Database, source, options) {
    return source.startsWith(name) ? diskFull() : pragma.call(this, source, options);
  });
}

describe("the analyses of all projects", () => {
  /** Some 40 KB of them. */
  async function analyse(): Promise<void> {
    const store = new AnalysisStore(scene.cacheFolder);
    const document = await inProcessAnalyzer.analyze("a.ts", "export const a = [1, 2];\n");
    const entry = { path: "a.ts", contentHash: "00".repeat(32), analysis: "1:", document };
    store.write(Array.from({ length: 50 }, (_, at) => ({ ...entry, path: `${at}.ts` })));
    store.close();
  }
  const isThere = () => {
    const store = new AnalysisStore(scene.cacheFolder);
    const found = store.read({ path: "7.ts", contentHash: "00".repeat(32), analysis: "1:" });
    store.close();
    return found !== null;
  };

  it.each<[string, Partial<CollectOptions>, boolean]>([
    ["stay while there is room", { thorough: false }, true],
    ["stay in a dry run", { thorough: true, dryRun: true }, true],
    ["go when a user asks", { thorough: true }, false],
    ["go before any project above the limit", { thorough: false, limitBytes: 1_000_000 }, false],
  ])("%s", async (_, options, stays) => {
    await scene.make("shop", "own", 3);
    const projects = cacheBytes(scene.cacheFolder);
    await analyse();
    const limitBytes = options.limitBytes === undefined ? 0 : projects + 10_000;
    const report = await collect({ ...options, limitBytes });
    expect(report.projects).toEqual([]);
    expect(isThere()).toBe(stays);
    expect(report.bytesAfter < report.bytesBefore - 20_000).toBe(options.thorough === true || !stays);
  });

  it("go when an index is cleared", async () => {
    await scene.make("shop", "own", 3);
    await analyse();
    const projects = cachedProjects(scene.cacheFolder, []);
    await clearIndexes({ cacheFolder: scene.cacheFolder, projects, all: false, signal: new AbortController().signal });
    expect(isThere()).toBe(false);
  });
});

it("a report that nobody went on with for a month goes, with its clone; a younger one stays", async () => {
  const at = (...path: string[]) => join(scene.cacheFolder, ...path);
  for (const [age, name] of [
    [31, "old"],
    [29, "young"],
  ] as const) {
    mkdirSync(at("clones", name), { recursive: true });
    mkdirSync(at("reports"), { recursive: true });
    writeFileSync(at("clones", name, "a.ts"), "1");
    writeFileSync(at("reports", `${name}.sqlite`), "1");
    const past = Date.now() / 1000 - age * 86_400;
    utimesSync(at("clones", name), past, past);
    utimesSync(at("reports", `${name}.sqlite`), past, past);
  }
  const { leftovers } = await collect({ thorough: false });
  expect(leftovers).toHaveLength(2);
  expect([...readdirSync(at("reports")), ...readdirSync(at("clones"))]).toEqual(["young.sqlite", "young"]);
});
