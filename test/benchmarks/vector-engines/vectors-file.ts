// The vectors of a run in one file of float32 rows, so that every engine, in a process of its own, reads the same ones and none
// holds them besides its own copy. Queries first, then points.
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { openSqlite } from "../../../src/system/sqlite.ts";
import type { ChunkId } from "../../../src/vocabulary/chunk.ts";
import { perturbedFor } from "../perturb/perturb.ts";

export const DIMENSIONS = 384;
export const QUERIES = 200;
const ROW_BYTES = DIMENSIONS * 4;
const ROWS_AT_ONCE = 1_000;
/** A cosine of about .86 to the real vector, as a similar chunk elsewhere would have. */
const NOISE = 0.6;

function readReal(store: string): Float32Array[] {
  const database = openSqlite(store, { readonly: true, fileMustExist: true });
  try {
    const blobs = database.prepare<[], Buffer>("SELECT vector FROM vectors ORDER BY key").pluck().all();
    return blobs.map((bytes) => new Float32Array(Uint8Array.from(bytes).buffer));
  } finally {
    database.close();
  }
}

/**
 * Writes QUERIES queries and `count` points to `file`. The queries are real vectors of the store, and none of the points. The
 * points are real, too, if there are enough; otherwise all of them are copies with noise, so that they lie in clusters around
 * the real ones, none of which is nearer to a query than its copies.
 */
export function writeVectors(file: string, store: string, count: number): "real" | "clustered" {
  const all = readReal(store);
  if (all[0]?.length !== DIMENSIONS || all.length < 2 * QUERIES) {
    throw new Error(`${store} has ${all.length} vectors of ${all[0]?.length} dimensions`);
  }
  const real = all.slice(QUERIES);
  const isReal = count <= real.length;
  const descriptor = openSync(file, "w");
  const write = (vector: Float32Array) =>
    writeSync(descriptor, new Uint8Array(vector.buffer, vector.byteOffset, ROW_BYTES));
  try {
    for (const query of all.slice(0, QUERIES)) {
      write(query);
    }
    for (let row = 0; row < count; row++) {
      write(isReal ? (real[row] as Float32Array) : perturbedFor(String(row), real, NOISE));
    }
  } finally {
    closeSync(descriptor);
  }
  return isReal ? "real" : "clustered";
}

function* rows(file: string, from: number, count: number): Iterable<Float32Array> {
  const descriptor = openSync(file, "r");
  try {
    for (let first = 0; first < count; first += ROWS_AT_ONCE) {
      const block = new Float32Array(Math.min(ROWS_AT_ONCE, count - first) * DIMENSIONS);
      readSync(descriptor, new Uint8Array(block.buffer), 0, block.byteLength, (from + first) * ROW_BYTES);
      for (let at = 0; at < block.length; at += DIMENSIONS) {
        yield block.slice(at, at + DIMENSIONS);
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

export const readQueries = (file: string): Float32Array[] => [...rows(file, 0, QUERIES)];

/** The first `count` points; chunk ids begin at 1. */
export function* readPoints(file: string, count: number): Iterable<readonly [ChunkId, Float32Array]> {
  let chunk = 0;
  for (const vector of rows(file, QUERIES, count)) {
    chunk += 1;
    yield [chunk as ChunkId, vector];
  }
}
