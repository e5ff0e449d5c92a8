// Builds a graph in a process of its own and puts it in place. To be called by one process at a time: the holder of the
// project's writer lease.

import { randomBytes } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { writeFileAtomically } from "../../system/atomic-file.ts";
import { makeFolder } from "../../system/make-folder.ts";
import { packagePath } from "../../system/package-root.ts";
import { openWorkerPool } from "../../system/worker-pool.ts";
import type { ChunkId, Generation } from "../../vocabulary/chunk.ts";
import { Failure, messageOf } from "../../vocabulary/failure.ts";
import { encodeLabels, HNSW_FORMAT, type HnswManifest, readManifest } from "./hnsw-file.ts";
import type { HnswBuilt, HnswTask } from "./hnsw-worker.ts";
import type { VectorIndexOrigin } from "./vector-index.ts";

export interface HnswBuild {
  /** Absolute path of the manifest; the graph is written beside it. */
  readonly file: string;
  readonly origin: VectorIndexOrigin;
  readonly generation: Generation;
  /** Each chunk once; vectors of unit length. */
  readonly entries: Iterable<readonly [ChunkId, Float32Array]>;
  readonly signal?: AbortSignal | undefined;
}

/** 500 vectors of 384 dimensions are 0.75 MB to send and 0.1 s to build in. */
const POINTS_A_TASK = 500;
const NICENESS = 19;
/** Unfinished graphs of processes that were killed are removed when older than this. */
const ABANDONED_AFTER_MS = 600_000;

/**
 * Writes graph and manifest, about 0.2 ms of another core a vector. Throws INDEX_UNAVAILABLE where the library is not
 * there, STORAGE_UNAVAILABLE where the disk did not take it, CANCELLED; the previous graph then stays in place.
 */
export async function buildHnswFile({ file, origin, generation, entries, signal }: HnswBuild): Promise<void> {
  const folder = dirname(file);
  const graph = `${basename(file)}.${randomBytes(6).toString("hex")}.graph`;
  const pool = openWorkerPool<HnswTask, HnswBuilt | null>({
    entry: packagePath("dist", "workers", "hnsw.js"),
    size: 1,
    niceness: NICENESS,
  });
  let replacedGraph: string | null = null;
  try {
    makeFolder(folder);
    const run = (task: HnswTask) => pool.run(task, { signal });
    await run({ kind: "begin", dimensions: origin.dimensions });
    const labels = await sendPoints(entries, origin.dimensions, run);
    const built = await run({ kind: "finish", path: join(folder, graph) });
    if (built === null || built.count !== labels.length) {
      throw new Error(`the graph has ${built?.count} points of ${labels.length}`);
    }
    const { bytes, crc32 } = built;
    const replaced = await readManifest(file);
    const manifest: HnswManifest = {
      format: HNSW_FORMAT,
      ...origin,
      generation,
      graph,
      bytes,
      crc32,
      labels: encodeLabels(labels),
    };
    await writeFileAtomically(file, JSON.stringify(manifest));
    replacedGraph = "manifest" in replaced ? replaced.manifest.graph : null;
  } catch (error) {
    await rm(join(folder, graph), { force: true }).catch(() => undefined);
    throw asFailure(error, file);
  } finally {
    await pool.close();
  }
  await removeOldGraphs(file, graph, replacedGraph);
}

async function sendPoints(
  entries: HnswBuild["entries"],
  dimensions: number,
  run: (task: HnswTask) => Promise<unknown>,
): Promise<ChunkId[]> {
  const labels: ChunkId[] = [];
  let pending: (readonly [ChunkId, Float32Array])[] = [];
  const send = async () => {
    const vectors = new Float32Array(pending.length * dimensions);
    for (const [index, [, vector]] of pending.entries()) {
      vectors.set(vector, index * dimensions);
    }
    await run({ kind: "add", labels: Uint32Array.from(pending, ([chunk]) => chunk), vectors });
    pending = [];
  };
  for (const entry of entries) {
    if (entry[1].length !== dimensions) {
      throw new RangeError(`chunk ${entry[0]} has a vector of ${entry[1].length} dimensions, not ${dimensions}`);
    }
    labels.push(entry[0]);
    pending.push(entry);
    if (pending.length === POINTS_A_TASK) {
      await send();
    }
  }
  await send();
  return labels;
}

/** A reader that has opened the old graph keeps it; a reader that only knows its name reads the manifest again. */
async function removeOldGraphs(file: string, present: string, replaced: string | null): Promise<void> {
  const folder = dirname(file);
  const graphs = (await readdir(folder)).filter(
    (name) => name.startsWith(`${basename(file)}.`) && name.endsWith(".graph"),
  );
  for (const name of graphs) {
    const path = join(folder, name);
    const ageMs = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0);
    if (name !== present && (name === replaced || ageMs > ABANDONED_AFTER_MS)) {
      // Windows does not remove a file that a reader holds: the next build will.
      await rm(path, { force: true }).catch(() => undefined);
    }
  }
}

function asFailure(error: unknown, file: string): Failure {
  if (error instanceof Failure) {
    return error;
  }
  const reason = messageOf(error);
  const onDisk = error instanceof Error && "code" in error;
  return new Failure(onDisk ? "STORAGE_UNAVAILABLE" : "INDEX_UNAVAILABLE", `${file} was not built: ${reason}`, {
    hint: "the exact scan is used meanwhile; run `context-broker doctor`",
    cause: error,
  });
}
