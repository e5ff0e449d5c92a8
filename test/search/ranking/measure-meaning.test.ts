// z-scores over vectors of two dimensions, so that every cosine can be read off.
import { describe, expect, it } from "vitest";
import { restrictTo } from "../../../src/index/vectors/restrict.ts";
import type { VectorIndex } from "../../../src/index/vectors/vector-index.ts";
import { bindFilter, compileFilter } from "../../../src/search/query/filter.ts";
import { type Measured, measureMeaning, NO_MEANING } from "../../../src/search/ranking/measure-meaning.ts";
import type { ChunkId, DocumentId } from "../../../src/vocabulary/chunk.ts";
import type { SearchFilter } from "../../../src/vocabulary/search.ts";
import { type MemoryProject, memoryProject } from "../../support/memory-project.ts";

const QUERY = Float32Array.of(1, 0);

/** The unit vector with this cosine to the query. */
const withCosine = (cosine: number): Float32Array => Float32Array.of(cosine, Math.sqrt(1 - cosine * cosine));

/** A function that is a chunk of its own. */
const part = (name: string): string => `export function ${name}() {\n${"  step();\n".repeat(60)}}\n\n`;

/** By the name of the function that the text defines. */
const COSINE_OF = { nearest: 0.9, far: 0.1, middle: 0.3, below: 0.2, opposite: -0.5 };
const embed = (text: string): Float32Array =>
  withCosine(Object.entries(COSINE_OF).find(([name]) => text.includes(`function ${name} `))?.[1] ?? 0);

/** Chunks 1 and 2, 3, 4 and 5 of documents 1, 2, 3. */
const FILES = {
  "src/near.ts": part("nearest") + part("far"),
  "src/middle.ts": part("middle"),
  "docs/unlike.ts": part("below") + part("opposite"),
};
const COSINES = Object.values(COSINE_OF);
const project = (): Promise<MemoryProject> => memoryProject(FILES, { dimensions: 2, embed });

function measured(
  { snapshot }: MemoryProject,
  proposed: readonly number[],
  filter: Partial<SearchFilter> = {},
  vector: Float32Array | null = QUERY,
): Measured {
  const compiled = compileFilter({ paths: [], languages: [], kinds: [], ...filter }, new Set());
  return measureMeaning(snapshot, bindFilter(compiled, snapshot), vector, proposed as readonly DocumentId[]);
}

/** The z-scores there are, by chunk. */
const scoresOf = ({ meaning }: Measured): ReadonlyMap<number, number> =>
  new Map(
    COSINES.flatMap((_, at) => [[at + 1, meaning.get((at + 1) as ChunkId) ?? Number.NaN] as const]).filter(
      ([, z]) => !Number.isNaN(z),
    ),
  );

const nearestOfFiles = (one: Measured): ChunkId[] =>
  ([1, 2, 3] as DocumentId[]).flatMap((document) => one.nearestOf(document) ?? []);

const mean = COSINES.reduce((sum, cosine) => sum + cosine, 0) / COSINES.length;
const deviation = Math.sqrt(COSINES.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / COSINES.length);
const zOf = (chunk: number): number => ((COSINES[chunk - 1] ?? 0) - mean) / deviation;

describe("meaning", () => {
  it("is measured on the project's scale, of every chunk of a file that words or nearness propose", async () => {
    const all = measured(await project(), [3]);
    const scores = scoresOf(all);
    expect([...scores.keys()]).toEqual([1, 2, 3, 4, 5]);
    for (const [chunk, z] of scores) {
      expect(z).toBeCloseTo(zOf(chunk), 5);
    }
    expect(all.meaning.isMeasured).toBe(true);
    expect([...all.meaning.ofDocument(2 as DocumentId)]).toEqual([scores.get(3)]);
    const nearest = measured(await project(), []);
    expect([...scoresOf(nearest).keys()]).toEqual([1, 2, 3]);
    expect(nearest.meaning.isMeasured).toBe(true);
    expect(nearest.meaning.ofDocument(3 as DocumentId)).toHaveLength(0);
  });

  it("proposes what is near enough, nearest first, and the nearest of each proposed file however far", async () => {
    const one = measured(await project(), [1, 3]);
    expect(one.nearest).toEqual([1, 3]);
    expect(nearestOfFiles(one)).toEqual([1, 4]);
    const byMeaning = measured(await project(), []);
    expect([byMeaning.nearest, nearestOfFiles(byMeaning)]).toEqual([[1, 3], []]);
  });

  it("proposes within the filter, and measures a file whole all the same", async () => {
    const docs = measured(await project(), [3], { paths: ["docs/**"] });
    expect([docs.nearest, nearestOfFiles(docs)]).toEqual([[], [4]]);
    const sections = measured(await project(), [1], { kinds: ["section"] });
    expect([sections.nearest, nearestOfFiles(sections)]).toEqual([[], []]);
    expect([...scoresOf(sections).keys()]).toEqual([1, 2]);
  });

  it("is measured of the documents that are asked about alone, where an index knows what they can reach", async () => {
    const { snapshot } = await project();
    const { vectors } = snapshot;
    if (vectors === null) {
      throw new Error("the project has vectors");
    }
    const read: ChunkId[] = [];
    const looseness = 0.05;
    const bounded: VectorIndex = {
      ...restrictTo(vectors, () => true),
      similarities(query, chunks) {
        read.push(...chunks);
        return vectors.similarities(query, chunks);
      },
      ceilings: (query, chunks) => vectors.similarities(query, chunks).map((cosine) => cosine + looseness),
    };
    const scope = bindFilter(compileFilter({ paths: [], languages: [], kinds: [] }, new Set()), snapshot);
    const proposed = [1, 3] as DocumentId[];
    const eager = measureMeaning(snapshot, scope, QUERY, proposed);
    const lazy = measureMeaning({ ...snapshot, vectors: bounded }, scope, QUERY, proposed);
    const third = 3 as DocumentId;
    expect(eager.meaning.ceilingsOf).toBeNull();
    expect(lazy.meaning.isMeasured).toBe(true);
    const ceilings = lazy.meaning.ceilingsOf?.(third) ?? [];
    expect(read).toEqual([]);
    expect(lazy.nearestOf(third)).toBe(4);
    expect([...lazy.meaning.ofDocument(third)]).toEqual([...eager.meaning.ofDocument(third)]);
    expect(read).toEqual([4, 5]);
    for (const [at, z] of lazy.meaning.ofDocument(third).entries()) {
      expect(ceilings[at]).toBeCloseTo(z + looseness / deviation, 5);
    }
  });

  it("leaves out chunks that have no vector yet", async () => {
    const partial = await project();
    partial.snapshot.vectors?.remove(1 as ChunkId);
    const one = measured(partial, [1, 3]);
    expect([...scoresOf(one).keys()]).toEqual([2, 3, 4, 5]);
    expect([...one.meaning.ofDocument(1 as DocumentId)]).toEqual([Number.NaN, scoresOf(one).get(2)]);
    expect([one.nearest, nearestOfFiles(one)]).toEqual([[3], [2, 4]]);
  });

  it("is nothing without a query's vector, without vectors, and before the first one", async () => {
    const nothing = [NO_MEANING, [], []];
    const saidBy = (one: Measured) => [one.meaning, one.nearest, nearestOfFiles(one)];
    expect(saidBy(measured(await project(), [1], {}, null))).toEqual(nothing);
    expect(saidBy(measured(await memoryProject(FILES, { withVectors: false }), [1]))).toEqual(nothing);
    const empty = await project();
    for (const [at] of COSINES.entries()) {
      empty.snapshot.vectors?.remove((at + 1) as ChunkId);
    }
    expect(saidBy(measured(empty, [1]))).toEqual(nothing);
  });

  it("is finite where all chunks are alike", async () => {
    const alike = await memoryProject(FILES, { dimensions: 2, embed: () => withCosine(0.5) });
    const scores = [...scoresOf(measured(alike, [])).values()];
    expect([scores.length, scores.every(Number.isFinite)]).toEqual([5, true]);
  });
});
