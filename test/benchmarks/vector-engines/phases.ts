// The measurements of one engine, each in a process of its own, so that memory is that of the engine alone and a crash is only
// a result.
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ChunkId } from "../../../src/vocabulary/chunk.ts";
import { processorMs, quantile, readProc, timed } from "../support.ts";
import { type Engine, isInPart, isRemoved, type Opened, type Place } from "./engine.ts";
import { exact, graph, int8 } from "./own-engines.ts";
import { RIVALS } from "./rival-engines.ts";
import { readQueries } from "./vectors-file.ts";

export const ENGINES: Readonly<Record<string, Engine>> = { exact, int8, graph, ...RIVALS };

/** As many as a search of this program asks for. */
const CANDIDATES = 100;
const K = 10;
/** Lists of chunks, one a query. */
type Answers = readonly (readonly ChunkId[])[];

/** What the exact scan answers: of all, of one part in a hundred, and after the removals. */
interface Truth {
  readonly all: Answers;
  readonly part: Answers;
  readonly remaining: Answers;
}

export interface Task {
  readonly phase: "build" | "search" | "damage";
  readonly engine: string;
  readonly place: Place;
  /** File of the exact answers; the exact engine writes it. */
  readonly truth: string;
  /** Queries that are asked, at most QUERIES. */
  readonly queries: number;
}

export type Figures = Readonly<Record<string, number | string>>;

const residentMb = () => Number(/^VmRSS:\s+(\d+)/m.exec(readProc("self/status"))?.[1] ?? 0) / 1024;

export async function runPhase(task: Task): Promise<Figures> {
  const { place } = task;
  const engine = ENGINES[task.engine];
  if (engine === undefined) {
    throw new Error(`no engine ${task.engine}`);
  }
  switch (task.phase) {
    case "build":
      return await build(engine, place);
    case "search":
      return await search(engine, task);
    case "damage":
      return await damage(engine, place);
  }
}

async function build(engine: Engine, place: Place): Promise<Figures> {
  const { ms } = await timed(() => engine.build(place));
  const files = readdirSync(place.folder).map((file) => statSync(join(place.folder, file)).size);
  return {
    buildS: ms / 1_000,
    buildCpuS: processorMs(process.pid) / 1_000,
    diskMb: files.reduce((sum, size) => sum + size, 0) / 1e6,
  };
}

async function search(
  engine: Engine,
  { engine: name, place, truth: truthFile, queries: count }: Task,
): Promise<Figures> {
  const queries = readQueries(place.vectors).slice(0, count);
  const before = residentMb();
  const opening = await timed(() => engine.open(place));
  const index = opening.value;
  const ask = (k: number) =>
    queries.map((query) => {
      const start = performance.now();
      const chunks = index.search(query, k);
      return { ms: performance.now() - start, chunks };
    });
  const few = ask(K).map(({ ms }) => ms);
  const cpu = process.cpuUsage();
  const asked = ask(CANDIDATES);
  const { user, system } = process.cpuUsage(cpu);
  const many = asked.map(({ ms }) => ms);
  globalThis.gc?.();
  const memoryMb = residentMb() - before;
  const partStart = performance.now();
  const part = queries.map((query) => index.searchPart(query, K));
  const partMs = (performance.now() - partStart) / queries.length;
  const all = asked.map(({ chunks }) => chunks);
  const removing = removeSome(index, place.count);
  const remaining = queries.map((query) => index.search(query, K));
  if (name === "exact") {
    writeFileSync(truthFile, JSON.stringify({ all, part, remaining } satisfies Truth));
  }
  const truth = JSON.parse(readFileSync(truthFile, "utf8")) as Truth;
  return {
    openMs: opening.ms,
    memoryMb,
    p50: quantile(few, 0.5),
    p95: quantile(few, 0.95),
    p50Of100: quantile(many, 0.5),
    p95Of100: quantile(many, 0.95),
    // Unlike the latencies, about the same on a busy machine.
    cpuMsOf100: (user + system) / 1_000 / queries.length,
    recall: recallAt(K, truth.all, all),
    recallOf100: recallAt(CANDIDATES, truth.all, all),
    partMs,
    partRecall: recallAt(K, truth.part, part),
    partWrong: part.flat().filter((chunk) => !isInPart(chunk)).length,
    removeUs: removing,
    removedRecall: recallAt(K, truth.remaining, remaining),
    removedShown: remaining.flat().filter(isRemoved).length,
  };
}

/** Microseconds a removal. */
function removeSome(index: Opened, count: number): number {
  const start = performance.now();
  let removed = 0;
  for (let chunk = 1 as ChunkId; chunk <= count; chunk++) {
    if (isRemoved(chunk)) {
      index.remove(chunk);
      removed += 1;
    }
  }
  return ((performance.now() - start) * 1_000) / removed;
}

function recallAt(k: number, truth: Answers, found: Answers): number {
  let [hits, wanted] = [0, 0];
  for (const [at, chunks] of found.entries()) {
    const expected = new Set(truth[at]?.slice(0, k));
    hits += chunks.slice(0, k).filter((chunk) => expected.has(chunk)).length;
    wanted += expected.size;
  }
  return hits / wanted;
}

/** Opens and asks what is left when the largest file was cut in half, as a kill may leave a file that is written in place. */
async function damage(engine: Engine, place: Place): Promise<Figures> {
  const [largest] = readdirSync(place.folder)
    .map((file) => join(place.folder, file))
    .sort((a, b) => statSync(b).size - statSync(a).size);
  if (largest === undefined) {
    return { damaged: "no file" };
  }
  truncateSync(largest, Math.floor(statSync(largest).size / 2));
  try {
    const index = await engine.open(place);
    const answers = readQueries(place.vectors).map((query) => index.search(query, K));
    return { damaged: `loaded; ${answers.flat().length} results of ${answers.length * K}` };
  } catch (error) {
    return { damaged: `refused: ${error instanceof Error ? error.message.slice(0, 80) : String(error)}` };
  }
}
