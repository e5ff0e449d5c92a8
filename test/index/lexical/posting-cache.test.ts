import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Documents, openPostingCache } from "../../../src/index/lexical/posting-cache.ts";
import type { TermPostings } from "../../../src/index/snapshot.ts";

/** Postings whose first document tells what they were decoded from. */
const decoded = (mark: number, length: number): TermPostings => ({
  documents: new Int32Array(length).fill(mark),
  pathCounts: new Int32Array(),
  nameCounts: new Int32Array(),
  chunkStarts: new Int32Array(1),
  chunks: new Int32Array(),
  chunkCounts: new Int32Array(),
});

describe("kept postings", () => {
  it("are those of the term and of the documents asked for, whatever was asked before", () => {
    const lists: readonly Documents[] = [[], [undefined], []];
    const step = fc.record({ term: fc.nat({ max: 8 }), list: fc.nat({ max: 2 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 0, max: 8_000 }), (steps, bytesMax) => {
        const kept = openPostingCache(bytesMax);
        for (const { term, list } of steps) {
          const mark = term * 10 + list;
          const postings = kept(`term ${term}`, lists[list] ?? [], () => decoded(mark, 1 + term * 100));
          expect(postings).toEqual(decoded(mark, 1 + term * 100));
        }
      }),
    );
  });

  it("are decoded once for the same documents, and never more than the bound", () => {
    let count = 0;
    const documents: Documents = [];
    const kept = openPostingCache(4_000);
    const ask = (term: string, length: number) =>
      kept(term, documents, () => {
        count += 1;
        return decoded(1, length);
      });
    ask("a", 100);
    ask("a", 100);
    expect(count).toBe(1);
    // More than the bound by itself: decoded each time, and it takes the place of what was kept.
    ask("huge", 2_000);
    ask("huge", 2_000);
    expect(count).toBe(3);
    for (let round = 0; round < 3; round++) {
      for (let term = 0; term < 5; term++) {
        ask(`term ${term}`, 200);
      }
    }
    // Five of 1,304 bytes do not fit 4,000: some are decoded anew.
    expect(count).toBeGreaterThan(3 + 5);
  });

  it("are not those that were cut short", () => {
    const kept = openPostingCache();
    const documents: Documents = [];
    const same = (length: number, isWhole: boolean) =>
      kept(
        "term",
        documents,
        () => decoded(1, length),
        () => isWhole,
      ).documents.length;
    expect([same(1, false), same(5, true), same(1, false)]).toEqual([1, 5, 5]);
  });
});
