// Vectors as rows of bytes in the kernel's memory, and the product of a query with each row within a known error.
import type { ChunkId } from "../../vocabulary/chunk.ts";
import { vectorHash } from "./background.ts";
import { LANE_BYTES, openKernel } from "./int8-kernel.ts";
import { type RowLayout, type RowScan, WASM_PAGE_BYTES } from "./row-scan.ts";

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

export function int8RecordBytes(dimensions: number): number {
  return Math.ceil(dimensions / LANE_BYTES) * LANE_BYTES + TAIL_BYTES;
}

/** Rows are numbered 0 to size - 1; removing one gives its number to the last. */
export class Int8Rows {
  /** Bytes of a row with its chunk, scale, error and hash. */
  readonly recordBytes: number;
  readonly #dimensions: number;
  readonly #layout: RowLayout;
  /** Largest component of a query such that no sum of products leaves 32 bits. */
  readonly #queryMax: number;
  // The kernel's memory: the query, the sums of one block, then the records.
  readonly #kernel: RowScan;
  readonly #sumsAt: number;
  readonly #recordsAt: number;
  #bytes = new Int8Array(0);
  #words = new Uint32Array(0);
  #floats = new Float32Array(0);
  #products = new Float32Array(0);
  #bounds = new Float32Array(0);
  /** By chunk id: its row's number and one, or 0. Ids are given in order, so that they lie close together. */
  #places = new Int32Array(0);
  #size = 0;

  constructor(dimensions: number) {
    this.recordBytes = int8RecordBytes(dimensions);
    this.#dimensions = dimensions;
    this.#layout = { rowBytes: this.recordBytes - TAIL_BYTES, gapBytes: TAIL_BYTES };
    this.#queryMax = Math.min(SHORT_MAX, Math.floor(INT32_MAX / (BYTE_MAX * dimensions)));
    this.#sumsAt = this.#layout.rowBytes * 2;
    this.#recordsAt = this.#sumsAt + BLOCK_ROWS * 4;
    this.#kernel = openKernel(Math.ceil((this.#recordsAt + BLOCK_ROWS * this.recordBytes) / WASM_PAGE_BYTES));
    this.#viewMemory();
  }

  get size(): number {
    return this.#size;
  }

  /** -1 if the chunk has none. */
  rowOf(chunk: ChunkId): number {
    return (this.#places[chunk] ?? 0) - 1;
  }

  chunkAt(row: number): ChunkId {
    return this.#words[this.#tailOf(row) + CHUNK] as ChunkId;
  }

  *chunks(): Iterable<ChunkId> {
    for (let row = 0; row < this.#size; row++) {
      yield this.chunkAt(row);
    }
  }

  /** vectorHash of the vector that the row was made from. */
  hashAt(row: number): number {
    return this.#words[this.#tailOf(row) + HASH] as number;
  }

  set(chunk: ChunkId, vector: Float32Array): void {
    let row = this.rowOf(chunk);
    if (row < 0) {
      this.#makeRoom(1);
      row = this.#size++;
      this.#place(chunk, row);
    }
    const step = Math.fround(largestOf(vector) / BYTE_MAX);
    const tail = this.#tailOf(row);
    this.#words[tail + CHUNK] = chunk;
    this.#words[tail + HASH] = vectorHash(vector, 0);
    this.#floats[tail + STEP] = step;
    // The query is of length 1.
    this.#floats[tail + ERROR] = quantise(vector, step, this.#bytes, this.#recordAt(row)) + ROUNDING;
  }

  remove(chunk: ChunkId): void {
    const row = this.rowOf(chunk);
    if (row < 0) {
      return;
    }
    // The last row fills the gap.
    this.#size -= 1;
    const moved = this.chunkAt(this.#size);
    const last = this.#recordAt(this.#size);
    this.#bytes.copyWithin(this.#recordAt(row), last, last + this.recordBytes);
    this.#place(moved, row);
    this.#place(chunk, -1);
  }

  /** Approximate cosines of all rows to the query; valid until the next call. */
  approximate(query: Float32Array): Approximation {
    const step = largestOf(query) / this.#queryMax;
    const shorts = new Int16Array(this.#kernel.memory.buffer, 0, this.#layout.rowBytes);
    // A row is of length 1, and as bytes no longer than 1 and its error.
    const queryError = quantise(query, step, shorts, 0) * 2;
    if (this.#products.length < this.#size) {
      this.#products = new Float32Array(Math.ceil(this.#size * (1 + GROWTH)));
      this.#bounds = new Float32Array(this.#products.length);
    }
    for (let first = 0; first < this.#size; first += BLOCK_ROWS) {
      this.#approximateBlock(first, Math.min(BLOCK_ROWS, this.#size - first), step, queryError);
    }
    return { products: this.#products, bounds: this.#bounds };
  }

  #approximateBlock(first: number, count: number, queryStep: number, queryError: number): void {
    const [floats, products, bounds] = [this.#floats, this.#products, this.#bounds];
    const sums = new Int32Array(this.#kernel.memory.buffer, this.#sumsAt, count);
    this.#kernel.scan(this.#recordAt(first), this.#layout, count, 0, this.#sumsAt);
    // Here and not later: the tails are in the processor's cache now.
    let tail = this.#tailOf(first);
    for (let at = 0; at < count; at++) {
      const product = (sums[at] as number) * queryStep * (floats[tail + STEP] as number);
      products[first + at] = product;
      bounds[first + at] = product + (floats[tail + ERROR] as number) + queryError;
      tail += this.recordBytes / 4;
    }
  }

  /** The approximate vector that the row's bytes encode. */
  decoded(row: number): Float32Array {
    const at = this.#recordAt(row);
    const step = this.#floats[this.#tailOf(row) + STEP] as number;
    return Float32Array.from(this.#bytes.subarray(at, at + this.#dimensions), (byte) => byte * step);
  }

  /** The bytes of the records from row `first` on, as they are saved; a view, valid until the next change. */
  records(first: number, count: number): Uint8Array {
    return new Uint8Array(this.#kernel.memory.buffer, this.#recordAt(first), count * this.recordBytes);
  }

  /** Room for `count` records behind the present ones: fill it, then `admitRecords`. Valid until the next change. */
  room(count: number): Uint8Array {
    this.#makeRoom(count);
    return this.records(this.#size, count);
  }

  /** Adds the records that were filled in; false at the first whose chunk already has a row, which should not happen. */
  admitRecords(count: number): boolean {
    for (const end = this.#size + count; this.#size < end; this.#size++) {
      const chunk = this.chunkAt(this.#size);
      if (this.rowOf(chunk) >= 0) {
        return false;
      }
      this.#place(chunk, this.#size);
    }
    return true;
  }

  /** `row`: -1 for none. */
  #place(chunk: ChunkId, row: number): void {
    if (chunk >= this.#places.length) {
      const larger = new Int32Array(Math.ceil((chunk + 1) * (1 + GROWTH)));
      larger.set(this.#places);
      this.#places = larger;
    }
    this.#places[chunk] = row + 1;
  }

  /** The record's place in bytes. */
  #recordAt(row: number): number {
    return this.#recordsAt + row * this.recordBytes;
  }

  /** The place of what follows the row's bytes, in words. */
  #tailOf(row: number): number {
    return (this.#recordAt(row) + this.#layout.rowBytes) / 4;
  }

  #makeRoom(count: number): void {
    const missing = this.#recordAt(this.#size + count) - this.#bytes.length;
    if (missing > 0) {
      this.#kernel.memory.grow(Math.ceil(Math.max(missing, this.#bytes.length * GROWTH) / WASM_PAGE_BYTES));
      this.#viewMemory();
    }
  }

  /** Views of the kernel's memory are empty once it has grown. */
  #viewMemory(): void {
    const { buffer } = this.#kernel.memory;
    this.#bytes = new Int8Array(buffer);
    this.#words = new Uint32Array(buffer);
    this.#floats = new Float32Array(buffer);
  }
}

const largestOf = (values: Float32Array): number => values.reduce((max, value) => Math.max(max, Math.abs(value)), 0);

/** Writes the values into `into` from `at` on, rounded to whole steps; returns the length of the difference. */
function quantise(values: Float32Array, step: number, into: Int8Array | Int16Array, at: number): number {
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    const rounded = step === 0 ? 0 : Math.round(value / step);
    into[at + i] = rounded;
    squares += (value - rounded * step) ** 2;
  }
  return Math.sqrt(squares);
}
