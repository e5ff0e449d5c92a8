// The assembled WebAssembly module against plain JavaScript: every sum, for any rows, lengths, gaps and counts.
import fc from "fast-check";
import { expect, test } from "vitest";
import { LANE_BYTES, openKernel } from "../../../src/index/vectors/int8-kernel.ts";
import { WASM_PAGE_BYTES } from "../../../src/index/vectors/row-scan.ts";

interface Rows {
  readonly rows: readonly Int8Array[];
  readonly query: Int16Array;
  readonly gapBytes: number;
}

/** Sums as the kernel writes them, and what lies behind the last one. */
function kernelSums({ rows, query, gapBytes }: Rows): { readonly sums: number[]; readonly behind: number } {
  const { memory, scan } = openKernel(4);
  const bytes = new Int8Array(memory.buffer);
  const rowBytes = query.length;
  const sumsAt = query.length * 2;
  const rowsAt = sumsAt + (rows.length + 1) * 4 + 3;
  new Int16Array(memory.buffer, 0, query.length).set(query);
  bytes.fill(-1, sumsAt);
  for (const [at, row] of rows.entries()) {
    bytes.set(row, rowsAt + at * (rowBytes + gapBytes));
  }
  scan(rowsAt, { rowBytes, gapBytes }, rows.length, 0, sumsAt);
  const [behind = 0, ...sums] = [...new Int32Array(memory.buffer, sumsAt, rows.length + 1)].reverse();
  return { sums: sums.reverse(), behind };
}

const plainSums = ({ rows, query }: Rows): number[] =>
  rows.map((row) => row.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0));

const anyRows: fc.Arbitrary<Rows> = fc
  .record({ lanes: fc.integer({ min: 1, max: 25 }), count: fc.integer({ min: 1, max: 40 }), gap: fc.nat({ max: 37 }) })
  .chain(({ lanes, count, gap }) => {
    const length = lanes * LANE_BYTES;
    const row = fc.int8Array({ min: -127, max: 127, minLength: length, maxLength: length });
    return fc.record({
      rows: fc.array(row, { minLength: count, maxLength: count }),
      query: fc.int16Array({ min: -32_767, max: 32_767, minLength: length, maxLength: length }),
      gapBytes: fc.constant(gap),
    });
  });

test("the kernel's sums are those of plain JavaScript, for any rows, and it writes nothing else", () => {
  fc.assert(
    fc.property(anyRows, (input) => {
      expect(kernelSums(input)).toEqual({ sums: plainSums(input), behind: -1 });
    }),
  );
});

test.each([
  ["the largest values", 127, 32_767, 384],
  ["the smallest", -127, -32_767, 384],
  ["opposite ones", -127, 32_767, 384],
  ["zeros", 0, 0, 16],
])("%s", (_, value, component, length) => {
  const input = {
    rows: [0, 1, 2].map(() => new Int8Array(length).fill(value)),
    query: new Int16Array(length).fill(component),
    gapBytes: 16,
  };
  expect(kernelSums(input).sums).toEqual(plainSums(input));
  expect(plainSums(input)[0]).toBe(value * component * length);
});

test("rows may lie in memory that was added later", () => {
  const { memory, scan } = openKernel(1);
  memory.grow(1);
  const at = WASM_PAGE_BYTES - 5;
  new Int8Array(memory.buffer, at, 16).fill(2);
  new Int16Array(memory.buffer, 0, 16).fill(3);
  scan(at, { rowBytes: 16, gapBytes: 0 }, 1, 0, 64);
  expect(new Int32Array(memory.buffer, 64, 1)[0]).toBe(96);
});
