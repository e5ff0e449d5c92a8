// The inner loop of the exact scan: products of a row of float32 with a query of float64. Its sums are those of `dot`, bit
// for bit: four of float64, each of every fourth product, added in the same order.
import {
  compileRowScan,
  get,
  HIGH,
  LOW,
  loadVector,
  memoryAt,
  openRowScan,
  QUERY,
  ROWS,
  set,
  simd,
  WASM_PAGE_BYTES,
} from "./row-scan.ts";

/** Rows have a multiple of so many values. */
export const FLOAT_STEP = 4;

const ADD_FLOAT = 0xa0;
/** Two float32, and zeros behind them. */
const loadHalf = (offset: number) => simd(0x5d, ...memoryAt(offset));
/** Two float32 as float64. */
const widen = simd(0x5f);
const multiply = simd(0xf2);
const addLanes = simd(0xf0);
const extractLane = (lane: number) => simd(0x21, lane);

/** sums += two products: the row's values from the one numbered `first` on, the query's beside them. */
const accumulate = (sums: number, first: number) => [
  ...get(sums),
  ...[...get(ROWS), ...loadHalf(first * 4), ...widen],
  ...[...get(QUERY), ...loadVector(first * 8)],
  ...[...multiply, ...addLanes, ...set(sums)],
];

const store = [
  ...[...get(LOW), ...extractLane(0)],
  ...[...get(LOW), ...extractLane(1), ADD_FLOAT],
  ...[...get(HIGH), ...extractLane(0), ADD_FLOAT],
  ...[...get(HIGH), ...extractLane(1), ADD_FLOAT],
  // f64.store
  0x39,
  ...memoryAt(0),
];

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
  compiled ??= compileRowScan({
    step: [...accumulate(LOW, 0), ...accumulate(HIGH, 2)],
    rowStep: FLOAT_STEP * Float32Array.BYTES_PER_ELEMENT,
    queryStep: FLOAT_STEP * Float64Array.BYTES_PER_ELEMENT,
    store,
    sumBytes: Float64Array.BYTES_PER_ELEMENT,
  });
  const { memory, scan } = openRowScan(compiled, pagesOf(atFirst));
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
        scan(rowsAt(), { rowBytes, gapBytes: 0 }, count, 0, queryBytes);
      }
      return new Float64Array(memory.buffer, queryBytes, count).slice();
    },
  };
}
