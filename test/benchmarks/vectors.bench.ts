// Exact scan against graph, on embeddings of real source lines: what one query, one build and one load cost at each
// size, and what the graph misses. docs/vectors.md keeps the figures; index/vectors/choose.ts draws its threshold from them.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Embedder } from "../../src/embedding/embedder.ts";
import { openEmbedder } from "../../src/embedding/onnx-embedder.ts";
import { openExactIndex } from "../../src/index/vectors/exact.ts";
import { buildHnswFile } from "../../src/index/vectors/hnsw-build.ts";
import { loadHnswFile } from "../../src/index/vectors/hnsw-file.ts";
import { loadHnswlib } from "../../src/index/vectors/hnswlib.ts";
import type { VectorIndex } from "../../src/index/vectors/vector-index.ts";
import { packagePath } from "../../src/system/package-root.ts";
import type { ChunkId, Generation } from "../../src/vocabulary/ids.ts";
import { randomFrom } from "../index/vectors/support.ts";
import { machine, quantile, table, timed } from "./support.ts";

const SIZES = [1_000, 5_000, 10_000, 20_000, 50_000];
const REAL_LINES = 10_000;
const QUERIES = 200;
const CANDIDATES = 100;
/** Sources whose every version the lock file fixes. */
const PACKAGES = [
  "@modelcontextprotocol/sdk",
  "ajv",
  "commander",
  "fast-check",
  "fastmcp",
  "vitest",
  "web-tree-sitter",
  "zod",
];

const HEADER = [
  "chunks",
  "exact, 100 nearest, ms",
  "graph, 100 nearest, ms",
  "recall@10",
  "recall@100",
  "200 cosines, exact, ms",
  "200 cosines, graph, ms",
  "exact fill, ms",
  "graph build, s",
  "graph load, ms",
  "graph file, bytes a chunk",
];

function sourceLines(): string[] {
  const lines = new Set<string>();
  for (const name of PACKAGES) {
    const folder = packagePath("node_modules", ...name.split("/"));
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
      /\.(m?js|d\.ts)$/.test(file),
    );
    for (const file of files.sort()) {
      for (const line of readFileSync(join(folder, file), "utf8").split("\n")) {
        const text = line.trim();
        if (text.length >= 30 && text.length <= 160) {
          lines.add(text);
        }
      }
    }
  }
  const all = [...lines];
  const wanted = REAL_LINES + QUERIES;
  expect(all.length).toBeGreaterThan(wanted);
  return Array.from({ length: wanted }, (_, index) => all[Math.floor((index * all.length) / wanted)] ?? "");
}

/** A copy at a cosine of about .86, as a similar chunk elsewhere would be: noise of 0.6 of the length, any direction. */
function perturbed(vector: Float32Array, random: () => number): Float32Array {
  const noisy = vector.map((value) => value + (0.6 / Math.sqrt(vector.length)) * gaussian(random));
  const length = Math.hypot(...noisy);
  return noisy.map((value) => value / length);
}

/** Box and Muller, 1958. */
function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function medianMs(queries: readonly Float32Array[], run: (query: Float32Array) => unknown): number {
  const times = queries.map((query) => {
    const start = performance.now();
    run(query);
    return performance.now() - start;
  });
  return quantile(times, 0.5);
}

function recallAt(k: number, queries: readonly Float32Array[], exact: VectorIndex, graph: VectorIndex): number {
  let found = 0;
  for (const query of queries) {
    const truth = new Set(exact.search(query, k).map(({ chunk }) => chunk));
    found += graph.search(query, k).filter(({ chunk }) => truth.has(chunk)).length;
  }
  return found / (queries.length * k);
}

let embedder: Embedder | undefined;
const folder = mkdtempSync(join(tmpdir(), "context-broker-bench-"));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await embedder?.close();
});

test("exact scan and graph at each size", { timeout: 600_000 }, async () => {
  const { hnswlib, reason } = await loadHnswlib();
  if (hnswlib === null) {
    throw new Error(reason);
  }
  embedder = await openEmbedder({ model: null, allowDownloads: false, downloadFolder: folder, jobs: 0 });
  const vectors = await embedder.embed(sourceLines());
  const queries = vectors.slice(REAL_LINES);
  const random = randomFrom(1);
  const points = Array.from({ length: Math.max(...SIZES) }, (_, index) => {
    const real = vectors[index % REAL_LINES] as Float32Array;
    return index < REAL_LINES ? real : perturbed(real, random);
  });
  const dimensions = embedder.dimensions;
  const origin = { databaseId: "bench", model: embedder.model, dimensions };
  const rows: string[][] = [];
  for (const size of SIZES) {
    const entries = points.slice(0, size).map((vector, index) => [(index + 1) as ChunkId, vector] as const);
    const exact = openExactIndex(dimensions);
    const filling = await timed(async () => entries.forEach(([chunk, vector]) => void exact.add(chunk, vector)));
    const file = join(folder, `${size}.json`);
    const building = await timed(() => buildHnswFile({ file, origin, generation: 1 as Generation, entries }));
    const loading = await timed(() => loadHnswFile(hnswlib, file, origin));
    const graph = loading.value.index;
    if (graph === null) {
      throw new Error("the graph was refused");
    }
    const graphFile = readdirSync(folder).find((name) => name.startsWith(`${size}.json.`)) ?? "";
    const candidates = entries.filter((_, index) => index % Math.ceil(size / 200) === 0).map(([chunk]) => chunk);
    const recall = recallAt(10, queries, exact, graph);
    rows.push([
      size.toLocaleString("en"),
      medianMs(queries, (query) => exact.search(query, CANDIDATES)).toFixed(2),
      medianMs(queries, (query) => graph.search(query, CANDIDATES)).toFixed(2),
      recall.toFixed(4),
      recallAt(CANDIDATES, queries, exact, graph).toFixed(4),
      medianMs(queries, (query) => exact.similarities(query, candidates)).toFixed(2),
      medianMs(queries, (query) => graph.similarities(query, candidates)).toFixed(2),
      filling.ms.toFixed(0),
      (building.ms / 1000).toFixed(1),
      loading.ms.toFixed(0),
      (statSync(join(folder, graphFile)).size / size).toFixed(0),
    ]);
    expect(recall).toBeGreaterThan(0.97);
  }
  process.stdout.write(`${machine()}\n${table(HEADER, rows)}\n`);
});
