// The int8 scan against the exact one: the same chunks with the same cosines to the last bit, however near they lie
// together, whatever was added and removed since, and what it does where the store has lost a vector.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ExactIndex } from "../../../src/index/vectors/exact.ts";
import { Int8Index } from "../../../src/index/vectors/int8.ts";
import type { VectorIndex } from "../../../src/index/vectors/vector-index.ts";
import type { ChunkId } from "../../../src/vocabulary/chunk.ts";
import { seededRandom } from "../../support/random.ts";
import { chunk, clustered, DIMENSIONS, type Entries, entriesOf, int8Of, unit } from "./support.ts";

function exactOf(entries: Entries, dimensions = DIMENSIONS): ExactIndex {
  const index = new ExactIndex(dimensions);
  for (const [id, vector] of entries) {
    index.add(id, vector);
  }
  return index;
}

/** Vectors within `spread` of each other: far nearer than a byte can tell apart where it is small. */
function crowded(count: number, spread: number, dimensions: number): Float32Array[] {
  const random = seededRandom(count);
  const centre = Array.from({ length: dimensions }, () => random() - 0.5);
  return Array.from({ length: count }, () => unit(centre.map((value) => value + spread * (random() - 0.5))));
}

/** Each component is as large as the others, but for one in `count`. */
function level(count: number, dimensions: number): Float32Array[] {
  return Array.from({ length: count }, (_, id) =>
    unit(Array.from({ length: dimensions }, (_, at) => (at % count === id ? 1.1 : 1))),
  );
}

/** No cosine is above its ceiling, nor far below; whoever has no row has neither. */
function expectCeilings(index: VectorIndex, query: Float32Array): void {
  const all = Array.from({ length: 16 }, (_, id) => chunk(id));
  const ceilings = index.ceilings?.(query, all) ?? [];
  expect(ceilings).toHaveLength(all.length);
  for (const [at, cosine] of index.similarities(query, all).entries()) {
    const room = (ceilings[at] ?? 0) - cosine;
    expect(Number.isNaN(cosine) ? Number.isNaN(room) : room >= 0 && room < 0.1).toBe(true);
  }
}

describe("answers are those of the exact scan", () => {
  test.each([
    ["clustered as embeddings are", clustered(3_000, 21), DIMENSIONS],
    ["of a real model's dimensions", clustered(1_500, 22, 384), 384],
    ["of a dimension that fills no lane", clustered(1_000, 23, 13), 13],
    ["of many dimensions", clustered(300, 24, 1_024), 1_024],
    // Sums of products are the largest where every component is.
    ["of many dimensions, all of nearly one size", level(40, 1_024), 1_024],
    ["nearer to each other than a byte can tell", crowded(1_500, 1e-3, 384), 384],
    ["all but equal", crowded(1_500, 1e-6, 384), 384],
    ["all equal", crowded(1_200, 0, DIMENSIONS), DIMENSIONS],
    ["of few values", Array.from({ length: 40 }, (_, at) => unit([at % 5 === 0 ? 1 : 0, 1, 0, 0, 0])), 5],
    ["one only", clustered(1, 25), DIMENSIONS],
  ])("for vectors %s", (_, vectors, dimensions) => {
    const entries = entriesOf(vectors);
    const [exact, int8] = [exactOf(entries, dimensions), int8Of(entries, dimensions)];
    const odd = (id: ChunkId) => id % 2 === 1;
    for (const query of [...clustered(8, 5, dimensions), ...vectors.slice(0, 4)]) {
      for (const k of [1, 10, 200]) {
        expect(int8.search(query, k)).toEqual(exact.search(query, k));
        expect(int8.search(query, k, odd)).toEqual(exact.search(query, k, odd));
      }
      expect(int8.background(query)).toEqual(exact.background(query));
    }
  });

  test("for any vectors, after any additions, replacements and removals", () => {
    const vectors = [...clustered(40, 3), ...crowded(20, 1e-4, DIMENSIONS)];
    const step = fc.record({ remove: fc.boolean(), id: fc.integer({ min: 1, max: 15 }), vector: fc.nat({ max: 59 }) });
    const asked = fc.record({ query: fc.nat({ max: 59 }), k: fc.integer({ min: 1, max: 20 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), asked, (steps, { query: at, k }) => {
        const [exact, int8] = [new ExactIndex(DIMENSIONS), int8Of([])];
        const query = vectors[at] as Float32Array;
        for (const { remove, id, vector } of steps) {
          for (const index of [exact, int8]) {
            if (remove) {
              index.remove(chunk(id));
            } else {
              index.add(chunk(id), vectors[vector] as Float32Array);
            }
          }
          // Asked in between too, since the background's sample is kept, and what the rows say of a query.
          expect(int8.background(query)).toEqual(exact.background(query));
          expectCeilings(int8, query);
        }
        expect(int8.size).toBe(exact.size);
        expect(int8.search(query, k)).toEqual(exact.search(query, k));
        const all = Array.from({ length: 16 }, (_, id) => chunk(id));
        expect(int8.similarities(query, all)).toEqual(exact.similarities(query, all));
      }),
    );
  });

  test("also where the kept sample's members and others go and come", () => {
    const entries = entriesOf(clustered(2_000, 31));
    const [exact, int8] = [exactOf(entries), int8Of(entries)];
    const [query] = clustered(1, 5) as [Float32Array];
    const fresh = clustered(400, 32);
    for (const [at, vector] of fresh.entries()) {
      const [gone] = entries[at * 3] as Entries[number];
      for (const index of [exact, int8]) {
        index.remove(gone);
        index.add(chunk(50_000 + at), vector);
      }
      expect(int8.background(query)).toEqual(exact.background(query));
    }
  });
});

test("a vector that the store has lost is measured by its bytes", () => {
  const entries = entriesOf(clustered(1_000, 41));
  const lost = new Set(entries.filter((_, at) => at % 2 === 0).map(([id]) => id));
  const stored = new Map(entries.filter(([id]) => !lost.has(id)));
  const index = new Int8Index(DIMENSIONS, (chunks, visit) => {
    chunks.forEach((id, at) => {
      const vector = stored.get(id);
      if (vector !== undefined) {
        visit(at, vector);
      }
    });
  });
  for (const [id, vector] of entries) {
    index.add(id, vector);
  }
  const exact = exactOf(entries);
  const [query] = clustered(1, 5) as [Float32Array];
  const ids = entries.map(([id]) => id);
  const truth = exact.similarities(query, ids);
  for (const [at, cosine] of index.similarities(query, ids).entries()) {
    const off = Math.abs(cosine - (truth[at] ?? Number.NaN));
    expect(off).toBeLessThan(lost.has(ids[at] ?? chunk(0)) ? 0.02 : 1e-12);
  }
  const { mean, deviation } = exact.background(query);
  expect(index.background(query)).toEqual({ mean: expect.closeTo(mean, 2), deviation: expect.closeTo(deviation, 2) });
  expect(index.search(query, 1_000)).toHaveLength(1_000);
});

test("changes count what a saved file would not have", () => {
  const entries = entriesOf(clustered(10, 51));
  const index = new Int8Index(DIMENSIONS, () => undefined);
  for (const [id, vector] of entries) {
    index.add(id, vector);
  }
  index.remove(chunk(1));
  index.remove(chunk(999));
  expect(index.changes).toBe(11);
});
