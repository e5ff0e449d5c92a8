// The smallest range around a line, beside what looking at all of them gives.
import fc from "fast-check";
import { expect, it } from "vitest";
import { openInnermostRange } from "../../src/system/innermost-range.ts";
import type { LineRange } from "../../src/vocabulary/chunk.ts";

function lookingAtAll(ranges: readonly LineRange[], line: number): number {
  const around = ranges.flatMap(({ startLine, endLine }, at) =>
    startLine <= line && line <= endLine ? [{ at, size: endLine - startLine }] : [],
  );
  return around.sort((a, b) => a.size - b.size || a.at - b.at)[0]?.at ?? -1;
}

const range = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 30 }))
  .map(([startLine, more]) => ({ startLine, endLine: startLine + more }));

it("is the smallest that holds the line, of equal ones the first", () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 20 }), fc.integer({ min: 0, max: 70 }), (ranges, line) => {
      expect(openInnermostRange(ranges)(line)).toBe(lookingAtAll(ranges, line));
    }),
  );
});
