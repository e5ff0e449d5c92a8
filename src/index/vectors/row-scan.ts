// A WebAssembly module of some 200 bytes that writes the dot product of a query with each row in memory. It is assembled here,
// instruction by instruction: one loop over the rows, and inside it one over the steps of a row. The caller supplies the
// instructions of a step and of the result.

/** The part of WebAssembly that is used here; Node's types do not include it. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** By pages of WASM_PAGE_BYTES; earlier buffers are of length 0 then. Throws RangeError where there is no memory. */
  grow(pages: number): number;
}

interface WasmApi {
  readonly Memory: new (size: { readonly initial: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: { readonly scan: Scan } };
}

export const WASM_PAGE_BYTES = 65_536;

type Scan = (rows: number, rowBytes: number, gap: number, count: number, query: number, sums: number) => void;

const { Memory, Module, Instance } = (globalThis as unknown as { readonly WebAssembly: WasmApi }).WebAssembly;

/** The instructions of one kind of product. */
export interface RowCode {
  /** One step: adds products of what is at ROWS and at QUERY to the vectors LOW and HIGH, which begin as zeros. */
  readonly step: readonly number[];
  /** Bytes that a step takes of the row and of the query. */
  readonly rowStep: number;
  readonly queryStep: number;
  /** Stores the product of LOW and HIGH; its address is on the stack already. */
  readonly store: readonly number[];
  readonly sumBytes: number;
}

/** Where rows lie in the memory: all in bytes. */
export interface RowLayout {
  /** A multiple of the code's `rowStep`. */
  readonly rowBytes: number;
  /** From the end of a row to the next one. */
  readonly gapBytes: number;
}

export interface RowScan {
  readonly memory: WasmMemory;
  /** Writes the product of the query with each of the `count` rows (1 and more), one after the other. Addresses in bytes. */
  scan(rows: number, layout: RowLayout, count: number, query: number, sums: number): void;
}

// Parameters of the function, then its locals.
const [rows, rowBytes, gap, count, query, sums, at, rowEnd, low, high] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const PARAMETERS = 6;
/** For a step: where the row and the query are read. */
export const [ROWS, QUERY] = [rows, at] as const;
/** For a step and for `store`: the sums of this row. */
export const [LOW, HIGH] = [low, high] as const;

// WebAssembly 2.0, binary format: https://webassembly.github.io/spec/core/binary/
const I32 = 0x7f;
const V128 = 0x7b;
const EMPTY_BLOCK = 0x40;
const END = 0x0b;
const SUBTRACT = 0x6b;
const REPEAT_IF_NOT_ZERO = [0x0d, 0];
export const ADD = 0x6a;

/** LEB128, as all numbers of the format. */
const unsigned = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];

export const get = (local: number): number[] => [0x20, local];
export const set = (local: number): number[] => [0x21, local];
const tee = (local: number) => [0x22, local];
/** 0 to 63. */
const i32 = (value: number) => [0x41, value];
export const simd = (code: number, ...operands: readonly number[]): number[] => [0xfd, ...unsigned(code), ...operands];
/** Of an instruction that reads or writes memory; of no alignment, so that rows may lie anywhere. */
export const memoryAt = (offset: number): number[] => [0, ...unsigned(offset)];
export const loadVector = (offset: number): number[] => simd(0x00, ...memoryAt(offset));
const zeros = simd(0x0c, ...new Array<number>(16).fill(0));
const loop = (...body: readonly number[]) => [0x03, EMPTY_BLOCK, ...body, END];
const advance = (local: number, by: readonly number[]) => [...get(local), ...by, ADD, ...set(local)];

function oneRow({ step, rowStep, queryStep, store, sumBytes }: RowCode): number[] {
  const reset = [...zeros, ...set(low), ...zeros, ...set(high), ...get(query), ...set(at)];
  const untilEnd = [...get(rows), ...get(rowEnd), SUBTRACT, ...REPEAT_IF_NOT_ZERO];
  return [
    ...reset,
    ...[...get(rows), ...get(rowBytes), ADD, ...set(rowEnd)],
    ...loop(...step, ...advance(at, i32(queryStep)), ...advance(rows, i32(rowStep)), ...untilEnd),
    ...[...get(sums), ...store],
    ...advance(sums, i32(sumBytes)),
    ...advance(rows, get(gap)),
  ];
}

const section = (id: number, ...content: readonly number[]) => [id, ...unsigned(content.length), ...content];
const text = (value: string) => [value.length, ...Buffer.from(value, "latin1")];

/** The module, which imports its memory and exports one function. */
export function compileRowScan(code: RowCode): object {
  // Two groups of locals: at and rowEnd; low and high.
  const locals = [2, 2, I32, 2, V128];
  const untilLast = [...get(count), ...i32(1), SUBTRACT, ...tee(count), ...REPEAT_IF_NOT_ZERO];
  const body = [...locals, ...loop(...oneRow(code), ...untilLast), END];
  return new Module(
    Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      // One type: the parameters to nothing.
      ...section(1, 1, 0x60, PARAMETERS, ...new Array<number>(PARAMETERS).fill(I32), 0),
      // The memory: at least one page.
      ...section(2, 1, ...text("host"), ...text("memory"), 2, 0, 1),
      // One function of the type.
      ...section(3, 1, 0),
      ...section(7, 1, ...text("scan"), 0, 0),
      ...section(10, 1, ...unsigned(body.length), ...body),
    ]),
  );
}

/** The scan of a compiled module over a memory of its own. */
export function openRowScan(module: object, pages: number): RowScan {
  const memory = new Memory({ initial: pages });
  const { scan } = new Instance(module, { host: { memory } }).exports;
  return {
    memory,
    scan: (from, layout, size, of, to) => scan(from, layout.rowBytes, layout.gapBytes, size, of, to),
  };
}
