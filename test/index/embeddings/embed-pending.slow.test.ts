// Embedding that is killed: the store keeps what was made, and the next process makes the rest and nothing else.
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openSqlite } from "../../../src/system/sqlite.ts";
import { cancelled } from "../../../src/vocabulary/failure.ts";
import { bundleChildProgram, type ChildProgram, ended, nextMessage } from "../../support/child-program.ts";
import { openHashEmbedder } from "../../support/hash-embedder.ts";
import type { IndexChildArgument, IndexChildReport } from "../../support/index-child.ts";
import { openTestProject, type TestProject, WAIT } from "../../support/test-index.ts";

const FILES = 120;

let program: ChildProgram;
beforeAll(async () => {
  program = await bundleChildProgram("test/support/index-child.ts");
});
afterAll(() => program.dispose());

let project: TestProject | undefined;
afterEach(() => project?.dispose());

/** As if others kept the model busy. */
const held = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener("abort", () => reject(cancelled())));

/** Vectors in the store's file; 0 as long as there is none. */
function storedCount(folder: string): number {
  try {
    const name = readdirSync(folder).find((one) => one.endsWith(".sqlite")) ?? "none";
    const store = openSqlite(join(folder, name), { readonly: true, fileMustExist: true });
    const count = store.prepare<[], number>("SELECT count(*) FROM vectors").pluck().get() ?? 0;
    store.close();
    return count;
  } catch {
    return 0;
  }
}

it("goes on after kills where it was, and makes nothing twice that was kept", { timeout: 60_000 }, async () => {
  project = openTestProject(
    Object.fromEntries(Array.from({ length: FILES }, (_, at) => [`f${at}.ts`, `export const value${at} = ${at};\n`])),
  );
  const store = join(project.folder, "store");
  const argument: IndexChildArgument = { files: project.files, index: join(project.folder, "index"), store };
  for (const killAt of [10, 40, 70]) {
    const child = program.start({ ...argument, embedMs: 4 });
    await nextMessage(child);
    while (storedCount(store) < killAt) {
      await sleep(2);
    }
    child.kill("SIGKILL");
    expect(await ended(child)).toBe("SIGKILL");
    expect(storedCount(store)).toBeLessThan(FILES);
  }
  const kept = storedCount(store);
  const child = program.start(argument);
  await nextMessage(child);
  const report = await nextMessage<IndexChildReport>(child);
  expect(report).toMatchObject({ chunks: FILES, chunksEmbedded: FILES, lagging: 0, embedded: FILES - kept });
  expect(kept).toBeGreaterThanOrEqual(70);
  expect(storedCount(store)).toBe(FILES);
});

it("tells what is left, and how long it takes as soon as that has been measured", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 240 }, (_, at) => [`f${at}.ts`, `export const value${at} = ${at};\n`]),
  );
  project = openTestProject(files);
  let isHeld = true;
  const embedder = openHashEmbedder();
  const index = await project.openWithVectors({
    ...embedder,
    embed: async (texts, signal) => (isHeld ? held(signal) : embedder.embed(texts, signal)),
  });
  await index.freshen(WAIT);
  expect(index.outlook()).toEqual({ chunks: 240, perSecond: null, seconds: null });
  isHeld = false;
  await index.close();
  const again = await project.openWithVectors(embedder);
  await again.complete({});
  expect(again.outlook()).toBeNull();
  await again.close();
  writeFileSync(join(project.files, "more.ts"), "export const more = 1;\n");
  const third = await project.openWithVectors({ ...embedder, embed: (_, signal) => held(signal) });
  await third.freshen(WAIT);
  const { chunks = 0, perSecond, seconds } = third.outlook() ?? {};
  expect(chunks).toBe(1);
  expect(perSecond).toBeGreaterThan(1);
  expect(seconds).toBeCloseTo(chunks / (perSecond ?? 0), 9);
});
