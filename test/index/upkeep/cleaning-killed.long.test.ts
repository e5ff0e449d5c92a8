// Killed in the middle of collecting or clearing: what is left is a whole cache, and the next run does the rest. Issue 5.
import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { collectGarbage } from "../../../src/index/upkeep/collect-garbage.ts";
import { type CacheScene, openCacheScene } from "../../support/cache-scene.ts";
import { bundleChildProgram, type ChildProgram, ended, nextMessage } from "../../support/child-program.ts";

let program: ChildProgram;
let scene: CacheScene;
let saved: string;
beforeAll(async () => {
  program = await bundleChildProgram("test/support/cleaning-child.ts");
  scene = openCacheScene();
  await scene.make("shop", "shared", 10);
  await scene.make("old", "own", 30);
  scene.write("old", "shared", 10);
  const old = await scene.open("old");
  await old.index.complete({});
  await old.close();
  saved = `${scene.cacheFolder}-saved`;
  cpSync(scene.cacheFolder, saved, { recursive: true });
});
afterAll(async () => {
  await scene.dispose();
  program.dispose();
});

async function completed(name: string) {
  const { index, embedder, close } = await scene.open(name);
  const { coverage } = await index.complete({});
  await close();
  return { embedded: embedder.embedded.length, chunks: coverage.chunks, chunksEmbedded: coverage.chunksEmbedded };
}

function restore(): void {
  rmSync(scene.cacheFolder, { recursive: true });
  cpSync(saved, scene.cacheFolder, { recursive: true });
}

/** Steps to die at: the first ones, where the names change, and some of those after them. */
const MOMENTS_MAX = 14;

async function killedAtEach(more: { readonly clear?: string }, check: (moment: string) => Promise<void>) {
  restore();
  const whole = program.start({ cacheFolder: scene.cacheFolder, ...more });
  const steps = await nextMessage<number>(whole);
  await ended(whole);
  expect(steps).toBeGreaterThan(5);
  const stride = Math.max(1, Math.ceil(steps / MOMENTS_MAX));
  for (let dieAt = 1; dieAt <= steps; dieAt += dieAt < 5 ? 1 : stride) {
    restore();
    const child = program.start({ cacheFolder: scene.cacheFolder, dieAt, ...more });
    expect(await ended(child)).toBe("SIGKILL");
    await check(`killed before step ${dieAt} of ${steps}`);
  }
}

function collectTheRest() {
  const signal = new AbortController().signal;
  const { cacheFolder } = scene;
  return collectGarbage({ cacheFolder, limitBytes: 0, dryRun: false, thorough: true, processes: () => [], signal });
}

it("clearing: the project is there as it was or gone, the other lacks nothing", async () => {
  await killedAtEach({ clear: scene.root("old") }, async (moment) => {
    expect(await completed("shop"), moment).toEqual({ embedded: 0, chunks: 10, chunksEmbedded: 10 });
    const wasThere = existsSync(scene.indexFolder("old"));
    const again = await completed("old");
    expect(again, moment).toMatchObject({ chunks: 40, chunksEmbedded: 40 });
    expect(wasThere && again.embedded > 0, moment).toBe(false);
    expect((await collectTheRest()).problems, moment).toEqual([]);
    expect(readdirSync(join(scene.cacheFolder, "projects")).length, moment).toBe(2);
    expect(scene.vectors().size, moment).toBe(40);
  });
}, 240_000);

it("collecting: the next run takes what is left, the other project lacks nothing", async () => {
  rmSync(scene.root("old"), { recursive: true });
  await killedAtEach({}, async (moment) => {
    expect(await completed("shop"), moment).toEqual({ embedded: 0, chunks: 10, chunksEmbedded: 10 });
    expect((await collectTheRest()).problems, moment).toEqual([]);
    expect(readdirSync(join(scene.cacheFolder, "projects")).length, moment).toBe(1);
    expect(scene.vectors().size, moment).toBe(10);
  });
}, 240_000);
