import fc from "fast-check";
import { expect, it } from "vitest";
import { unionOf, withoutLines } from "../../../src/context/memory/line-ranges.ts";
import type { LineRange } from "../../../src/vocabulary/chunk.ts";

const range = (startLine: number, endLine: number): LineRange => ({ startLine, endLine });

it("ranges that touch or overlap become one", () => {
  expect(unionOf([range(7, 9), range(1, 3), range(4, 5), range(8, 12)])).toEqual([range(1, 5), range(7, 12)]);
});

it("what is still to be shown is the rest", () => {
  expect(withoutLines([range(1, 10)], [range(3, 4), range(9, 20)])).toEqual([range(1, 2), range(5, 8)]);
  expect(withoutLines([range(3, 4)], [range(1, 9)])).toEqual([]);
});

const LINES = Array.from({ length: 30 }, (_, at) => at + 1);
const ranges = fc.array(
  fc
    .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 8 }))
    .map(([start, more]) => range(start, Math.min(30, start + more))),
  { maxLength: 6 },
);
const has = (set: readonly LineRange[], line: number) =>
  set.some((one) => one.startLine <= line && line <= one.endLine);

it("line by line, both are what sets of lines are, sorted and apart", () => {
  fc.assert(
    fc.property(ranges, ranges, (some, others) => {
      for (const [made, holds] of [
        [unionOf([...some, ...others]), (line: number) => has(some, line) || has(others, line)],
        [withoutLines(some, others), (line: number) => has(some, line) && !has(others, line)],
      ] as const) {
        expect(LINES.filter((line) => has(made, line))).toEqual(LINES.filter(holds));
        expect(made.every((one, at) => one.startLine > (made[at - 1]?.endLine ?? -1) + 1)).toBe(true);
      }
    }),
  );
});
