// What a piece is worth: more evidence never makes it less, and what is shown of a function hangs together.
import { describe, expect, it } from "vitest";
import { SIGNALS, type Signal } from "../../src/context/evidence.ts";
import type { Piece } from "../../src/context/pieces.ts";
import { shareOf, worthsOf } from "../../src/context/worth.ts";
import type { SymbolRecord } from "../../src/index/snapshot.ts";

const valuesOf = (values: Partial<Record<Signal, number>>): number[] => SIGNALS.map((signal) => values[signal] ?? 0);

describe("the expected share of necessary lines", () => {
  it.each([
    "meaning",
    "words",
    "place",
    "symbolWords",
    "nearWords",
    "file",
    "acts",
    "refersTo",
    "referredFrom",
  ] as const)("rises with %s", (signal) => {
    expect(shareOf(valuesOf({ [signal]: 1 }))).toBeGreaterThan(shareOf(valuesOf({})));
  });

  it.each(["test", "side", "comment"] as const)("falls with %s", (signal) => {
    expect(shareOf(valuesOf({ [signal]: 1 }))).toBeLessThan(shareOf(valuesOf({})));
  });

  it("is a share", () => {
    expect(shareOf(valuesOf({ symbolWords: 1e6 }))).toBe(1);
    expect(shareOf(valuesOf({ place: -1e6 }))).toBe(0);
  });
});

describe("the worth of pieces", () => {
  const [likely, unlikely] = [{ path: "a" }, { path: "b" }] as unknown as readonly [SymbolRecord, SymbolRecord];
  const piece = (symbol: SymbolRecord): Piece => ({ startLine: 1, endLine: 2, symbol }) as Piece;

  it("of the same share is more in the likelier symbol", () => {
    const pieces = [piece(likely), piece(likely), piece(unlikely), piece(unlikely)];
    const values = [1, 0.5, 0.5, 0].map((words) => valuesOf({ symbolWords: words }));
    const [[, inLikely = 0, inUnlikely = 0] = []] = worthsOf([{ pieces }], [values]);
    expect(inLikely).toBeGreaterThan(inUnlikely);
  });

  it("is more for the best of each of the first files, so that not all is staked on one", () => {
    const files = Array.from({ length: 20 }, () => ({ pieces: [piece(likely), piece(unlikely)] }));
    const values = files.map((_, at) => [valuesOf({ words: at === 0 ? 20 : 0, nearWords: 0.01 }), valuesOf({})]);
    const worths = worthsOf(files, values);
    expect(worths[1]?.[0]).toBeGreaterThan(10 * (worths[19]?.[0] ?? 1));
    expect(worths[0]?.[0]).toBeGreaterThan(worths[1]?.[0] ?? 1);
    // What has no word of the task is not lifted.
    expect(worths[1]?.[1]).toBe(worths[19]?.[1]);
  });
});
