// BM25 over a snapshot's postings, one pass over the documents that hold any term: for each its score as a whole text, by
// the names it defines, and of each of its chunks; and how much of the query its path holds. Knows no weights of signals
// and no order of hits.
//
// BM25: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the idf that
// never turns negative, ln(1 + (N − n + .5) / (n + .5)).
import type { Snapshot, TermPostings } from "../../index/snapshot.ts";
import type { ChunkId, DocumentId } from "../../vocabulary/ids.ts";
import type { Scope } from "../query/filter.ts";

/** Saturation `k1` and length normalisation `b` of each field; docs/ranking.md has the measurement. */
export const BM25 = {
  chunk: { k1: 0.9, b: 0.4 },
  body: { k1: 1.2, b: 0.5 },
  names: { k1: 1.2, b: 0.4 },
} as const;

/** Chunks that are kept of one document, best first. */
export const CHUNKS_KEPT = 40;

export interface ChunkScore {
  readonly chunk: ChunkId;
  readonly score: number;
}

/** What the query's words say of one document. All scores are raw BM25, 0 and up. */
export interface LexicalEvidence {
  readonly document: DocumentId;
  readonly body: number;
  readonly names: number;
  /** Share of the query's weight, 0 to 1, whose terms stand in the path; a term weighs its idf over documents. */
  readonly pathShare: number;
  /** Admitted chunks that hold a term, best first, at most CHUNKS_KEPT; ties by lower id. */
  readonly chunks: readonly ChunkScore[];
}

/** One of the query's terms in this project. */
export interface WeighedTerm {
  readonly term: string;
  readonly postings: TermPostings;
  readonly chunkIdf: number;
  readonly bodyIdf: number;
  readonly nameIdf: number;
  /** Of the query's weight, 0 to 1. */
  readonly share: number;
}

const idf = (total: number, having: number): number => Math.log(1 + (total - having + 0.5) / (having + 0.5));

const bm25 = (count: number, length: number, average: number, { k1, b }: { k1: number; b: number }): number =>
  count === 0 ? 0 : (count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / average));

function countPositive(counts: Int32Array): number {
  let positive = 0;
  for (const count of counts) {
    if (count > 0) {
      positive++;
    }
  }
  return positive;
}

/** Documents of a term that hold it in a chunk, not just in the path. */
function countWithChunks({ chunkStarts, documents }: TermPostings): number {
  let having = 0;
  for (let i = 0; i < documents.length; i++) {
    if ((chunkStarts[i + 1] ?? 0) > (chunkStarts[i] ?? 0)) {
      having++;
    }
  }
  return having;
}

/** Terms that are nowhere weigh most: what a path says of the others is then little of the query. */
export function weighTerms(snapshot: Snapshot, terms: readonly string[]): WeighedTerm[] {
  const weights = terms.map((term) => weigh(snapshot, term));
  const total = weights.reduce((sum, { bodyIdf }) => sum + bodyIdf, 0);
  return weights.map((one) => ({ ...one, share: one.bodyIdf / total }));
}

function weigh(snapshot: Snapshot, term: string): Omit<WeighedTerm, "share"> {
  const postings = snapshot.postings(term);
  const { documentCount: documents, chunkCount: chunks } = snapshot;
  return {
    term,
    postings,
    chunkIdf: idf(chunks, postings.chunks.length),
    bodyIdf: idf(documents, countWithChunks(postings)),
    nameIdf: idf(documents, countPositive(postings.nameCounts)),
  };
}

function keepBest(kept: ChunkScore[], chunk: ChunkId, score: number): void {
  let at = kept.length;
  while (at > 0 && score > (kept[at - 1]?.score ?? 0)) {
    at--;
  }
  if (at < CHUNKS_KEPT) {
    kept.splice(at, 0, { chunk, score });
    kept.length = Math.min(kept.length, CHUNKS_KEPT);
  }
}

/** Adds up one document over the terms whose cursors stand on it; null where none of its chunks is admitted. */
function scoreDocument(
  snapshot: Snapshot,
  scope: Scope,
  id: DocumentId,
  terms: readonly WeighedTerm[],
  cursors: Int32Array,
): LexicalEvidence {
  const document = snapshot.document(id);
  const { averages } = snapshot;
  const chunkScores = new Float64Array(document.chunkCount);
  let [body, names, pathShare] = [0, 0, 0];
  terms.forEach(({ postings, chunkIdf, bodyIdf, nameIdf, share }, t) => {
    const at = cursors[t] ?? 0;
    if (postings.documents[at] !== id) {
      return;
    }
    let bodyCount = 0;
    const end = postings.chunkStarts[at + 1] ?? 0;
    for (let i = postings.chunkStarts[at] ?? 0; i < end; i++) {
      const chunk = (postings.chunks[i] ?? 0) as ChunkId;
      const count = postings.chunkCounts[i] ?? 0;
      bodyCount += count;
      const place = chunk - document.firstChunk;
      chunkScores[place] =
        (chunkScores[place] ?? 0) + chunkIdf * bm25(count, snapshot.chunkTerms(chunk), averages.chunkTerms, BM25.chunk);
    }
    body += bodyIdf * bm25(bodyCount, document.bodyTerms, averages.bodyTerms, BM25.body);
    pathShare += (postings.pathCounts[at] ?? 0) > 0 ? share : 0;
    names += nameIdf * bm25(postings.nameCounts[at] ?? 0, document.nameTerms, averages.nameTerms, BM25.names);
  });
  const chunks: ChunkScore[] = [];
  for (let place = 0; place < chunkScores.length; place++) {
    const score = chunkScores[place] ?? 0;
    const chunk = (document.firstChunk + place) as ChunkId;
    if (score > 0 && scope.chunk(chunk)) {
      keepBest(chunks, chunk, score);
    }
  }
  return { document: id, body, names, pathShare, chunks };
}

/** The documents in scope that hold any of the terms in text, path or names; in order of document id. */
export function scoreLexically(snapshot: Snapshot, terms: readonly WeighedTerm[], scope: Scope): LexicalEvidence[] {
  const present = terms.filter(({ postings }) => postings.documents.length > 0);
  const cursors = new Int32Array(present.length);
  const evidence: LexicalEvidence[] = [];
  for (;;) {
    let next = Number.POSITIVE_INFINITY;
    present.forEach(({ postings }, t) => {
      next = Math.min(next, postings.documents[cursors[t] ?? 0] ?? Number.POSITIVE_INFINITY);
    });
    if (next === Number.POSITIVE_INFINITY) {
      return evidence;
    }
    const id = next as DocumentId;
    if (scope.document(id)) {
      evidence.push(scoreDocument(snapshot, scope, id, present, cursors));
    }
    present.forEach(({ postings }, t) => {
      if (postings.documents[cursors[t] ?? 0] === next) {
        cursors[t] = (cursors[t] ?? 0) + 1;
      }
    });
  }
}
