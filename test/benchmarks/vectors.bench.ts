// Exact scan, int8 scan and graph, on embeddings of real source lines: what one query, one build and one load cost at each
// size, what the graph misses, and that the int8 scan misses nothing. docs/inside/vectors.md keeps the figures;
// index/vectors/choose.ts draws its threshold from them.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Embedder } from "../../src/embedding/embedder.ts";
import { openEmbedder } from "../../src/embedding/onnx-embedder.ts";
import { SqliteVectorStore } from "../../src/embedding/sqlite-vector-store.ts";
import { embeddingKey, type VectorStore } from "../../src/embedding/vector-store.ts";
import { ExactIndex } from "../../src/index/vectors/exact.ts";
import { buildHnswFile } from "../../src/index/vectors/hnsw-build.ts";
import { loadHnswFile } from "../../src/index/vectors/hnsw-file.ts";
import { loadHnswlib } from "../../src/index/vectors/hnswlib.ts";
import { Int8Index } from "../../src/index/vectors/int8.ts";
import { loadInt8File, saveInt8File } from "../../src/index/vectors/int8-file.ts";
import type { VectorIndex } from "../../src/index/vectors/vector-index.ts";
import { packagePath } from "../../src/system/package-root.ts";
import type { ChunkId, Generation } from "../../src/vocabulary/chunk.ts";
import { seededRandom } from "../support/random.ts";
import { machine, quantile, table, timed } from "./support.ts";

const SIZES = [1_000, 5_000, 10_000, 20_000, 50_000];
/** Without a graph, whose build takes minutes there. */
const SCANNED_SIZES = [100_000, 200_000];
const REAL_LINES = 10_000;
const QUERIES = 200;
const CANDIDATES = 100;
/** Sources whose every version the lock file fixes. */
const PACKAGES = [
  "@modelcontextprotocol/sdk",
  "ajv",
  "commander",
  "fast-check",
  "@modelcontextprotocol/server",
  "vitest",
  "web-tree-sitter",
  "zod",
];

const HEADER = [
  "chunks",
  "exact, 100 nearest, ms",
  "int8, 100 nearest, ms",
  "graph, 100 nearest, ms",
  "recall@10",
  "recall@100",
  "200 cosines, exact, ms",
  "200 cosines, int8, ms",
  "200 cosines, graph, ms",
  "exact fill, ms",
  "graph build, s",
  "graph load, ms",
  "graph file, bytes a chunk",
];
const SCANS_HEADER = ["chunks", ...HEADER.slice(1, 3), "200 cosines, int8, ms", "int8 save, ms", "int8 load, ms"];

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

type Entries = readonly (readonly [ChunkId, Float32Array])[];

const keyOf = (chunk: ChunkId) => embeddingKey(String(chunk));

/** An int8 scan that reads float32 vectors as the program does, from a store on disk. */
function int8Of(store: VectorStore, entries: Entries): Int8Index {
  const index = new Int8Index(store.dimensions, (chunks, visit) =>
    store.visit(
      chunks.map((chunk) => Buffer.from(keyOf(chunk), "hex")),
      visit,
    ),
  );
  for (const [chunk, vector] of entries) {
    index.add(chunk, vector);
  }
  return index;
}

function exactOf(dimensions: number, entries: Entries): VectorIndex {
  const index = new ExactIndex(dimensions);
  for (const [chunk, vector] of entries) {
    index.add(chunk, vector);
  }
  return index;
}

const sampleOf = (entries: Entries): ChunkId[] =>
  entries.filter((_, index) => index % Math.ceil(entries.length / 200) === 0).map(([chunk]) => chunk);

let embedder: Embedder | undefined;
let points: Entries = [];
let queries: readonly Float32Array[] = [];
let store: VectorStore;
const folder = mkdtempSync(join(tmpdir(), "context-broker-bench-"));

beforeAll(async () => {
  embedder = await openEmbedder({ model: null, allowDownloads: false, downloadFolder: folder, jobs: 0 });
  const vectors = await embedder.embed(sourceLines());
  queries = vectors.slice(REAL_LINES);
  const random = seededRandom(1);
  points = Array.from({ length: Math.max(...SIZES, ...SCANNED_SIZES) }, (_, index) => {
    const real = vectors[index % REAL_LINES] as Float32Array;
    return [(index + 1) as ChunkId, index < REAL_LINES ? real : perturbed(real, random)] as const;
  });
  store = new SqliteVectorStore({ folder, model: embedder.model, dimensions: embedder.dimensions });
  for (let first = 0; first < points.length; first += 1_000) {
    store.write(new Map(points.slice(first, first + 1_000).map(([chunk, vector]) => [keyOf(chunk), vector])));
  }
}, 600_000);
afterAll(async () => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
  await embedder?.close();
});

const originOf = ({ model, dimensions }: Embedder) => ({ databaseId: "bench", model, dimensions });

test("the scans and the graph at each size", { timeout: 600_000 }, async () => {
  const { hnswlib, reason } = await loadHnswlib();
  if (hnswlib === null || embedder === undefined) {
    throw new Error(reason);
  }
  const { dimensions } = embedder;
  const origin = originOf(embedder);
  const rows: string[][] = [];
  for (const size of SIZES) {
    const entries = points.slice(0, size);
    const filling = await timed(async () => exactOf(dimensions, entries));
    const exact = filling.value;
    const int8 = int8Of(store, entries);
    const file = join(folder, `${size}.json`);
    const building = await timed(() => buildHnswFile({ file, origin, generation: 1 as Generation, entries }));
    const loading = await timed(() => loadHnswFile(hnswlib, file, origin));
    const graph = loading.value.index;
    if (graph === null) {
      throw new Error("the graph was refused");
    }
    const graphFile = readdirSync(folder).find((name) => name.startsWith(`${size}.json.`)) ?? "";
    const candidates = sampleOf(entries);
    const recall = recallAt(10, queries, exact, graph);
    rows.push([
      size.toLocaleString("en"),
      medianMs(queries, (query) => exact.search(query, CANDIDATES)).toFixed(2),
      medianMs(queries, (query) => int8.search(query, CANDIDATES)).toFixed(2),
      medianMs(queries, (query) => graph.search(query, CANDIDATES)).toFixed(2),
      recall.toFixed(4),
      recallAt(CANDIDATES, queries, exact, graph).toFixed(4),
      medianMs(queries, (query) => exact.similarities(query, candidates)).toFixed(2),
      medianMs(queries, (query) => int8.similarities(query, candidates)).toFixed(2),
      medianMs(queries, (query) => graph.similarities(query, candidates)).toFixed(2),
      filling.ms.toFixed(0),
      (building.ms / 1000).toFixed(1),
      loading.ms.toFixed(0),
      (statSync(join(folder, graphFile)).size / size).toFixed(0),
    ]);
    expect(recall).toBeGreaterThan(0.97);
    expect(recallAt(CANDIDATES, queries, exact, int8)).toBe(1);
  }
  process.stdout.write(`${machine()}\n${table(HEADER, rows)}\n`);
});

test("the scans alone at sizes beyond", { timeout: 600_000 }, async () => {
  if (embedder === undefined) {
    throw new Error("no embedder");
  }
  const { dimensions } = embedder;
  const origin = originOf(embedder);
  const { signal } = new AbortController();
  const rows: string[][] = [];
  for (const size of SCANNED_SIZES) {
    const entries = points.slice(0, size);
    const exact = exactOf(dimensions, entries);
    const int8 = int8Of(store, entries);
    const file = join(folder, `${size}.int8`);
    const candidates = sampleOf(entries);
    const saving = await timed(() => saveInt8File(file, origin, int8.rows, signal));
    const loading = await timed(() => loadInt8File(file, origin, signal));
    expect(loading.value.rows?.size).toBe(size);
    for (const query of queries.slice(0, 50)) {
      expect(int8.search(query, CANDIDATES)).toEqual(exact.search(query, CANDIDATES));
    }
    rows.push([
      size.toLocaleString("en"),
      medianMs(queries, (query) => exact.search(query, CANDIDATES)).toFixed(1),
      medianMs(queries, (query) => int8.search(query, CANDIDATES)).toFixed(1),
      medianMs(queries, (query) => int8.similarities(query, candidates)).toFixed(2),
      saving.ms.toFixed(0),
      loading.ms.toFixed(0),
    ]);
  }
  process.stdout.write(`${machine()}\n${table(SCANS_HEADER, rows)}\n`);
});
