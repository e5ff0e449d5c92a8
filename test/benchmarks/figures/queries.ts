// Questions to a server that is warm, on a project that is indexed and embedded: each for the first time, then some of them
// again, which the query cache answers. Once with the watcher, and once where each question verifies all files itself.
import { processorMs, quantile, timed, treeMemory } from "../support.ts";
import { type Bench, type Measured, megabytes, WITHOUT_WATCHER } from "./part.ts";
import { type Environment, environmentIn, type Server, startServer } from "./program.ts";

/** Asked first and not counted: by then the engine has compiled what is hot. */
export const WARM_UP = 30;
const ASKED = 60;
const REPEATED = 15;
const REPEATS = 8;
/** What is done behind the first answers, such as the loading of vectors, is given so long to end. */
const SETTLE_MS = 120_000;
const POLL_MS = 250;

interface Asked {
  /** From the first answer until changes are told of; null where the watcher is off. */
  readonly liveMs: number | null;
  readonly fresh: readonly number[];
  readonly cached: readonly number[];
  /** Milliseconds a question. */
  readonly processor: number;
  readonly memoryBytes: number;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Until two looks, a quarter of a second apart, find that no processor time was used. */
export async function settle({ pid }: Pick<Server, "pid">, timeoutMs = SETTLE_MS): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (let before = -1; performance.now() < deadline; ) {
    const now = processorMs(pid);
    if (now === before) {
      return;
    }
    before = now;
    await sleep(POLL_MS);
  }
}

interface Watching {
  readonly watching?: { readonly state: string; readonly reason: string };
}

/** Milliseconds until the watcher is live, or null where it is off. */
async function untilWatching(server: Server): Promise<{ readonly liveMs: number | null; readonly reason: string }> {
  const started = performance.now();
  for (;;) {
    const { watching } = (await server.call("index_status", {})) as Watching;
    const { state, reason } = watching ?? { state: "off", reason: "not said" };
    if (state !== "starting" || performance.now() - started > SETTLE_MS) {
      return { liveMs: state === "live" ? performance.now() - started : null, reason };
    }
    // Asked more often it would find no quiet moment in which to begin.
    await sleep(2 * POLL_MS);
  }
}

async function askAll({ program, project, home, questions }: Bench, more: Environment): Promise<Asked> {
  const server = await startServer(program, project.root, environmentIn(home, more));
  await server.ask(questions[0] ?? "");
  const { liveMs, reason } = await untilWatching(server);
  const wanted = more["CONTEXT_BROKER_WATCH"] !== "off";
  if ((liveMs !== null) !== wanted) {
    throw new Error(`the watcher is ${liveMs === null ? "off" : "live"}: ${reason}`);
  }
  for (const question of questions.slice(0, WARM_UP)) {
    await server.ask(`${question} again`);
  }
  await settle(server);
  const counted = questions.slice(WARM_UP, WARM_UP + ASKED);
  const before = processorMs(server.pid);
  const fresh: number[] = [];
  for (const question of counted) {
    fresh.push((await timed(() => server.ask(question))).ms);
  }
  const processor = (processorMs(server.pid) - before) / counted.length;
  const memoryBytes = treeMemory(server.pid).proportionalBytes;
  const cached: number[] = [];
  for (let round = 0; round < REPEATS; round++) {
    for (const question of counted.slice(-REPEATED)) {
      const { ms, value } = await timed(() => server.ask(question));
      cached.push(ms);
      const detail = value.details.parts.cache.detail ?? "";
      if (detail !== "" && !detail.startsWith("hit")) {
        throw new Error(`the same question again was no cache hit but ${detail}`);
      }
    }
  }
  await server.close();
  return { fresh, cached, processor, memoryBytes, liveMs };
}

export async function measureQueries(bench: Bench): Promise<readonly Measured[]> {
  // The disk cache would answer what an earlier run has asked.
  const noDisk = { CONTEXT_BROKER_QUERY_CACHE: "memory" };
  const watched = await askAll(bench, noDisk);
  const verified = await askAll(bench, { ...noDisk, ...WITHOUT_WATCHER });
  return [
    { name: "warm query p50", values: [quantile(watched.fresh, 0.5)] },
    { name: "warm query p95", values: [quantile(watched.fresh, 0.95)] },
    { name: "warm query: processor", values: [watched.processor] },
    { name: "warm query p50, verifying all files", values: [quantile(verified.fresh, 0.5)] },
    { name: "warm query p95, verifying all files", values: [quantile(verified.fresh, 0.95)] },
    { name: "cache hit", values: watched.cached },
    { name: "cache hit, verifying all files", values: verified.cached },
    { name: "watcher live after the first answer", values: watched.liveMs === null ? [] : [watched.liveMs] },
    { name: "server memory after the queries", values: [megabytes(watched.memoryBytes)] },
  ];
}
