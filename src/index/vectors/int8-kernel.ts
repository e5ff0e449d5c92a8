// The inner loop of the int8 scan: products of a row of bytes with a query of 16 bits, summed in 32. A row's bytes are
// widened and multiplied in pairs (pmovsxbw and pmaddwd on x86, smull and sadalp on ARM); the query has 16 bits, so that
// only the rows are rounded.
import {
  ADD,
  compileRowScan,
  get,
  HIGH,
  LOW,
  loadVector,
  memoryAt,
  openRowScan,
  QUERY,
  ROWS,
  type RowScan,
  set,
  simd,
} from "./row-scan.ts";

/** Bytes that one step of the inner loop takes: rows are padded to a multiple, with zeros. */
export const LANE_BYTES = 16;

const load8x8Signed = (offset: number) => simd(0x01, ...memoryAt(offset));
const extractLane = (lane: number) => simd(0x1b, lane);
const addLanes = simd(0xae);
/** Eight products of 16 bits, added in pairs to four sums of 32. */
const dotPairs = simd(0xba);

/** sums += eight products: the row's bytes from `first` on, the query's values beside them. */
const accumulate = (sums: number, first: number) => [
  ...[...get(ROWS), ...load8x8Signed(first)],
  ...[...get(QUERY), ...loadVector(first * 2)],
  ...dotPairs,
  ...[...get(sums), ...addLanes, ...set(sums)],
];

const store = [
  ...[...get(LOW), ...get(HIGH), ...addLanes, ...set(LOW)],
  ...[0, 1, 2, 3].flatMap((lane) => [...get(LOW), ...extractLane(lane), ...(lane === 0 ? [] : [ADD])]),
  // i32.store
  0x36,
  ...memoryAt(0),
];

let compiled: object | undefined;

/** Rows of bytes, a query of int16 at QUERY, sums of int32; over a memory of its own. */
export function openKernel(pages: number): RowScan {
  compiled ??= compileRowScan({
    step: [...accumulate(LOW, 0), ...accumulate(HIGH, 8)],
    rowStep: LANE_BYTES,
    queryStep: 2 * LANE_BYTES,
    store,
    sumBytes: 4,
  });
  return openRowScan(compiled, pages);
}
