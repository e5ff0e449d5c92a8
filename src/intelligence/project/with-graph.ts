// Uses a project's import graph for a question: builds or updates it in slices, so that no other question waits, and uses what
// there is when time runs out. The rest is built behind the answer, so that the next question has it.
import { setImmediate as yieldToEvents } from "node:timers/promises";
import type { Freshness } from "../../index/project-index.ts";
import type { Snapshot } from "../../index/snapshot.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { putLast } from "../../system/memo.ts";
import { throwIfCancelled } from "../../vocabulary/failure.ts";
import { GraphCache, type ImportGraph } from "./import-graph.ts";

export interface GraphScene {
  readonly signal: AbortSignal;
  withSnapshot<Value>(use: (snapshot: Snapshot) => Value): Value;
}

/** Longest slice of work between two yields to the event loop, in milliseconds. */
const SLICE_MS = 8;
/** Time limit for building the graph, in milliseconds; the answer then uses what is built. */
const GRAPH_MS = 2_000;
/** The same in a project that was never indexed, where most of the graph is not known yet. */
const FIRST_GRAPH_MS = 500;

export const graphMsOf = ({ building }: Pick<Freshness, "building">): number => (building ? FIRST_GRAPH_MS : GRAPH_MS);

/** That of 60,000 files takes some 60 MB. */
const DATABASES_CACHED = 2;
const caches = new Map<string, GraphCache>();

function cacheOf(databaseId: string): GraphCache {
  const cache = caches.get(databaseId) ?? new GraphCache(semanticsOf);
  putLast(caches, databaseId, cache, DATABASES_CACHED);
  return cache;
}

/** Pause between two slices behind an answer: another request has half of the time. Milliseconds. */
const PAUSE_MS = 8;
const behind = new WeakSet<GraphCache>();

/** Ends with the process, the index, or a graph that is whole. */
function finishBehind(cache: GraphCache, databaseId: string, withSnapshot: GraphScene["withSnapshot"]): void {
  const advance = (): boolean => {
    try {
      return withSnapshot((snapshot) => snapshot.databaseId !== databaseId || isAdvanced(cache, snapshot));
    } catch {
      // The project was closed, or the next question meets the same error.
      return true;
    }
  };
  const slice = (): void => {
    if (advance()) {
      behind.delete(cache);
    } else {
      setTimeout(slice, PAUSE_MS).unref();
    }
  };
  if (!behind.has(cache)) {
    behind.add(cache);
    setTimeout(slice, PAUSE_MS).unref();
  }
}

const isAdvanced = (cache: GraphCache, snapshot: Snapshot): boolean =>
  cache.advance(snapshot, performance.now() + SLICE_MS);

export interface GraphUse<Value> {
  /** Called once; `graph.left` says what is missing of it. */
  readonly use: (snapshot: Snapshot, graph: ImportGraph) => Value;
  /** What is derived from the graph first, each in a slice of its own. */
  readonly prepare?: readonly ((graph: ImportGraph) => unknown)[];
  readonly limitMs?: number;
}

export async function withGraph<Value>(
  { signal, withSnapshot }: GraphScene,
  { use, prepare = [], limitMs = GRAPH_MS }: GraphUse<Value>,
): Promise<Value> {
  const end = performance.now() + limitMs;
  const steps = prepare.values();
  for (;;) {
    throwIfCancelled(signal);
    const used = withSnapshot((snapshot) => {
      const cache = cacheOf(snapshot.databaseId);
      const isDone = cache.advance(snapshot, Math.min(end, performance.now() + SLICE_MS));
      if (!isDone && performance.now() < end) {
        return null;
      }
      if (!isDone) {
        finishBehind(cache, snapshot.databaseId, withSnapshot);
      }
      const step = steps.next();
      if (step.done !== true) {
        step.value(cache.graph());
        return null;
      }
      return { value: use(snapshot, cache.graph()) };
    });
    if (used !== null) {
      return used.value;
    }
    await yieldToEvents();
  }
}
