// A file cut into pieces: no line is lost, none stands twice, and no piece crosses a symbol.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Piece, piecesOf } from "../../src/context/pieces.ts";
import type { ChunkRecord, SymbolRecord } from "../../src/index/snapshot.ts";

const rangeIn = (count: number) =>
  fc.tuple(fc.integer({ min: 1, max: count }), fc.integer({ min: 0, max: 40 })).map(([startLine, length]) => {
    return { startLine, endLine: Math.min(count, startLine + length) };
  });

const file = fc.array(fc.constantFrom("", "  ", "a", "  b();"), { minLength: 1, maxLength: 120 }).chain((lines) =>
  fc.record({
    lines: fc.constant(lines),
    symbols: fc.array(rangeIn(lines.length), { maxLength: 6 }).map(nested),
    cuts: fc.array(fc.integer({ min: 1, max: lines.length }), { maxLength: 4 }),
  }),
);

type Lines = { readonly startLine: number; readonly endLine: number };
const isApart = (a: Lines, b: Lines): boolean => a.endLine < b.startLine || b.endLine < a.startLine;
const isIn = (a: Lines, b: Lines): boolean => b.startLine <= a.startLine && a.endLine <= b.endLine;

/** Those that lie inside one another or apart, as symbols do. */
function nested(ranges: readonly Lines[]): Lines[] {
  const kept: Lines[] = [];
  for (const one of ranges) {
    if (kept.every((other) => isApart(one, other) || isIn(one, other) || isIn(other, one))) {
      kept.push(one);
    }
  }
  return kept;
}

/** Chunks that cover all lines, as an index has them. */
function chunksOf(count: number, cuts: readonly number[]): ChunkRecord[] {
  const starts = [...new Set([1, ...cuts])].sort((a, b) => a - b);
  return starts.map((startLine, at) => ({ startLine, endLine: (starts[at + 1] ?? count + 1) - 1 }) as ChunkRecord);
}

describe("pieces of a file", () => {
  it("have each line that is not blank once, ten at most, inside one symbol and one chunk", () => {
    fc.assert(
      fc.property(file, ({ lines, symbols, cuts }) => {
        const chunks = chunksOf(lines.length, cuts);
        const pieces = piecesOf(lines, symbols as SymbolRecord[], chunks);
        const inPieces = pieces.flatMap(({ startLine, endLine }) =>
          Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at),
        );
        const written = lines.flatMap((line, at) => (line.trim() === "" ? [] : [at + 1]));
        expect(inPieces).toEqual([...inPieces].sort((a, b) => a - b));
        expect(new Set(inPieces).size).toBe(inPieces.length);
        expect(inPieces.filter((line) => lines[line - 1]?.trim() !== "")).toEqual(written);
        for (const { startLine, endLine, symbol, chunk } of pieces) {
          expect(endLine - startLine).toBeLessThan(10);
          expect(chunk.startLine <= startLine && endLine <= chunk.endLine).toBe(true);
          const inner = symbols.filter((one) => one.startLine <= endLine && startLine <= one.endLine);
          // Every symbol that a piece touches contains it whole, and its own is the smallest of them.
          expect(inner.every((one) => one.startLine <= startLine && endLine <= one.endLine)).toBe(true);
          const smallest = Math.min(...inner.map((one) => one.endLine - one.startLine));
          expect(symbol === null ? inner : [symbol.endLine - symbol.startLine]).toEqual(
            symbol === null ? [] : [smallest],
          );
        }
      }),
    );
  });

  it("end at a blank line once they have three lines", () => {
    const lines = ["a", "b", "", "c", "", "d", "e", "f", "", "g"];
    const cut = piecesOf(lines, [], [{ startLine: 1, endLine: 10 } as ChunkRecord]);
    expect(cut.map(({ startLine, endLine }: Piece) => [startLine, endLine])).toEqual([
      [1, 4],
      [6, 8],
      [10, 10],
    ]);
  });
});
