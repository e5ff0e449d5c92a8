// Clearing an index: what goes, what is shared and stays, and that whoever works on it stops and writes nothing more.
import { existsSync, readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CachedProject, cachedProjects } from "../../../src/index/upkeep/cache-inventory.ts";
import { type ClearOptions, clearIndexes } from "../../../src/index/upkeep/clear-index.ts";
import type { SearchResult } from "../../../src/search/answer/search-result.ts";
import { openJoinedCache } from "../../../src/search/cache/joined-cache.ts";
import { type CacheScene, openCacheScene } from "../../support/cache-scene.ts";

let scene: CacheScene;
beforeEach(() => {
  scene = openCacheScene();
});
afterEach(() => scene.dispose());

function clear(names: readonly string[], changes: Partial<ClearOptions> = {}) {
  const wanted = names.map((name) => scene.indexFolder(name));
  const projects = cachedProjects(scene.cacheFolder, []).filter(({ folder }) => wanted.includes(folder));
  return clearIndexes({
    cacheFolder: scene.cacheFolder,
    projects,
    all: false,
    signal: new AbortController().signal,
    ...changes,
  });
}

async function remaining(name: string) {
  const { index, embedder, close } = await scene.open(name);
  const report = await index.complete({});
  await close();
  return { indexed: report.indexedFiles, embedded: embedder.embedded.length };
}

it("takes the database and the vectors that no other project refers to, and counts those that it keeps", async () => {
  await scene.make("shop", "shared", 8);
  scene.write("worktree", "shared", 8);
  expect(await scene.make("worktree", "own", 5)).toBe(5);
  const report = await clear(["worktree"]);
  expect(report).toMatchObject({ vectorsRemoved: 5, vectorsShared: 8, problems: [] });
  expect(existsSync(scene.indexFolder("worktree"))).toBe(false);
  expect(await remaining("shop")).toEqual({ indexed: 0, embedded: 0 });
  expect(await remaining("worktree")).toEqual({ indexed: 13, embedded: 5 });
});

it("of all leaves no index and no vector, and a server that is open builds anew", async () => {
  await scene.make("shop", "main", 8);
  const server = await scene.open("shop");
  await server.index.complete({});
  const projects: CachedProject[] = cachedProjects(scene.cacheFolder, []);
  expect(await clear([], { projects, all: true })).toMatchObject({ vectorsRemoved: 8, problems: [] });
  expect(scene.vectors().size).toBe(0);
  expect((await server.index.complete({})).coverage).toMatchObject({ chunks: 8, chunksEmbedded: 8 });
  await server.close();
  expect(scene.vectors().size).toBe(8);
});

it("takes what is cached about several projects, which may have its text", async () => {
  await scene.make("shop", "main", 2);
  await scene.make("other", "other", 2);
  const joined = openJoinedCache(scene.cacheFolder, "disk");
  const cache = await joined.get();
  cache?.store("key", { query: "text of shop", hits: [] } as unknown as SearchResult);
  await joined.close();
  const kept = async () => {
    const again = openJoinedCache(scene.cacheFolder, "disk");
    const answer = (await again.get())?.lookup("key") ?? null;
    await again.close();
    return answer !== null;
  };
  expect(await kept()).toBe(true);
  const { bytesBefore, bytesAfter } = await clear(["shop"]);
  expect(await kept()).toBe(false);
  expect(bytesAfter).toBeLessThan(bytesBefore);
  expect(existsSync(scene.indexFolder("other"))).toBe(true);
});

describe("while a server works on it", () => {
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it("stops making vectors within two seconds, and what it was making does not come back", async () => {
    await scene.make("other", "other", 2);
    scene.write("shop", "main", 400);
    const server = await scene.open("shop", { delayMs: 20 });
    const ending = server.index.complete({}).then(
      () => "completed",
      (error: { code?: string }) => error.code,
    );
    while (scene.vectors().size < 12) {
      await wait(20);
    }
    const busy = cachedProjects(scene.cacheFolder, []).filter(({ users }) => users.length > 0);
    expect(busy.map(({ folder }) => folder)).toEqual([scene.indexFolder("shop")]);
    const report = await clear(["shop"], { projects: busy });
    expect(report.vectorsRemoved).toBeGreaterThan(0);
    const stoppedAt = server.embedder.embedded.length;
    await wait(1_000);
    expect(server.embedder.embedded.length).toBe(stoppedAt);
    expect(await ending).toBe("CANCELLED");
    expect(existsSync(scene.indexFolder("shop"))).toBe(false);
    expect(scene.vectors().size).toBe(2);
    expect(server.index.working()).toBe(false);
    await server.close();
    expect(readdirSync(`${scene.cacheFolder}/projects`)).toHaveLength(1);
  });

  it("stops reading files, and its next question builds anew", async () => {
    scene.write("shop", "main", 500);
    const server = await scene.open("shop");
    const first = server.index.freshen({ waitMs: 60_000, embedUpTo: 0 });
    while (!cachedProjects(scene.cacheFolder, []).some(({ users }) => users.length > 0)) {
      await wait(5);
    }
    await clear(["shop"], { projects: cachedProjects(scene.cacheFolder, []) });
    const told = await first;
    // It answers from what it had, and says what it lacks.
    expect(told.coverage.filesSearchable + told.lagging).toBeGreaterThanOrEqual(500);
    const next = await server.index.freshen({ waitMs: 60_000, embedUpTo: 0 });
    expect(next).toMatchObject({ lagging: 0, coverage: { filesSearchable: 500 } });
    expect(existsSync(scene.indexFolder("shop"))).toBe(true);
  });

  it("is opened, cleared and opened again at the same moments, and ends whole", async () => {
    scene.write("shop", "main", 30);
    for (let round = 0; round < 6; round++) {
      const opening = scene.open("shop").then(async ({ index, close }) => {
        const { coverage, lagging } = await index.freshen({ waitMs: 60_000, embedUpTo: 0 });
        await close();
        return coverage.filesSearchable + lagging;
      });
      await wait(round * 7);
      await clear(["shop"]);
      expect(await opening).toBeGreaterThanOrEqual(30);
    }
    expect(await remaining("shop")).toMatchObject({ embedded: 30 });
  });
});
