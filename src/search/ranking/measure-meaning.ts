// How near the chunks of the candidate files are to the query in meaning, on the project's own scale, and which chunks
// that proposes. Knows no words and no weights.
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import type { ChunkId, DocumentId } from "../../vocabulary/ids.ts";
import type { Scope } from "../query/filter.ts";

/** Chunks that meaning proposes. */
const NEAREST_MAX = 200;
/**
 * Below this cosine meaning proposes nothing: off-topic and nonsense queries reach .06 to .24 on three projects, real
 * ones .30 and up. A chunk that words propose keeps its share of meaning whatever its cosine.
 */
const SIMILARITY_MIN = 0.25;
const DEVIATION_MIN = 1e-9;

/** z-scores by chunk, kept by document: those of one lie side by side, as its chunks do. */
export interface ChunkMeaning {
  /** Chunks that have a z-score. */
  readonly size: number;
  get(chunk: ChunkId): number | undefined;
  /** In order of the document's chunks, NaN for one without; empty for a document that was not measured. */
  ofDocument(document: DocumentId): Float64Array;
}

export interface Measured {
  /** z-score of the cosine to the query within the project, by chunk; a chunk without a vector has none. */
  readonly meaning: ChunkMeaning;
  /** Admitted chunks near enough to be candidates for that alone, nearest first. */
  readonly nearest: readonly ChunkId[];
  /** Of each file that words proposed, the admitted chunk nearest to the query. */
  readonly nearestOfFiles: readonly ChunkId[];
}

const UNMEASURED = new Float64Array(0);

export const NO_MEANING: ChunkMeaning = { size: 0, get: () => undefined, ofDocument: () => UNMEASURED };

const NOTHING: Measured = { meaning: NO_MEANING, nearest: [], nearestOfFiles: [] };

function countNumbers(values: Float64Array): number {
  let count = 0;
  for (const value of values) {
    count += Number.isNaN(value) ? 0 : 1;
  }
  return count;
}

/** `zScores` of all chunks of the documents, one after the other. */
function meaningOf(snapshot: Snapshot, documents: readonly DocumentRecord[], zScores: Float64Array): ChunkMeaning {
  const byDocument = new Map<DocumentId, Float64Array>();
  let from = 0;
  for (const { id, chunkCount } of documents) {
    byDocument.set(id, zScores.subarray(from, from + chunkCount));
    from += chunkCount;
  }
  const ofDocument = (document: DocumentId): Float64Array => byDocument.get(document) ?? UNMEASURED;
  return {
    size: countNumbers(zScores),
    get: (chunk) => {
      const document = snapshot.chunkDocument(chunk);
      const ofIt = byDocument.get(document);
      const z = ofIt?.[chunk - snapshot.document(document).firstChunk] ?? Number.NaN;
      return Number.isNaN(z) ? undefined : z;
    },
    ofDocument,
  };
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

function chunksOf(documents: readonly DocumentRecord[]): ChunkId[] {
  const chunks: ChunkId[] = [];
  for (const { firstChunk, chunkCount } of documents) {
    for (let place = 0; place < chunkCount; place++) {
      chunks.push((firstChunk + place) as ChunkId);
    }
  }
  return chunks;
}

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
  // First: a scan of all vectors has the answers to what is asked below.
  const nearest = vectors
    .search(vector, NEAREST_MAX, scope.chunk)
    .filter(({ similarity }) => similarity >= SIMILARITY_MIN)
    .map(({ chunk }) => chunk);
  const { mean, deviation } = vectors.background(vector);
  const byWords = new Set(proposed);
  const ids = new Set([...byWords, ...nearest.map((chunk) => snapshot.chunkDocument(chunk))]);
  const documents = [...ids].map((id) => snapshot.document(id));
  // Asked once: an index that keeps its vectors on disk reads them in one go.
  const similarities = vectors.similarities(vector, chunksOf(documents));
  const unit = Math.max(deviation, DEVIATION_MIN);
  const meaning = meaningOf(
    snapshot,
    documents,
    similarities.map((similarity) => (similarity - mean) / unit),
  );
  const nearestOfFiles = documents.flatMap((document) =>
    byWords.has(document.id) ? (nearestOf(document, meaning.ofDocument(document.id), scope) ?? []) : [],
  );
  return { meaning, nearest, nearestOfFiles };
}
