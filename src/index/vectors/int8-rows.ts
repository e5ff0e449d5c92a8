// Vectors as rows of bytes in the kernel's memory, and the product of a query with each row within a known error.
import type { ChunkId } from "../../vocabulary/ids.ts";
import { vectorHash } from "./background.ts";
import { LANE_BYTES, openKernel } from "./int8-kernel.ts";
import { WASM_PAGE_BYTES } from "./row-scan.ts";

/** Of the largest component of a row: the range of a byte that is the same on both sides of 0. */
const BYTE_MAX = 127;
/** Of the largest component of a query, at most: 16 bits. */
const SHORT_MAX = 32_767;
const INT32_MAX = 2 ** 31 - 1;
/** Rows between two looks of JavaScript at their sums: 100 KB, which stay in the processor's cache. */
const BLOCK_ROWS = 256;
/** Float32 sums of a few hundred products of unit vectors are off by less than this. */
const ROUNDING = 1e-5;
/** Memory grows by an eighth, so that little of it lies idle. */
const GROWTH = 1 / 8;

// What follows a row's bytes, in words of four bytes.
const CHUNK = 0;
const HASH = 1;
const STEP = 2;
const ERROR = 3;
const TAIL_BYTES = 16;

/** By row; the arrays may be longer than there are rows. */
export interface Approximation {
  /** Near the cosine. */
  readonly products: Float32Array;
  /** No cosine is above this, by Cauchy and Schwarz: the product, the row's error and the query's. */
  readonly bounds: Float32Array;
}

/** Rows are numbered 0 to size - 1; removing one gives its number to the last. */
export interface Int8Rows {
  readonly size: number;
  /** Bytes of a row with its chunk, scale, error and hash. */
  readonly recordBytes: number;
  /** -1 if the chunk has none. */
  rowOf(chunk: ChunkId): number;
  chunkAt(row: number): ChunkId;
  /** vectorHash of the vector that the row was made from. */
  hashAt(row: number): number;
  set(chunk: ChunkId, vector: Float32Array): void;
  remove(chunk: ChunkId): void;
  /** Approximate cosines of all rows to the query; valid until the next call. */
  approximate(query: Float32Array): Approximation;
  /** The approximate vector that the row's bytes encode. */
  decoded(row: number): Float32Array;
  /** The bytes of the records from row `first` on, as they are saved; a view, valid until the next change. */
  records(first: number, count: number): Uint8Array;
  /** Room for `count` records behind those there are: fill it, then `admitRecords`. Valid until the next change. */
  room(count: number): Uint8Array;
  /** Adds the records that were filled in; false at the first whose chunk already has a row, which should not happen. */
  admitRecords(count: number): boolean;
}

export function int8RecordBytes(dimensions: number): number {
  return Math.ceil(dimensions / LANE_BYTES) * LANE_BYTES + TAIL_BYTES;
}

export function openInt8Rows(dimensions: number): Int8Rows {
  const recordBytes = int8RecordBytes(dimensions);
  const recordWords = recordBytes / 4;
  const layout = { rowBytes: recordBytes - TAIL_BYTES, gapBytes: TAIL_BYTES };
  const tailWords = layout.rowBytes / 4;
  /** Largest component of a query such that no sum of products leaves 32 bits. */
  const queryMax = Math.min(SHORT_MAX, Math.floor(INT32_MAX / (BYTE_MAX * dimensions)));
  // The memory: the query, the sums of one block, then the records.
  const sumsAt = layout.rowBytes * 2;
  const recordsAt = sumsAt + BLOCK_ROWS * 4;
  const kernel = openKernel(Math.ceil((recordsAt + BLOCK_ROWS * recordBytes) / WASM_PAGE_BYTES));
  let bytes = new Int8Array(kernel.memory.buffer);
  let words = new Uint32Array(kernel.memory.buffer);
  let floats = new Float32Array(kernel.memory.buffer);
  let products = new Float32Array(0);
  let bounds = new Float32Array(0);
  const rowByChunk = new Map<ChunkId, number>();
  let size = 0;

  const tailOf = (row: number) => recordsAt / 4 + row * recordWords + tailWords;
  const chunkAt = (row: number) => words[tailOf(row) + CHUNK] as ChunkId;

  function makeRoom(count: number): void {
    const missing = recordsAt + (size + count) * recordBytes - bytes.length;
    if (missing > 0) {
      kernel.memory.grow(Math.ceil(Math.max(missing, bytes.length * GROWTH) / WASM_PAGE_BYTES));
      bytes = new Int8Array(kernel.memory.buffer);
      words = new Uint32Array(kernel.memory.buffer);
      floats = new Float32Array(kernel.memory.buffer);
    }
  }

  function write(row: number, chunk: ChunkId, vector: Float32Array): void {
    const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    const step = Math.fround(largest / BYTE_MAX);
    const at = recordsAt + row * recordBytes;
    let squares = 0;
    for (let i = 0; i < dimensions; i++) {
      const value = vector[i] as number;
      const rounded = step === 0 ? 0 : Math.round(value / step);
      bytes[at + i] = rounded;
      squares += (value - rounded * step) ** 2;
    }
    const tail = tailOf(row);
    words[tail + CHUNK] = chunk;
    words[tail + HASH] = vectorHash(vector, 0);
    floats[tail + STEP] = step;
    // The query is of length 1.
    floats[tail + ERROR] = Math.sqrt(squares) + ROUNDING;
  }

  function set(chunk: ChunkId, vector: Float32Array): void {
    let row = rowByChunk.get(chunk);
    if (row === undefined) {
      makeRoom(1);
      row = size;
      size += 1;
      rowByChunk.set(chunk, row);
    }
    write(row, chunk, vector);
  }

  function remove(chunk: ChunkId): void {
    const row = rowByChunk.get(chunk);
    if (row === undefined) {
      return;
    }
    // The last row fills the gap.
    size -= 1;
    const moved = chunkAt(size);
    const last = recordsAt + size * recordBytes;
    bytes.copyWithin(recordsAt + row * recordBytes, last, last + recordBytes);
    rowByChunk.set(moved, row);
    rowByChunk.delete(chunk);
  }

  /** Puts the query where the kernel reads it; answers its step and how far that is from it. */
  function loadQuery(query: Float32Array): { readonly step: number; readonly queryError: number } {
    const shorts = new Int16Array(kernel.memory.buffer, 0, layout.rowBytes);
    const largest = query.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    const step = largest / queryMax;
    let squares = 0;
    for (let i = 0; i < dimensions; i++) {
      const value = query[i] as number;
      const rounded = step === 0 ? 0 : Math.round(value / step);
      shorts[i] = rounded;
      squares += (value - rounded * step) ** 2;
    }
    // A row is of length 1, and as bytes no longer than 1 and its error.
    return { step, queryError: Math.sqrt(squares) * 2 };
  }

  function approximate(query: Float32Array): Approximation {
    const { step, queryError } = loadQuery(query);
    if (products.length < size) {
      products = new Float32Array(Math.ceil(size * (1 + GROWTH)));
      bounds = new Float32Array(products.length);
    }
    const sums = new Int32Array(kernel.memory.buffer, sumsAt, BLOCK_ROWS);
    for (let first = 0; first < size; first += BLOCK_ROWS) {
      const count = Math.min(BLOCK_ROWS, size - first);
      kernel.scan(recordsAt + first * recordBytes, layout, count, 0, sumsAt);
      // Here and not later: the tails are in the processor's cache now.
      let tail = tailOf(first);
      for (let at = 0; at < count; at++) {
        const product = (sums[at] as number) * step * (floats[tail + STEP] as number);
        products[first + at] = product;
        bounds[first + at] = product + (floats[tail + ERROR] as number) + queryError;
        tail += recordWords;
      }
    }
    return { products, bounds };
  }

  function decoded(row: number): Float32Array {
    const at = recordsAt + row * recordBytes;
    const step = floats[tailOf(row) + STEP] as number;
    return Float32Array.from({ length: dimensions }, (_, i) => (bytes[at + i] as number) * step);
  }

  function view(first: number, count: number): Uint8Array {
    return new Uint8Array(kernel.memory.buffer, recordsAt + first * recordBytes, count * recordBytes);
  }

  function admitRecords(count: number): boolean {
    for (const end = size + count; size < end; size++) {
      if (rowByChunk.has(chunkAt(size))) {
        return false;
      }
      rowByChunk.set(chunkAt(size), size);
    }
    return true;
  }

  return {
    get size() {
      return size;
    },
    recordBytes,
    rowOf: (chunk) => rowByChunk.get(chunk) ?? -1,
    chunkAt,
    hashAt: (row) => words[tailOf(row) + HASH] as number,
    set,
    remove,
    approximate,
    decoded,
    records: view,
    room(count) {
      makeRoom(count);
      return view(size, count);
    },
    admitRecords,
  };
}
