// How near the chunks of the candidate files are to the query in meaning, on the project's own scale, and which chunks
// that proposes. Knows no words and no weights.
import type { Snapshot } from "../../index/snapshot.ts";
import type { ChunkId, DocumentId } from "../../vocabulary/ids.ts";
import type { Scope } from "../query/filter.ts";
import { chunkIdsOf } from "./chunk-ids.ts";

/** Chunks that meaning proposes. */
const NEAREST_MAX = 200;
/**
 * Below this cosine meaning proposes nothing: off-topic and nonsense queries reach .06 to .24 on three projects, real
 * ones .30 and up. A chunk that words propose keeps its share of meaning whatever its cosine.
 */
const SIMILARITY_MIN = 0.25;
const DEVIATION_MIN = 1e-9;

export interface Measured {
  /** z-score of the cosine to the query within the project, by chunk; a chunk without a vector has none. */
  readonly meaning: ReadonlyMap<ChunkId, number>;
  /** Admitted chunks near enough to be candidates for that alone, nearest first. */
  readonly nearest: readonly ChunkId[];
  /** Of each file that words proposed, the admitted chunk nearest to the query. */
  readonly nearestOfFiles: readonly ChunkId[];
}

const NOTHING: Measured = { meaning: new Map(), nearest: [], nearestOfFiles: [] };

/**
 * Measures every chunk, admitted or not, of the files that words `proposed` and of those that hold one of the nearest:
 * what a file is about does not depend on the filter.
 */
export function measureMeaning(
  snapshot: Snapshot,
  scope: Scope,
  vector: Float32Array | null,
  proposed: Iterable<DocumentId>,
): Measured {
  const { vectors } = snapshot;
  if (vectors === null || vector === null || vectors.size === 0) {
    return NOTHING;
  }
  const { mean, deviation } = vectors.background(vector);
  const nearest = vectors
    .search(vector, NEAREST_MAX, scope.chunk)
    .filter(({ similarity }) => similarity >= SIMILARITY_MIN)
    .map(({ chunk }) => chunk);
  const byWords = new Set(proposed);
  const documents = new Set([...byWords, ...nearest.map((chunk) => snapshot.chunkDocument(chunk))]);
  const meaning = new Map<ChunkId, number>();
  const nearestOfFiles: ChunkId[] = [];
  for (const document of documents) {
    const chunks = chunkIdsOf(snapshot.document(document));
    let best: { readonly chunk: ChunkId; readonly z: number } | null = null;
    const similarities = vectors.similarities(vector, chunks);
    for (const [at, chunk] of chunks.entries()) {
      const z = ((similarities[at] ?? Number.NaN) - mean) / Math.max(deviation, DEVIATION_MIN);
      if (Number.isNaN(z)) {
        continue;
      }
      meaning.set(chunk, z);
      if ((best === null || z > best.z) && scope.chunk(chunk)) {
        best = { chunk, z };
      }
    }
    if (best !== null && byWords.has(document)) {
      nearestOfFiles.push(best.chunk);
    }
  }
  return { meaning, nearest, nearestOfFiles };
}
