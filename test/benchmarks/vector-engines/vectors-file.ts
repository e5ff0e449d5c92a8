// The vectors of a run in one file of float32 rows, so that every engine, in a process of its own, reads the same ones and none
// holds them besides its own copy. Queries first, then points.
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { openSqlite } from "../../../src/system/sqlite.ts";
import type { ChunkId } from "../../../src/vocabulary/ids.ts";
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
 * Writes QUERIES queries and `count` points to `file`: the real vectors of the vector store at `store` while there are enough,
 * then copies of them with noise. Answers the number of real points. The queries are real and none of the points.
 */
export function writeVectors(file: string, store: string, count: number): number {
  const real = readReal(store);
  if (real[0]?.length !== DIMENSIONS || real.length < 2 * QUERIES) {
    throw new Error(`${store} has ${real.length} vectors of ${real[0]?.length} dimensions`);
  }
  const points = real.slice(QUERIES);
  const descriptor = openSync(file, "w");
  try {
    for (let row = 0; row < QUERIES + count; row++) {
      const vector = real[row] ?? perturbedFor(String(row), points, NOISE);
      writeSync(descriptor, new Uint8Array(vector.buffer, vector.byteOffset, ROW_BYTES));
    }
  } finally {
    closeSync(descriptor);
  }
  return Math.min(points.length, count);
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
