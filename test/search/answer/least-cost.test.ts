import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Fitting, fitHits } from "../../../src/search/answer/fit-budget.ts";
import { leastCost } from "../../../src/search/answer/least-cost.ts";
import type { FoundHit } from "../../../src/search/answer/read-source.ts";
import { within } from "../../../src/search/answer/show-hit.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import type { ChunkId } from "../../../src/vocabulary/chunk.ts";
import { sourceText } from "../../../src/vocabulary/text.ts";
import { propertyRuns } from "../../support/property-runs.ts";

const counter = await loadTokenCounter();

const WORDS = ["value", "compute", "{", "}", "=>", "'a b'", '"é"', "return", "(x,", "1024;", "work.of"];

/** Line 3 of every file is an import of `compute`, line 5 opens a class. */
const lineOf = (line: number, seed: number): string =>
  Array.from({ length: 1 + ((line * 7 + seed) % 9) }, (_, at) => WORDS[(line * at + seed + at) % WORDS.length]).join(
    " ",
  );

interface Piece {
  readonly file: number;
  readonly gap: number;
  readonly length: number;
  readonly around: number;
  readonly score: number;
  readonly beside: boolean;
}

/** Hits that do not touch, in order of score, each with its lines and those around it. */
function hitsOf(pieces: readonly Piece[], seed: number): FoundHit[] {
  const ends = new Map<number, number>();
  const hits = pieces.map(({ file, gap, length, around, score, beside }, at): FoundHit => {
    const startLine = (ends.get(file) ?? 5) + 1 + gap;
    const endLine = startLine + length;
    ends.set(file, endLine + 1);
    const reach = { startLine: Math.max(4, startLine - around), endLine: endLine + around };
    const lines = Array.from({ length: reach.endLine - reach.startLine + 1 }, (_, n) => lineOf(n + at, seed));
    return {
      hit: {
        rank: 1,
        chunk: at as ChunkId,
        path: `src/file-${file}.ts`,
        startLine,
        endLine,
        symbol: at % 2 === 0 ? "Work.of" : null,
        kind: "method",
        language: "typescript",
        score,
        explanation: [{ signal: "chunkWords", share: score / 3 }],
        placeScore: score,
      },
      coreStart: startLine,
      whole: false,
      further: false,
      reach,
      enclosing: [],
      run: { startLine, endLine },
      context: "",
      nameLine: null,
      source: sourceText(`${lines.join("\n")}\n`, reach.startLine),
      signature: beside ? [{ line: 5, text: "export class Work {" }] : [],
      imports: beside ? [{ lines: [{ line: 3, text: 'import { compute } from "a";' }], names: ["compute"] }] : [],
      contentHash: "",
      wholeTokens: null,
    };
  });
  return hits.sort((a, b) => b.hit.score - a.hit.score);
}

const isComplete = ({ hits, hitsAbsorbed, hitsTrimmed, hitsAsLocations, contextLinesCut }: Fitting, all: number) =>
  hits.length + hitsAbsorbed === all && hitsTrimmed + hitsAsLocations + contextLinesCut === 0;

describe("the least cost of all that was found", () => {
  it("is within any room that all of it fits", () => {
    const piece = fc.record({
      file: fc.nat({ max: 2 }),
      gap: fc.integer({ min: 1, max: 12 }),
      length: fc.nat({ max: 25 }),
      around: fc.constantFrom(0, 0, 3, 30),
      score: fc.integer({ min: 1, max: 10 }),
      beside: fc.boolean(),
    });
    let complete = 0;
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 6 }),
        fc.nat({ max: 50 }),
        fc.boolean(),
        (pieces, seed, withSignals) => {
          const found = hitsOf(pieces, seed);
          const writing = { detail: "snippets", withSignals, counter } as const;
          const least = leastCost(found, writing);
          // Rooms around the least one are those that could be judged wrongly.
          for (const more of [-20, 0, 20, 60, 150, 400, 1_500]) {
            const room = { text: least.text + more, json: least.json + more };
            const fitting = fitHits({ ...writing, found, room });
            if (isComplete(fitting, found.length)) {
              complete += 1;
              expect(within(least, room)).toBe(true);
            }
          }
        },
      ),
      { numRuns: propertyRuns(300) },
    );
    expect(complete).toBeGreaterThan(100);
  });
});
