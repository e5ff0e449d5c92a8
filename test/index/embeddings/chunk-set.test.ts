// The set of bits against a Set, through any sequence of changes and questions.
import fc from "fast-check";
import { expect, test } from "vitest";
import { ChunkSet } from "../../../src/index/embeddings/chunk-set.ts";
import type { ChunkId } from "../../../src/vocabulary/chunk.ts";

const chunk = (id: number) => id as ChunkId;

/** Ids at the edges of words, and beyond what a new set has room for. */
const anyId = fc.oneof(fc.nat({ max: 130 }), fc.integer({ min: 5_000, max: 5_100 }));
const anyStep = fc.record({
  what: fc.constantFrom("add" as const, "addRun" as const, "delete" as const, "deleteRun" as const),
  first: anyId,
  count: fc.nat({ max: 70 }),
});

test("holds and finds what a Set does", () => {
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 60 }),
      anyId,
      anyId,
      fc.integer({ min: 1, max: 40 }),
      (steps, a, b, max) => {
        const set = new ChunkSet();
        const model = new Set<number>();
        for (const { what, first, count } of steps) {
          const ids = what.endsWith("Run") ? Array.from({ length: count }, (_, at) => first + at) : [first];
          for (const id of ids) {
            if (what.startsWith("add")) {
              model.add(id);
            } else {
              model.delete(id);
            }
          }
          if (what === "addRun" || what === "deleteRun") {
            set[what]({ first: chunk(first), count });
          } else {
            set[what](chunk(first));
          }
        }
        const sorted = [...model].sort((x, y) => x - y);
        expect(set.size).toBe(model.size);
        expect([a, b].map((id) => set.has(chunk(id)))).toEqual([model.has(a), model.has(b)]);
        expect(set.last()).toBe(sorted.at(-1) ?? -1);
        const [low, high] = a < b ? [a, b] : [b, a];
        const between = sorted.filter((id) => id >= low && id <= high).reverse();
        expect([...set.descending(chunk(high), chunk(low))]).toEqual(between);
        const below = sorted.filter((id) => id <= high).reverse();
        expect(set.lastOnes(chunk(high), max)).toEqual(below.slice(0, max));
        expect(set.lastOnes(chunk(-1), max)).toEqual([]);
        const runs = set.firstRuns(max);
        const members = runs.flatMap(({ first, count }) => Array.from({ length: count }, (_, at) => first + at));
        expect(members).toEqual(sorted.slice(0, max));
        // As few as they make: no two of them touch.
        expect(
          runs.filter(({ first }, at) => first === (runs[at - 1]?.first ?? -2) + (runs[at - 1]?.count ?? 0)),
        ).toEqual([]);
      },
    ),
  );
});
