// The int8 scan of a project: it answers as the exact scan does, its saved rows make a start cheap and are never believed
// when they are spoilt, and work that was stopped in the middle goes on without making a vector twice.
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProjectIndex } from "../../../src/index/project-index.ts";
import type { VectorMatch } from "../../../src/index/vectors/vector-index.ts";
import { hashEmbedding, openHashEmbedder } from "../../support/hash-embedder.ts";
import { ask, openTestProject, type TestProject, WAIT } from "../../support/test-index.ts";

/** About 40 chunks each. */
const FILES = Object.fromEntries(
  Array.from({ length: 20 }, (_, file) => [
    `src/f${file}.ts`,
    Array.from({ length: 40 }, (_body, at) => {
      const lines = Array.from(
        { length: 28 },
        (_line, n) => `  const part${n} = "${file} ${at} ${(file * at * n) % 97}";`,
      );
      return `export function name${file}x${at}() {\n${lines.join("\n")}\n}\n`;
    }).join("\n"),
  ]),
);
const QUERIES = ["part3 of f7", "name4x12", "const 19 20"].map((text) => hashEmbedding(text));

const opened: TestProject[] = [];
afterAll(async () => {
  await Promise.all(opened.map((one) => one.dispose()));
});

/** A project of the first so many files. */
function start(files = 20): TestProject {
  const project = openTestProject(Object.fromEntries(Object.entries(FILES).slice(0, files)));
  opened.push(project);
  return project;
}

const savedFile = ({ folder }: TestProject) => join(folder, "index", "vectors.int8");

/** The nearest by path and place in the file, since ids differ between indexes. */
const nearest = (index: ProjectIndex): unknown[] =>
  ask(index, (snapshot) => {
    const shown = ({ chunk, similarity }: VectorMatch) => {
      const { path, firstChunk } = snapshot.document(snapshot.chunkDocument(chunk));
      return `${path}#${chunk - firstChunk} ${similarity}`;
    };
    return QUERIES.flatMap((query) => [
      snapshot.vectors?.background(query),
      ...(snapshot.vectors?.search(query, 30) ?? []).map(shown),
    ]);
  });

describe("the int8 scan of a project", () => {
  /** Indexed once; each test leaves its saved rows as they were, but for the last, which changes files. */
  let one: TestProject;
  let wanted: unknown[];
  beforeAll(async () => {
    one = start();
    const first = await one.openWithVectors(undefined, { vectorKind: "int8" });
    const { coverage } = await first.complete({});
    expect(coverage.chunks).toBeGreaterThan(500);
    wanted = nearest(first);
    await first.close();
    expect(existsSync(savedFile(one))).toBe(true);
  });

  it("answers as the exact scan, and says why it serves", async () => {
    const exact = await one.openWithVectors(undefined, { vectorKind: "exact" });
    await exact.complete({});
    const int8 = await one.openWithVectors(undefined, { memoryLimitMb: 200 });
    await int8.complete({});
    expect(int8.vectorStatus()).toEqual({
      state: "applied",
      kind: "int8",
      reason: expect.stringMatching(/chunks: float32 vectors of 0 MB do not fit in memory_limit_mb 200: int8 scan/),
    });
    expect(nearest(int8)).toEqual(nearest(exact));
    await Promise.all([exact.close(), int8.close()]);
  });

  it.each<[string, (file: string) => void]>([
    ["deleted", (file) => rmSync(file)],
    ["cut off", (file) => truncateSync(file, 9_999)],
    [
      "of one other bit",
      (file) => {
        const bytes = readFileSync(file);
        bytes[8_192] = (bytes[8_192] ?? 0) ^ 16;
        writeFileSync(file, bytes);
      },
    ],
    ["of nothing but zeros", (file) => writeFileSync(file, Buffer.alloc(readFileSync(file).length))],
  ])("answers the same where the saved rows are %s, and saves them again", async (_, spoil) => {
    const { length } = readFileSync(savedFile(one));
    spoil(savedFile(one));
    const embedder = openHashEmbedder();
    const second = await one.openWithVectors(embedder, { vectorKind: "int8" });
    await second.freshen(WAIT);
    expect(nearest(second)).toEqual(wanted);
    await second.complete({});
    expect(embedder.embedded).toEqual([]);
    expect(readFileSync(savedFile(one))).toHaveLength(length);
    const third = await one.openWithVectors(undefined, { vectorKind: "int8" });
    await third.freshen(WAIT);
    expect(nearest(third)).toEqual(wanted);
    await Promise.all([second.close(), third.close()]);
  });

  it("opens its saved rows, reads what changed since, and answers as an index made from nothing", async () => {
    one.write("src/f3.ts", "export const changed = 3;\n");
    one.remove("src/f5.ts");
    one.write("src/added.ts", "export const added = 4;\n");
    const embedder = openHashEmbedder();
    const second = await one.openWithVectors(embedder, { vectorKind: "int8" });
    await second.complete({});
    expect(embedder.embedded.map((text) => /^.*?\.ts/.exec(text)?.[0])).toEqual(
      expect.arrayContaining(["src added.ts"]),
    );
    expect(embedder.embedded).toHaveLength(2);
    const fresh = await one.openWithVectors(undefined, { vectorKind: "exact", folder: join(one.folder, "fresh") });
    await fresh.complete({});
    expect(nearest(second)).toEqual(nearest(fresh));
  });
});

describe("a graph", () => {
  it("is served for by the int8 scan while it is built", async () => {
    const index = await start(5).openWithVectors(undefined, { hnswFrom: 20 });
    await index.freshen(WAIT);
    await index.freshen({ ...WAIT, embedUpTo: 10_000 });
    await index.complete({});
    expect(index.vectorStatus()).toMatchObject({ state: "applied", kind: "hnsw" });
  });
});

describe("embedding that is stopped in the middle", () => {
  it("goes on where it was, and makes no vector twice", async () => {
    const one = start(8);
    const [before, after] = [openHashEmbedder({ delayMs: 1 }), openHashEmbedder()];
    const first = await one.openWithVectors(before, { vectorKind: "int8" });
    const stop = new AbortController();
    const stopping = first.complete({
      signal: stop.signal,
      onProgress: ({ phase, done }) => {
        if (phase === "embedding" && done > 200) {
          stop.abort();
        }
      },
    });
    await expect(stopping).rejects.toMatchObject({ code: "CANCELLED" });
    await first.close();
    const second = await one.openWithVectors(after, { vectorKind: "int8" });
    const { coverage } = await second.complete({});
    expect(coverage.chunksEmbedded).toBe(coverage.chunks);
    expect(before.embedded.length).toBeGreaterThanOrEqual(200);
    expect(after.embedded.length).toBeLessThanOrEqual(coverage.chunks - 200);
    const kept = new Set(before.embedded);
    // What was under way when it was stopped is not in the store: three batches at most.
    expect(after.embedded.filter((text) => kept.has(text)).length).toBeLessThanOrEqual(3 * 8);
  });
});
