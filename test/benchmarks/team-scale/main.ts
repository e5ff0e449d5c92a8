// What chunks cost on a team's server as they grow: writing them, asking about them, memory, disk, and whether the nearest are found.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import weaviate from "weaviate-client";
import { openEmbedder } from "../../../src/embedding/onnx-embedder.ts";
import type { PublishedChunk, TeamPublisher } from "../../../src/embedding/team-index.ts";
import { ExactIndex } from "../../../src/index/vectors/exact.ts";
import { parseEndpoint } from "../../../src/team/endpoint.ts";
import { openTeam } from "../../../src/team/open-team.ts";
import { collectionNames, type PublishedForm } from "../../../src/team/weaviate-schema.ts";
import type { ChunkId, ModelId } from "../../../src/vocabulary/chunk.ts";
import { startWeaviate, type WeaviateNodes } from "../../support/weaviate-nodes.ts";
import { perturbedFor } from "../perturb/perturb.ts";
import { readReal } from "../perturb/real-vectors.ts";
import { runMain, tell } from "../run-main.ts";
import { machine, quantile, table } from "../support.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";

const ROOT = "/measured";
const TENANT = "measured";
/** As `npm run bench:perturb` does by default. */
const NOISE = 0.6;
const WORDS = 60;
const BATCH = 500;
const QUESTIONS = 60;
/** The ranking's number of nearest chunks, and what a search asks for. */
const NEAREST = 200;
const ASKED = 400;
/** Chunks of the files that words propose, in a large project. */
const MEASURED = 2_000;

interface Size {
  readonly chunks: number;
  readonly writesPerSecond: number;
  readonly rssMb: number;
  readonly diskMb: number;
  readonly nearestMs: { readonly p50: number; readonly p95: number };
  readonly similaritiesMs: { readonly p50: number; readonly p95: number };
  readonly containsMs: { readonly p50: number; readonly p95: number };
  /** Of the exact 200 nearest, those that the server has among its first 200. */
  readonly recall: number;
}

const keyOf = (at: number): string => createHash("sha256").update(`chunk ${at}`).digest("hex").slice(0, 32);

/** Words with the frequencies of a text: a few everywhere, most rare (Zipf). */
function wordsOf(at: number): string[] {
  const words: string[] = [];
  let seed = at + 1;
  for (let word = 0; word < WORDS; word++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    words.push(`w${Math.floor(50_000 ** (seed / 2 ** 32))}`);
  }
  return words;
}

async function prepareWith(nodes: WeaviateNodes, form: PublishedForm, { quantizer }: Options): Promise<void> {
  if (quantizer === "none") {
    return;
  }
  const { host, port, grpcPort } = parseEndpoint(nodes.nodes[0]?.endpoint ?? "", false);
  const client = await weaviate.connectToCustom({
    httpHost: host,
    httpPort: port,
    httpSecure: false,
    grpcHost: host,
    grpcPort,
    grpcSecure: false,
    authCredentials: new weaviate.ApiKey(readFileSync(nodes.keyFile, "utf8").trim()),
  });
  const { configure } = weaviate;
  // As the program makes it, but for the quantizer.
  await client.collections.create({
    name: collectionNames(form).chunks,
    vectorizers: configure.vectors.selfProvided({
      vectorIndexConfig: configure.vectorIndex.hnsw({
        distanceMetric: "cosine",
        efConstruction: 128,
        maxConnections: 32,
        ef: 1_024,
        quantizer: configure.vectorIndex.quantizer.rq(),
      }),
    }),
    multiTenancy: configure.multiTenancy({ enabled: true }),
    properties: [
      { name: "path", dataType: "text", tokenization: "field", indexFilterable: false, indexSearchable: false },
      { name: "words", dataType: "text", tokenization: "whitespace", indexFilterable: false, indexSearchable: true },
    ],
  });
  await client.close();
}

async function timed(count: number, ask: (at: number) => Promise<unknown>) {
  const times: number[] = [];
  await ask(0);
  for (let at = 0; at < count; at++) {
    const started = performance.now();
    await ask(at);
    times.push(performance.now() - started);
  }
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

const rssMbOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;

const diskMbOf = (folder: string): number =>
  Number(execFileSync("du", ["-sk", folder], { encoding: "utf8" }).split("\t")[0]) / 1_024;

async function measureSize(
  team: TeamPublisher,
  nodes: WeaviateNodes,
  data: string,
  exact: ExactIndex,
  questions: readonly Float32Array[],
  writesPerSecond: number,
): Promise<Size> {
  const chunks = exact.size;
  const questionAt = (at: number): Float32Array => questions[at % questions.length] as Float32Array;
  const some = (at: number) => Array.from({ length: MEASURED }, (_, i) => keyOf((at * 7_919 + i * 31) % chunks));
  let found = 0;
  for (const question of questions) {
    const expected = new Set(exact.search(question, NEAREST).map(({ chunk }) => keyOf(chunk)));
    const near = await team.nearest(question, ASKED);
    found += near.slice(0, NEAREST).filter(({ key }) => expected.has(key)).length;
  }
  return {
    chunks,
    writesPerSecond,
    rssMb: rssMbOf(nodes.nodes[0]?.pid() ?? 0),
    diskMb: diskMbOf(data),
    nearestMs: await timed(QUESTIONS, (at) => team.nearest(questionAt(at), ASKED)),
    similaritiesMs: await timed(QUESTIONS, (at) => team.similarities(questionAt(at), some(at))),
    containsMs: await timed(QUESTIONS, (at) => team.contains(some(at).slice(0, 1_000))),
    recall: found / (NEAREST * questions.length),
  };
}

async function embedQuestions(file: string): Promise<Float32Array[]> {
  const texts = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => String(JSON.parse(line).query))
    .slice(0, QUESTIONS);
  const embedder = await openEmbedder({ model: null, allowDownloads: false, downloadFolder: tmpdir(), jobs: 1 });
  try {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      vectors.push(await embedder.embedQuery(text));
    }
    return vectors;
  } finally {
    await embedder.close();
  }
}

const ms = ({ p50, p95 }: { readonly p50: number; readonly p95: number }): string =>
  `${p50.toFixed(0)} (${p95.toFixed(0)})`;

const render = (sizes: readonly Size[]): string =>
  table(
    [
      "chunks",
      "written a second",
      "memory, MB",
      "disk, MB",
      `nearest ${ASKED}, ms p50 (p95)`,
      `${MEASURED} similarities, ms`,
      "contains 1,000, ms",
      `recall at ${NEAREST}`,
    ],
    sizes.map((size) => [
      String(size.chunks),
      size.writesPerSecond.toFixed(0),
      size.rssMb.toFixed(0),
      size.diskMb.toFixed(0),
      ms(size.nearestMs),
      ms(size.similaritiesMs),
      ms(size.containsMs),
      size.recall.toFixed(3),
    ]),
  );

async function run(options: Options): Promise<void> {
  const { sizes: wanted, json, quantizer } = options;
  const real = readReal(options.vectors);
  const questions = await embedQuestions(options.queries);
  const form = { model: real.model as ModelId, dimensions: real.dimensions, textVersion: 1 };
  const data = mkdtempSync(join(tmpdir(), "context-broker-weaviate-"));
  const nodes = await startWeaviate(data);
  const sizes: Size[] = [];
  try {
    await prepareWith(nodes, form, options);
    const team = openTeam(
      ROOT,
      {
        indexEndpoints: nodes.nodes.map(({ endpoint }) => endpoint),
        indexTenants: { [ROOT]: TENANT },
        indexKeyFile: nodes.keyFile,
        indexAllowHttp: false,
      },
      form,
    ) as TeamPublisher;
    await team.prepare();
    const exact = new ExactIndex(real.dimensions);
    for (const size of wanted) {
      const before = exact.size;
      let writing = 0;
      while (exact.size < size) {
        const from = exact.size;
        const batch: PublishedChunk[] = [];
        for (let at = from; at < Math.min(size, from + BATCH); at++) {
          const key = keyOf(at);
          const vector = perturbedFor(key, real.vectors, NOISE);
          exact.add(at as ChunkId, vector);
          batch.push({ key, path: `src/folder${at % 97}/file${Math.floor(at / 8)}.ts`, words: wordsOf(at), vector });
        }
        const started = performance.now();
        await team.put(batch);
        writing += performance.now() - started;
      }
      const one = await measureSize(team, nodes, data, exact, questions, (1_000 * (size - before)) / writing);
      sizes.push(one);
      tell(JSON.stringify(one));
    }
    await team.close();
  } finally {
    await nodes.stop();
    rmSync(data, { recursive: true, force: true });
  }
  const about = [
    `${new Date().toISOString().slice(0, 10)}, ${machine()}`,
    `one Weaviate node, quantizer ${quantizer}, ${real.dimensions} dimensions, ${WORDS} words a chunk`,
    `vectors: ${real.vectors.length} real ones varied with noise ${NOISE}; questions: ${questions.length} judged queries`,
  ];
  if (json !== null) {
    writeFileSync(json, `${JSON.stringify({ about, sizes }, null, 2)}\n`);
  }
  process.stdout.write(`\n${about.map((line) => `- ${line}`).join("\n")}\n\n${render(sizes)}\n`);
}

/** Measures; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
