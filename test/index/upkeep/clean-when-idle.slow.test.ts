// A server's own cleaning: once a day on the machine, by one process at a time, while nobody asks.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { cleanOnceADay, cleanWhenIdle } from "../../../src/index/upkeep/clean-when-idle.ts";
import { openHousekeeping } from "../../../src/index/upkeep/housekeeping.ts";
import { type CacheScene, openCacheScene } from "../../support/cache-scene.ts";

let scene: CacheScene;
beforeEach(async () => {
  scene = openCacheScene();
  await scene.make("old", "own", 3);
  rmSync(scene.root("old"), { recursive: true });
  scene.age("old", 2);
});
afterEach(() => scene.dispose());

const clean = () => cleanOnceADay(scene.cacheFolder, 0, new AbortController().signal);
const isThere = () => existsSync(scene.indexFolder("old"));

it("is done once a day", async () => {
  expect(await clean()).toBe(true);
  expect(isThere()).toBe(false);
  expect(await clean()).toBe(false);
  const housekeeping = openHousekeeping(scene.cacheFolder);
  housekeeping.noteDone(Date.now() - 90_000_000);
  housekeeping.close();
  expect(await clean()).toBe(true);
});

it("is done by one process: who comes second leaves it to the first", async () => {
  const housekeeping = openHousekeeping(scene.cacheFolder);
  const lease = housekeeping.acquire();
  expect(lease).not.toBeNull();
  expect([await clean(), isThere()]).toEqual([false, true]);
  lease?.release();
  housekeeping.close();
  expect([await clean(), isThere()]).toEqual([true, false]);
});

it("waits while somebody asks, and ends with its server", async () => {
  let idle = false;
  const end = cleanWhenIdle({ cacheFolder: scene.cacheFolder, limitBytes: 0, idle: () => idle, lookMs: 10 });
  await delay(150);
  expect(isThere()).toBe(true);
  idle = true;
  while (isThere()) {
    await delay(10);
  }
  end();
});

it("is given up where it ends in the middle, and done another time", async () => {
  const ending = new AbortController();
  ending.abort();
  await expect(cleanOnceADay(scene.cacheFolder, 0, ending.signal)).rejects.toMatchObject({ code: "CANCELLED" });
  expect(isThere()).toBe(true);
  expect([await clean(), isThere()]).toEqual([true, false]);
});

it("leaves a server alone whose cache cannot be written", async () => {
  rmSync(scene.cacheFolder, { recursive: true });
  writeFileSync(scene.cacheFolder, "a file where the folder should be");
  const end = cleanWhenIdle({ cacheFolder: scene.cacheFolder, limitBytes: 0, idle: () => true, lookMs: 10 });
  await delay(60);
  end();
  await expect(clean()).rejects.toMatchObject({ code: "EEXIST" });
});
