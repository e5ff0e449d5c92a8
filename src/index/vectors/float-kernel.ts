// The inner loop of the exact scan: dot products of one query with rows of float32, as a WebAssembly module of some 200
// bytes that is assembled here. Its sums are those of `dot`, bit for bit: four of float64, each of every fourth product,
// added in the same order. Knows no chunks.
import { WASM_PAGE_BYTES, type WasmMemory } from "./int8-kernel.ts";

/** Rows have a multiple of so many values. */
export const FLOAT_STEP = 4;

/** Addresses and `rowBytes` in bytes; `count` rows, 1 and more. Writes a float64 a row from `sums` on. */
type ScanRows = (rows: number, rowBytes: number, count: number, query: number, sums: number) => void;

interface WasmApi {
  readonly Memory: new (size: { readonly initial: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: { readonly scan: ScanRows } };
}

const { Memory, Module, Instance } = (globalThis as unknown as { readonly WebAssembly: WasmApi }).WebAssembly;

// WebAssembly 2.0, binary format: https://webassembly.github.io/spec/core/binary/
const I32 = 0x7f;
const V128 = 0x7b;
const EMPTY_BLOCK = 0x40;
const section = (id: number, ...content: number[]) => [id, ...unsigned(content.length), ...content];
const text = (value: string) => [value.length, ...Buffer.from(value, "latin1")];

/** LEB128, as all numbers of the format. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const i32 = (value: number) => [0x41, value];
const add = 0x6a;
const subtract = 0x6b;
const addFloat = 0xa0;
const simd = (code: number, ...operands: number[]) => [0xfd, ...unsigned(code), ...operands];
/** Of natural alignment 1: rows of any address. */
const memory = (offset: number) => [0, ...unsigned(offset)];
const loadVector = (offset: number) => simd(0x00, ...memory(offset));
/** Two float32, and zeros behind them. */
const loadHalf = (offset: number) => simd(0x5d, ...memory(offset));
/** Two float32 as float64. */
const widen = simd(0x5f);
const multiply = simd(0xf2);
const addLanes = simd(0xf0);
const extractLane = (lane: number) => simd(0x21, lane);
const zeros = simd(0x0c, ...new Array<number>(16).fill(0));
const loop = (...body: number[]) => [0x03, EMPTY_BLOCK, ...body, 0x0b];
const repeatIfNotZero = [0x0d, 0];
const end = 0x0b;

// Parameters, then locals.
const [rows, rowBytes, count, query, sums, at, rowEnd, low, high] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

/** local += two products: the row's values from `rows` on, the query's from `at` on. */
const accumulate = (local: number, first: number) => [
  ...get(local),
  ...get(rows),
  ...loadHalf(first * 4),
  ...widen,
  ...get(at),
  ...loadVector(first * 8),
  ...multiply,
  ...addLanes,
  ...set(local),
];

const step = (local: number, by: readonly number[]) => [...get(local), ...by, add, ...set(local)];

const oneRow = [
  ...zeros,
  ...set(low),
  ...zeros,
  ...set(high),
  ...get(query),
  ...set(at),
  ...get(rows),
  ...get(rowBytes),
  add,
  ...set(rowEnd),
  ...loop(
    ...accumulate(low, 0),
    ...accumulate(high, 2),
    ...step(at, i32(32)),
    ...step(rows, i32(16)),
    ...get(rows),
    ...get(rowEnd),
    subtract,
    ...repeatIfNotZero,
  ),
  ...get(sums),
  ...get(low),
  ...extractLane(0),
  ...get(low),
  ...extractLane(1),
  addFloat,
  ...get(high),
  ...extractLane(0),
  addFloat,
  ...get(high),
  ...extractLane(1),
  addFloat,
  // f64.store, of natural alignment 1
  0x39,
  0,
  0,
  ...step(sums, i32(8)),
];

const body = [
  // Two groups of locals: at and rowEnd; low and high.
  2,
  2,
  I32,
  2,
  V128,
  ...loop(...oneRow, ...get(count), ...i32(1), subtract, ...tee(count), ...repeatIfNotZero),
  end,
];

const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  // One type: five i32 to nothing.
  ...section(1, 1, 0x60, 5, ...new Array<number>(5).fill(I32), 0),
  // The memory, imported: at least one page.
  ...section(2, 1, ...text("host"), ...text("memory"), 2, 0, 1),
  // One function of the type, exported.
  ...section(3, 1, 0),
  ...section(7, 1, ...text("scan"), 0, 0),
  ...section(10, 1, ...unsigned(body.length), ...body),
]);

let compiled: object | undefined;

export interface FloatRows {
  /** Room for at least so many rows; earlier views of them are of length 0 then. */
  readonly rows: Float32Array;
  grow(rows: number): void;
  /** The dot products of the query with the first `count` rows. */
  scan(query: Float32Array, count: number): Float64Array;
}

/** Rows of `dimensions` values, a multiple of FLOAT_STEP, in the memory of a kernel of their own. */
export function openFloatRows(dimensions: number, atFirst: number): FloatRows {
  const queryBytes = dimensions * Float64Array.BYTES_PER_ELEMENT;
  const rowBytes = dimensions * Float32Array.BYTES_PER_ELEMENT;
  // The memory: the query, then for each row that there is room for its sum, then the rows.
  const sizeOf = (rows: number) => queryBytes + rows * (Float64Array.BYTES_PER_ELEMENT + rowBytes);
  const pagesOf = (rows: number) => Math.ceil(sizeOf(rows) / WASM_PAGE_BYTES);
  compiled ??= new Module(MODULE);
  const memory = new Memory({ initial: pagesOf(atFirst) });
  const { scan } = new Instance(compiled, { host: { memory } }).exports;
  let capacity = atFirst;
  const rowsAt = () => queryBytes + capacity * Float64Array.BYTES_PER_ELEMENT;
  const view = () => new Float32Array(memory.buffer, rowsAt(), capacity * dimensions);
  let values = view();
  return {
    get rows() {
      return values;
    },
    grow(wanted) {
      if (wanted > capacity) {
        const before = { at: rowsAt(), bytes: capacity * rowBytes };
        memory.grow(Math.max(0, pagesOf(wanted) - memory.buffer.byteLength / WASM_PAGE_BYTES));
        capacity = wanted;
        // The sums before the rows need more room: these move up.
        new Uint8Array(memory.buffer).copyWithin(rowsAt(), before.at, before.at + before.bytes);
        values = view();
      }
    },
    scan(query, count) {
      new Float64Array(memory.buffer, 0, dimensions).set(query);
      if (count > 0) {
        scan(rowsAt(), rowBytes, count, 0, queryBytes);
      }
      return new Float64Array(memory.buffer, queryBytes, count).slice();
    },
  };
}
