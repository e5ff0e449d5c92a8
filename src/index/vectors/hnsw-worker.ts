// The process that builds a graph: receives points in lists, then writes the file, syncs it and checks that it is complete,
// since the library does not report a full disk. Ends with its parent.
import { open, rm } from "node:fs/promises";
import { serveTasks } from "../../system/worker-host.ts";
import { Failure, messageOf } from "../../vocabulary/failure.ts";
import { isWholeGraph, readGraphLayout } from "./graph-file.ts";
import { type GraphSum, sumGraphFile } from "./graph-sum.ts";
import { GRAPH_CONSTRUCTION, GRAPH_LINKS, type HnswGraph, loadHnswlib } from "./hnswlib.ts";

export type HnswTask =
  | { readonly kind: "begin"; readonly dimensions: number }
  | { readonly kind: "add"; readonly labels: Uint32Array; readonly vectors: Float32Array }
  | { readonly kind: "finish"; readonly path: string };

export interface HnswBuilt extends GraphSum {
  readonly count: number;
}

const CAPACITY_AT_FIRST = 4_096;
const RANDOM_SEED = 100;

async function write(graph: HnswGraph, path: string): Promise<HnswBuilt> {
  try {
    graph.writeIndexSync(path);
    const handle = await open(path, "r+");
    try {
      await handle.sync();
      const layout = readGraphLayout(handle.fd);
      if (layout?.count !== graph.getCurrentCount() || !isWholeGraph(handle.fd, layout)) {
        throw new Error("only part of it was written");
      }
    } finally {
      await handle.close();
    }
    return { count: graph.getCurrentCount(), ...(await sumGraphFile(path)) };
  } catch (cause) {
    await rm(path, { force: true });
    const reason = messageOf(cause);
    throw new Failure("STORAGE_UNAVAILABLE", `the graph file ${path} could not be written: ${reason}`, {
      hint: "free some disk space; until then the exact scan is used",
      cause,
    });
  }
}

serveTasks(async () => {
  const { hnswlib, reason } = await loadHnswlib();
  if (hnswlib === null) {
    throw new Failure("INDEX_UNAVAILABLE", reason, { hint: "the exact scan is used; run `context-broker doctor`" });
  }
  let graph: HnswGraph | undefined;

  return async (task: HnswTask): Promise<HnswBuilt | null> => {
    if (task.kind === "begin") {
      graph = new hnswlib.HierarchicalNSW("ip", task.dimensions);
      graph.initIndex(CAPACITY_AT_FIRST, GRAPH_LINKS, GRAPH_CONSTRUCTION, RANDOM_SEED);
      return null;
    }
    if (graph === undefined) {
      throw new Error("the process that held the unfinished graph has ended");
    }
    if (task.kind === "finish") {
      return write(graph, task.path);
    }
    const dimensions = graph.getNumDimensions();
    for (const [index, label] of task.labels.entries()) {
      if (graph.getCurrentCount() === graph.getMaxElements()) {
        graph.resizeIndex(graph.getMaxElements() * 2);
      }
      graph.addPoint(Array.from(task.vectors.subarray(index * dimensions, (index + 1) * dimensions)), label);
    }
    return null;
  };
});
