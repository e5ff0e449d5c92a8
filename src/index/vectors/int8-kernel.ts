// The inner loop of the int8 scan: dot products of one query with rows of bytes, as a WebAssembly module of some 200 bytes
// that is assembled here, instruction by instruction. Knows no chunks, no scales and no order.
//
// A row's bytes are widened to 16 bits and multiplied in pairs into 32-bit sums (pmovsxbw and pmaddwd on x86, smlal on
// ARM); the query has 16 bits, so that only the rows are rounded. 500,000 rows of 384 dimensions: see docs/vectors.md.

/** Bytes that one step of the inner loop takes: rows are padded to a multiple, with zeros. */
export const LANE_BYTES = 16;

/** What of WebAssembly is used here: Node's types do not have it. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** By pages of WASM_PAGE_BYTES; earlier buffers are of length 0 then. Throws RangeError where there is no memory. */
  grow(pages: number): number;
}

interface WasmApi {
  readonly Memory: new (size: { readonly initial: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: { readonly scan: ScanRows } };
}

export const WASM_PAGE_BYTES = 65_536;

/** Where rows lie in the memory: all in bytes. */
export interface RowLayout {
  /** A multiple of LANE_BYTES. */
  readonly rowBytes: number;
  /** From the end of a row to the next one. */
  readonly gapBytes: number;
}

/**
 * Writes the dot product of the query's int16 values at `query` with each of the `count` rows (1 and more) that begin
 * at `rows`, as an int32 a row, from `sums` on. Addresses are in bytes.
 */
type ScanRows = (rows: number, rowBytes: number, gap: number, count: number, query: number, sums: number) => void;

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
const add = 0x6a;
const subtract = 0x6b;
const i32 = (value: number) => [0x41, value];
const simd = (code: number, ...operands: number[]) => [0xfd, ...unsigned(code), ...operands];
/** Of natural alignment 1: rows of any address. */
const memory = (offset: number) => [0, ...unsigned(offset)];
const load8x8Signed = (offset: number) => simd(0x01, ...memory(offset));
const loadVector = (offset: number) => simd(0x00, ...memory(offset));
const zeros = simd(0x0c, ...new Array<number>(16).fill(0));
const extractLane = (lane: number) => simd(0x1b, lane);
const addLanes = simd(0xae);
/** Eight products of 16 bits, added in pairs to four sums of 32. */
const dotPairs = simd(0xba);
const loop = (...body: number[]) => [0x03, EMPTY_BLOCK, ...body, 0x0b];
const repeatIfNotZero = [0x0d, 0];
const end = 0x0b;

// Parameters, then locals.
const [rows, rowBytes, gap, count, query, sums, at, rowEnd, low, high] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** local += eight products: the row's bytes from `rows` on, the query's values from `at` on. */
const accumulate = (local: number, first: number) => [
  ...get(rows),
  ...load8x8Signed(first),
  ...get(at),
  ...loadVector(first * 2),
  ...dotPairs,
  ...get(local),
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
    ...accumulate(high, 8),
    ...step(at, i32(32)),
    ...step(rows, i32(LANE_BYTES)),
    ...get(rows),
    ...get(rowEnd),
    subtract,
    ...repeatIfNotZero,
  ),
  ...get(low),
  ...get(high),
  ...addLanes,
  ...set(low),
  ...get(sums),
  ...[0, 1, 2, 3].flatMap((lane) => [...get(low), ...extractLane(lane), ...(lane === 0 ? [] : [add])]),
  // i32.store, aligned to four bytes
  0x36,
  2,
  0,
  ...step(sums, i32(4)),
  ...step(rows, get(gap)),
];

const body = [
  // Two groups of locals: at and rowEnd; low and high.
  2,
  2,
  I32,
  2,
  V128,
  ...loop(...oneRow, ...get(count), ...i32(1), subtract, 0x22, count, ...repeatIfNotZero),
  end,
];

const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  // One type: six i32 to nothing.
  ...section(1, 1, 0x60, 6, ...new Array<number>(6).fill(I32), 0),
  // The memory, imported: at least one page.
  ...section(2, 1, ...text("host"), ...text("memory"), 2, 0, 1),
  // One function of the type, exported.
  ...section(3, 1, 0),
  ...section(7, 1, ...text("scan"), 0, 0),
  ...section(10, 1, ...unsigned(body.length), ...body),
]);

let compiled: object | undefined;

export interface Kernel {
  readonly memory: WasmMemory;
  scan(rows: number, layout: RowLayout, count: number, query: number, sums: number): void;
}

/** The kernel over a memory of its own. */
export function openKernel(pages: number): Kernel {
  compiled ??= new Module(MODULE);
  const memory = new Memory({ initial: pages });
  const { scan } = new Instance(compiled, { host: { memory } }).exports;
  return {
    memory,
    scan: (rows, { rowBytes, gapBytes }, count, query, sums) => scan(rows, rowBytes, gapBytes, count, query, sums),
  };
}
