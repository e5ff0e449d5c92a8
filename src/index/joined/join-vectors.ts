// Joins the chunk vectors of several projects into one index. All use the same model, so their cosines compare. The background that cosines are
// compared with is that of all chunks together.
import type { ChunkId } from "../../vocabulary/chunk.ts";
import type { RemoteVectors, SimilarityBackground, VectorIndex } from "../vectors/vector-index.ts";
import { idIn, idOf, placeOfId } from "./joined-ids.ts";

/** By place; null for a project without vectors. */
type Indexes = readonly (VectorIndex | null)[];

/** Mean and deviation over all chunks, from those of each project. */
export function pooledBackground(
  parts: readonly (SimilarityBackground & { readonly size: number })[],
): SimilarityBackground {
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (size === 0) {
    return { mean: 0, deviation: 1 };
  }
  const mean = parts.reduce((sum, part) => sum + part.size * part.mean, 0) / size;
  const squares = parts.reduce((sum, part) => sum + part.size * (part.deviation ** 2 + part.mean ** 2), 0) / size;
  return { mean, deviation: Math.sqrt(Math.max(0, squares - mean ** 2)) };
}

/** Asks each project about its own chunks; returns the values in the order asked. */
function measureEach(
  chunks: readonly ChunkId[],
  measure: (place: number, own: readonly ChunkId[]) => Float64Array | null,
): Float64Array {
  const places = new Map<number, number[]>();
  for (const [at, chunk] of chunks.entries()) {
    const place = placeOfId(chunk);
    const list = places.get(place) ?? [];
    places.set(place, list);
    list.push(at);
  }
  const measured = new Float64Array(chunks.length).fill(Number.NaN);
  for (const [place, list] of places) {
    const values = measure(
      place,
      list.map((at) => idIn(chunks[at] as ChunkId)),
    );
    list.forEach((at, own) => {
      measured[at] = values?.[own] ?? Number.NaN;
    });
  }
  return measured;
}

const readOnly = (): never => {
  throw new Error("the joined vectors of several projects are not written");
};

/** Null if all vectors are on this machine. */
function joinRemote(indexes: Indexes): RemoteVectors | null {
  const parts = indexes.flatMap((index) => index?.remote ?? []);
  if (parts.length === 0) {
    return null;
  }
  return {
    failure: () => parts.map((part) => part.failure()).find((failure) => failure !== null) ?? null,
    fetch: async (query, signal) => (await Promise.all(parts.map((part) => part.fetch(query, signal)))).includes(true),
    vectors: async (chunks, signal) => {
      const found = await Promise.all(
        indexes.map(async (index, place) => {
          const own = chunks.filter((chunk) => placeOfId(chunk) === place).map(idIn);
          const vectors = own.length === 0 ? undefined : await index?.remote?.vectors(own, signal);
          return [...(vectors ?? [])].map(([chunk, vector]) => [idOf(place, chunk), vector] as const);
        }),
      );
      return new Map(found.flat());
    },
  };
}

/** Null if no project has vectors. */
export function joinVectors(indexes: Indexes): VectorIndex | null {
  const present = indexes.flatMap((index) => index ?? []);
  const [first] = present;
  if (first === undefined) {
    return null;
  }
  const similarities: VectorIndex["similarities"] = (query, chunks) =>
    measureEach(chunks, (place, own) => indexes[place]?.similarities(query, own) ?? null);
  // A project without upper bounds has its cosines at hand, which bound themselves.
  const ceilings: VectorIndex["ceilings"] = (query, chunks) =>
    measureEach(chunks, (place, own) => {
      const index = indexes[place];
      return index == null ? null : (index.ceilings ?? index.similarities.bind(index))(query, own);
    });
  return {
    kind: first.kind,
    size: present.reduce((sum, { size }) => sum + size, 0),
    has: (chunk) => indexes[placeOfId(chunk)]?.has(idIn(chunk)) ?? false,
    vectorOf: (chunk) => indexes[placeOfId(chunk)]?.vectorOf(idIn(chunk)) ?? null,
    add: readOnly,
    remove: readOnly,
    search: (query, k, admit) =>
      indexes
        .flatMap((index, place) => {
          const own = admit === undefined ? undefined : (chunk: ChunkId) => admit(idOf(place, chunk));
          const found = index?.search(query, k, own) ?? [];
          return found.map(({ chunk, similarity }) => ({ chunk: idOf(place, chunk), similarity }));
        })
        .sort((a, b) => b.similarity - a.similarity || a.chunk - b.chunk)
        .slice(0, k),
    similarities,
    remote: joinRemote(indexes),
    ceilings: present.every((index) => index.ceilings === null) ? null : ceilings,
    background: (query) => pooledBackground(present.map((index) => ({ ...index.background(query), size: index.size }))),
  };
}
