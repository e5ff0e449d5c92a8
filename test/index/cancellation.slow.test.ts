// Work that is cancelled stops where it is, whatever it was doing, and goes on from there when it is wanted again.

import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { IndexProgress, ProjectIndex } from "../../src/index/project-index.ts";
import { openSqlite } from "../../src/system/sqlite.ts";
import { openHashEmbedder } from "../support/hash-embedder.ts";
import { databasePath } from "../support/index-contents.ts";
import { openTestProject, type TestProject } from "../support/test-index.ts";

const FILES = 90;
const sources = Object.fromEntries(
  Array.from({ length: FILES }, (_, i) => [`src/file-${i}.ts`, `export const value${i} = "${"text ".repeat(40)}";\n`]),
);

let project: TestProject | undefined;
afterEach(() => project?.dispose());

/** Without the passing of time: only work that ends by itself ends in so many turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Runs to completion and cancels at the nth report of a phase; answers what came after that. */
async function cancelAt(index: ProjectIndex, phase: IndexProgress["phase"], nth: number) {
  const controller = new AbortController();
  let seen = 0;
  let after = 0;
  const ended = index.complete({
    signal: controller.signal,
    onProgress: (progress) => {
      seen += progress.phase === phase ? 1 : 0;
      after += controller.signal.aborted ? 1 : 0;
      if (seen === nth && !controller.signal.aborted) {
        controller.abort();
      }
    },
  });
  await expect(ended).rejects.toMatchObject({ code: "CANCELLED" });
  return after;
}

describe("an index that is being made", () => {
  it.each<[IndexProgress["phase"], number]>([
    ["walking", 1],
    ["indexing", 1],
    ["indexing", 40],
    ["indexing", FILES],
    ["embedding", 1],
    ["embedding", 3],
    ["counting", 1],
  ])("stops while %s, at its report no. %i", async (phase, nth) => {
    project = openTestProject(sources);
    const embedder = openHashEmbedder({ delayMs: 1 });
    const index = await project.openWithVectors(embedder);
    // Of what was under way, a few may still report.
    expect(await cancelAt(index, phase, nth)).toBeLessThanOrEqual(3);
    if (phase === "walking") {
      // What was not begun yet is not begun for nobody.
      expect(index.working()).toBe(false);
    }
    await expect.poll(() => index.working(), { interval: 5, timeout: 20_000 }).toBe(false);
    const embedded = embedder.embedded.length;
    await turns(50);
    expect(embedder.embedded.length).toBe(embedded);
    const report = await index.complete({});
    expect(report.coverage).toMatchObject({ filesSearchable: FILES, chunks: FILES, chunksEmbedded: FILES });
    // Batches of eight, three at once, are what may have been made in vain.
    expect(embedder.embedded.length - new Set(embedder.embedded).size).toBeLessThanOrEqual(24);
  });

  it.each(["words", "vectors"])("stops while it waits for another process that holds the %s lease", async (name) => {
    project = openTestProject(sources);
    const index = await project.openWithVectors();
    const database = openSqlite(databasePath(join(project.folder, "index")));
    // A process of another machine is believed to live as long as it is heard of.
    const hold = `INSERT INTO lease (name, token, pid, machine, boot, started, acquired_ms, heartbeat_ms)
                  VALUES (?, 'other', 1, 'another machine', 'b', 's', ?, ?)`;
    database.prepare(hold).run(name, Date.now(), Date.now());
    database.close();
    const controller = new AbortController();
    const ended = index.complete({ signal: controller.signal });
    const outcome = expect(ended).rejects.toMatchObject({ code: "CANCELLED" });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(index.working()).toBe(true);
    controller.abort();
    await outcome;
    await turns(50);
    expect(index.working()).toBe(false);
  });
});
