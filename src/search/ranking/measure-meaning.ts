// Similarity of the candidate files' chunks to the query, on the project's own scale, and the chunks that it proposes.
import { chunkIdsOf, type DocumentRecord, type Snapshot } from "../../index/snapshot.ts";
import type { VectorIndex } from "../../index/vectors/vector-index.ts";
import { perKey } from "../../system/memo.ts";
import type { ChunkId, DocumentId } from "../../vocabulary/chunk.ts";
import type { Scope } from "../query/filter.ts";

/** Chunks that meaning proposes. */
const NEAREST_MAX = 200;
/**
 * Below this cosine meaning proposes nothing: off-topic and nonsense queries reach .06 to .24 on three projects, real
 * ones .30 and up. A chunk that words propose keeps its share of meaning whatever its cosine.
 */
const SIMILARITY_MIN = 0.25;
const DEVIATION_MIN = 1e-9;

/** z-scores by chunk, stored by document, in the order of its chunks. */
export interface ChunkMeaning {
  /** Whether any chunk has a z-score. */
  readonly isMeasured: boolean;
  get(chunk: ChunkId): number | undefined;
  /** In order of the document's chunks, NaN for one without; empty for a document that was not measured. */
  ofDocument(document: DocumentId): Float64Array;
  /**
   * Upper bounds of what `ofDocument` would return, from less data: of many documents, few need their vectors read then. Null where all
   * are read anyway.
   */
  readonly ceilingsOf: ((document: DocumentId) => Float64Array) | null;
}

export interface Measured {
  /** z-score of the cosine to the query within the project, by chunk; a chunk without a vector has none. */
  readonly meaning: ChunkMeaning;
  /** Admitted chunks that are candidates by similarity alone, nearest first. */
  readonly nearest: readonly ChunkId[];
  /** The admitted chunk nearest to the query, for a file that words proposed; null for others. */
  nearestOf(document: DocumentId): ChunkId | null;
}

const UNMEASURED = new Float64Array(0);

export const NO_MEANING: ChunkMeaning = {
  isMeasured: false,
  get: () => undefined,
  ofDocument: () => UNMEASURED,
  ceilingsOf: null,
};

const NOTHING: Measured = { meaning: NO_MEANING, nearest: [], nearestOf: () => null };

/** All at once: an index that keeps its vectors on disk reads them in one go. */
function measureAll(
  documents: readonly DocumentRecord[],
  measure: (chunks: readonly ChunkId[]) => Float64Array,
): (document: DocumentId) => Float64Array {
  const chunks: ChunkId[] = [];
  for (const { firstChunk, chunkCount } of documents) {
    for (let chunk: number = firstChunk; chunk < firstChunk + chunkCount; chunk++) {
      chunks.push(chunk as ChunkId);
    }
  }
  const zScores = measure(chunks);
  const byDocument = new Map<DocumentId, Float64Array>();
  let from = 0;
  for (const { id, chunkCount } of documents) {
    byDocument.set(id, zScores.subarray(from, from + chunkCount));
    from += chunkCount;
  }
  return (document) => byDocument.get(document) ?? UNMEASURED;
}

/** The admitted chunk of the document with the highest z-score; null where none has one. */
function nearestOf({ firstChunk }: DocumentRecord, zScores: Float64Array, scope: Scope): ChunkId | null {
  let best: ChunkId | null = null;
  let bestZ = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < zScores.length; place++) {
    const z = zScores[place] ?? Number.NaN;
    const chunk = (firstChunk + place) as ChunkId;
    if ((best === null ? !Number.isNaN(z) : z > bestZ) && scope.chunk(chunk)) {
      best = chunk;
      bestZ = z;
    }
  }
  return best;
}

/**
 * Measures every chunk, admitted or not, of the files that words `proposed` and of those that contain one of the nearest: what a file is
 * about does not depend on the filter. The result is valid while the snapshot is open.
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
  // First, since a scan of all vectors has the answers to the following questions.
  const nearest = vectors
    .search(vector, NEAREST_MAX, scope.chunk)
    .filter(({ similarity }) => similarity >= SIMILARITY_MIN)
    .map(({ chunk }) => chunk);
  const byWords = new Set(proposed);
  const ids = new Set([...byWords, ...nearest.map((chunk) => snapshot.chunkDocument(chunk))]);
  const meaning = meaningOf(snapshot, vectors, vector, ids);
  return {
    meaning,
    nearest,
    nearestOf: (id) => (byWords.has(id) ? nearestOf(snapshot.document(id), meaning.ofDocument(id), scope) : null),
  };
}

function meaningOf(
  snapshot: Snapshot,
  vectors: VectorIndex,
  vector: Float32Array,
  ids: ReadonlySet<DocumentId>,
): ChunkMeaning {
  const { ceilings } = vectors;
  const bounds = ceilings === null ? null : (chunks: readonly ChunkId[]) => ceilings(vector, chunks);
  const { mean, deviation } = vectors.background(vector);
  const unit = Math.max(deviation, DEVIATION_MIN);
  const toScores = (cosines: Float64Array) => cosines.map((cosine) => (cosine - mean) / unit);
  const measure = (chunks: readonly ChunkId[]) => toScores(vectors.similarities(vector, chunks));
  const documents = [...ids].map((id) => snapshot.document(id));
  const one = (compute: (chunks: readonly ChunkId[]) => Float64Array) =>
    perKey((id: DocumentId) => (ids.has(id) ? compute(chunkIdsOf(snapshot.document(id))) : UNMEASURED));
  const ofDocument = bounds === null ? measureAll(documents, measure) : one(measure);
  return {
    isMeasured: documents.some((document) => chunkIdsOf(document).some((chunk) => vectors.has(chunk))),
    get: (chunk) => {
      const document = snapshot.chunkDocument(chunk);
      const z = ofDocument(document)[chunk - snapshot.document(document).firstChunk] ?? Number.NaN;
      return Number.isNaN(z) ? undefined : z;
    },
    ofDocument,
    ceilingsOf: bounds === null ? null : one((chunks) => toScores(bounds(chunks))),
  };
}

/** Chunks from which on more of them make a file's mean no surer. */
const ABOUT_CHUNKS = 9;

/**
 * Mean z-score of a file's chunks, times the root of their number up to ABOUT_CHUNKS: the mean of few says less. Those of
 * `chunkCount` that `zScores` has not, or as NaN, are not measured and count as the project's mean, 0.
 */
export function about(zScores: Iterable<number>, chunkCount: number): number {
  if (chunkCount === 0) {
    return 0;
  }
  let sum = 0;
  for (const z of zScores) {
    sum += Number.isNaN(z) ? 0 : z;
  }
  return (sum / chunkCount) * Math.sqrt(Math.min(chunkCount, ABOUT_CHUNKS));
}
