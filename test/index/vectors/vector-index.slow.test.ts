// The conformance suite of VectorIndex, on every implementation: an exact scan, an int8 scan, a graph that holds
// everything, and a graph that holds half, with the rest added since and strangers removed.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ExactIndex } from "../../../src/index/vectors/exact.ts";
import type { VectorIndex, VectorMatch } from "../../../src/index/vectors/vector-index.ts";
import type { ChunkId } from "../../../src/vocabulary/chunk.ts";
import { chunk, clustered, DIMENSIONS, type Entries, entriesOf, hnswOf, int8Of, unit } from "./support.ts";

function exactOf(entries: Entries): VectorIndex {
  const index = new ExactIndex(DIMENSIONS);
  for (const [id, vector] of entries) {
    index.add(id, vector);
  }
  return index;
}

async function driftedOf(entries: Entries): Promise<VectorIndex> {
  const half = Math.ceil(entries.length / 2);
  const strangers = clustered(20, 99).map((vector, index) => [chunk(100_000 + index), vector] as const);
  // One of the graph's vectors is out of date: adding it again must replace it.
  const [first, ...rest] = entries.slice(0, half);
  const outdated = first === undefined ? [] : [[first[0], unit(first[1].map((value) => -value))] as const];
  const index = await hnswOf([...outdated, ...rest, ...strangers]);
  for (const [id] of strangers) {
    index.remove(id);
  }
  for (const [id, vector] of [...(first === undefined ? [] : [first]), ...entries.slice(half)]) {
    index.add(id, vector);
  }
  return index;
}

/** Every pair, sorted: what all implementations are measured against. */
function bruteForce(entries: Entries, query: Float32Array, admit: (id: ChunkId) => boolean): VectorMatch[] {
  return entries
    .filter(([id]) => admit(id))
    .map(([id, vector]) => ({ chunk: id, similarity: vector.reduce((sum, v, i) => sum + v * (query[i] ?? 0), 0) }))
    .sort((a, b) => b.similarity - a.similarity || a.chunk - b.chunk);
}

const ids = (matches: readonly VectorMatch[]) => matches.map((match) => match.chunk);

/** Share of the true nearest that were found, over all queries. */
function recall(index: VectorIndex, entries: Entries, k: number, admit?: (id: ChunkId) => boolean): number {
  let found = 0;
  let wanted = 0;
  for (const query of clustered(40, 7)) {
    const truth = ids(bruteForce(entries, query, admit ?? (() => true)).slice(0, k));
    const got = new Set(ids(index.search(query, k, admit)));
    found += truth.filter((id) => got.has(id)).length;
    wanted += truth.length;
  }
  return found / wanted;
}

describe.each([
  { name: "exact", kind: "exact", open: async (entries: Entries) => exactOf(entries), recallMin: 1 },
  { name: "int8", kind: "int8", open: async (entries: Entries) => int8Of(entries), recallMin: 1 },
  { name: "hnsw", kind: "hnsw", open: hnswOf, recallMin: 0.98 },
  { name: "hnsw with changes since", kind: "hnsw", open: driftedOf, recallMin: 0.98 },
])("$name", ({ kind, open, recallMin }) => {
  const entries = entriesOf(clustered(1_500, 1));
  const [query] = clustered(1, 5) as [Float32Array];
  let shared: Promise<VectorIndex> | undefined;
  /** One for all tests that only ask: a graph takes a process to build. */
  const asked = (): Promise<VectorIndex> => {
    shared ??= open(entries);
    return shared;
  };

  test("says what it is and how many chunks it has", async () => {
    const index = await asked();
    expect([index.kind, index.size]).toEqual([kind, entries.length]);
    expect(index.has(chunk(1))).toBe(true);
    expect(index.has(chunk(2))).toBe(false);
  });

  test("reads the vector of a chunk, as a copy", async () => {
    const index = await asked();
    for (const [id, vector] of [entries[0], entries.at(-1)].filter((entry) => entry !== undefined)) {
      const read = index.vectorOf(id);
      expect(read).toEqual(vector);
      read?.fill(0);
      expect(index.vectorOf(id)).toEqual(vector);
    }
    expect(index.vectorOf(chunk(2))).toBeNull();
  });

  test.each([1, 10, 100, 700])("finds the nearest %i", async (k) => {
    expect(recall(await asked(), entries, k)).toBeGreaterThanOrEqual(recallMin);
  });

  test("answers nearest first, with the cosine, each chunk once", async () => {
    const matches = (await asked()).search(query, 50);
    const truth = new Map(bruteForce(entries, query, () => true).map((match) => [match.chunk, match.similarity]));
    expect(new Set(ids(matches)).size).toBe(50);
    expect(matches).toEqual([...matches].sort((a, b) => b.similarity - a.similarity || a.chunk - b.chunk));
    for (const match of matches) {
      expect(match.similarity).toBeCloseTo(truth.get(match.chunk) ?? Number.NaN, 5);
    }
  });

  test.each([
    { every: 2, k: 100 },
    { every: 50, k: 10 },
    { every: 500, k: 10 },
    { every: 5_000, k: 10 },
  ])("a filter that admits one in $every leaves none of $k out", async ({ every, k }) => {
    const admit = (id: ChunkId) => id % (every * 3) === 1;
    const index = await asked();
    expect(recall(index, entries, k, admit)).toBeGreaterThanOrEqual(recallMin);
    const admitted = entries.filter(([id]) => admit(id)).length;
    expect(index.search(query, k, admit)).toHaveLength(Math.min(k, admitted));
  });

  test("more than there are is all there are; none admitted or asked is none", async () => {
    const index = await asked();
    expect(index.search(query, 10_000)).toHaveLength(entries.length);
    expect(index.search(query, 10, () => false)).toEqual([]);
    expect(index.search(query, 0)).toEqual([]);
  });

  test("equal similarities come in the order of their chunks", async () => {
    const same = unit(Array.from({ length: DIMENSIONS }, (_, index) => index + 1));
    const index = await open([9, 4, 7, 1, 30].map((id) => [chunk(id), same] as const));
    expect(ids(index.search(same, 5))).toEqual([1, 4, 7, 9, 30]);
  });

  test("similarities are in the order asked, repeated ones too, NaN for the unknown", async () => {
    const index = await asked();
    const last = entries.at(-1)?.[0] ?? chunk(0);
    const truth = new Map(bruteForce(entries, query, () => true).map((match) => [match.chunk, match.similarity]));
    const wanted = [last, chunk(2), chunk(1), last];
    const similarities = index.similarities(query, wanted);
    for (const [at, id] of wanted.entries()) {
      expect(similarities[at]).toEqual(truth.has(id) ? expect.closeTo(truth.get(id) ?? 0, 5) : Number.NaN);
    }
    expect(index.similarities(query, [])).toHaveLength(0);
  });

  test("what is removed is not found again, what is replaced is found at its new place", async () => {
    const index = await open(entries);
    const [gone, moved] = ids(index.search(query, 2)) as [ChunkId, ChunkId];
    index.remove(gone);
    index.remove(gone);
    index.remove(chunk(2));
    const away = unit(query.map((value) => -value));
    index.add(moved, away);
    expect(index.size).toBe(entries.length - 1);
    expect(index.has(gone)).toBe(false);
    expect(ids(index.search(query, 100))).not.toContain(gone);
    expect(ids(index.search(query, 100))).not.toContain(moved);
    expect(index.search(away, 1)[0]?.chunk).toBe(moved);
    expect([...index.similarities(query, [gone, moved])]).toEqual([Number.NaN, expect.closeTo(-1, 5)]);
    index.add(gone, query);
    expect(index.search(query, 1)[0]).toEqual({ chunk: gone, similarity: expect.closeTo(1, 5) });
  });

  test("the background is of the chunks that an exact scan made from nothing would take, before and after changes", async () => {
    const index = await open(entries);
    const now = new Map(entries);
    const add = (id: ChunkId, vector: Float32Array) => {
      index.add(id, vector);
      now.set(id, vector);
    };
    const remove = (id: ChunkId) => {
      index.remove(id);
      now.delete(id);
    };
    const replaceAll = () => {
      for (const [at, vector] of clustered(now.size, 9).entries()) {
        add([...now.keys()][at] ?? chunk(0), vector);
      }
    };
    for (const change of [() => undefined, () => remove(chunk(4)), () => add(chunk(2), query), replaceAll]) {
      change();
      const [{ mean, deviation }, expected] = [index.background(query), exactOf([...now]).background(query)];
      expect([mean, deviation]).toEqual([expect.closeTo(expected.mean, 6), expect.closeTo(expected.deviation, 6)]);
      expect(deviation).toBeGreaterThan(0);
    }
  });

  test("the background depends on the vectors alone, not on ids, order or repetition", async () => {
    const renamed = entries.map(([id, vector]) => [chunk(50_000 - id), vector] as const).reverse();
    const repeated = renamed.slice(0, 700).map(([id, vector]) => [chunk(id + 100_000), vector] as const);
    const backgrounds = [entries, renamed, [...renamed, ...repeated]].map(async (all) =>
      (await open(all)).background(query),
    );
    const [first, ...others] = await Promise.all(backgrounds);
    expect(others).toEqual([first, first]);
  });

  test("an empty one answers nothing", async () => {
    const index = await open([]);
    expect(index.size).toBe(0);
    expect(index.search(query, 10)).toEqual([]);
    expect(index.background(query)).toEqual({ mean: 0, deviation: 1 });
  });

  test("a vector of another dimension is a defect, not an answer", async () => {
    const index = await asked();
    const other = unit([1, 2, 3]);
    expect(() => index.search(other, 1)).toThrow(RangeError);
    expect(() => index.add(chunk(1), other)).toThrow(RangeError);
    expect(() => index.similarities(other, [chunk(1)])).toThrow(RangeError);
    expect(index.has(chunk(1))).toBe(true);
  });
});

test("the exact index answers as brute force after any additions, replacements and removals", () => {
  const vectors = clustered(60, 3);
  const step = fc.record({ remove: fc.boolean(), id: fc.integer({ min: 1, max: 15 }), vector: fc.nat({ max: 59 }) });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 80 }),
      fc.nat({ max: 59 }),
      fc.integer({ min: 1, max: 20 }),
      (steps, at, k) => {
        const index = new ExactIndex(DIMENSIONS);
        const model = new Map<ChunkId, Float32Array>();
        for (const { remove, id, vector } of steps) {
          if (remove) {
            index.remove(chunk(id));
            model.delete(chunk(id));
          } else {
            index.add(chunk(id), vectors[vector] as Float32Array);
            model.set(chunk(id), vectors[vector] as Float32Array);
          }
        }
        const query = vectors[at] as Float32Array;
        const truth = bruteForce([...model], query, () => true).slice(0, k);
        const found = index.search(query, k);
        expect(index.size).toBe(model.size);
        expect(found.map((match) => match.similarity)).toEqual(
          truth.map((match) => expect.closeTo(match.similarity, 5)),
        );
      },
    ),
  );
});

test("the exact index answers the same bits whatever it was asked before", () => {
  const vectors = clustered(60, 3);
  const queries = clustered(4, 8);
  const step = fc.record({
    what: fc.constantFrom("add", "remove", "search", "similarities", "background"),
    id: fc.integer({ min: 1, max: 15 }),
    vector: fc.nat({ max: 59 }),
    query: fc.nat({ max: 3 }),
  });
  const answer = (index: VectorIndex, what: string, query: Float32Array): unknown =>
    what === "search"
      ? index.search(query, 5)
      : what === "similarities"
        ? index.similarities(
            query,
            Array.from({ length: 16 }, (_, id) => chunk(id)),
          )
        : index.background(query);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const index = new ExactIndex(DIMENSIONS);
      const now = new Map<ChunkId, Float32Array>();
      for (const { what, id, vector, query } of steps) {
        const added = vectors[vector] ?? new Float32Array(DIMENSIONS);
        const asked = queries[query] ?? new Float32Array(DIMENSIONS);
        if (what === "add") {
          index.add(chunk(id), added);
          now.set(chunk(id), added);
        } else if (what === "remove") {
          index.remove(chunk(id));
          now.delete(chunk(id));
        } else {
          expect(answer(index, what, asked)).toEqual(answer(exactOf([...now]), what, asked));
        }
      }
    }),
  );
});
