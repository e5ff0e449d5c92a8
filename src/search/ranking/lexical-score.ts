// BM25 over a snapshot's postings, in one pass over the documents that contain any term. For each document: its score as a whole text,
// by the names it defines, and of its best chunks; and how much of the query its path contains.
//
// BM25: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the idf that
// never turns negative, ln(1 + (N − n + .5) / (n + .5)).
import type { DocumentRecord, Snapshot, TermPostings } from "../../index/snapshot.ts";
import type { ChunkId, DocumentId } from "../../vocabulary/chunk.ts";
import type { Scope } from "../query/filter.ts";

/** Saturation `k1` and length normalisation `b` of each field; docs/inside/ranking.md has the measurement. */
export const BM25 = {
  chunk: { k1: 0.9, b: 0.4 },
  body: { k1: 1.2, b: 0.5 },
  names: { k1: 1.2, b: 0.4 },
} as const;

/** One of the query's terms in this project. */
export interface WeighedTerm {
  readonly term: string;
  readonly postings: TermPostings;
  readonly chunkIdf: number;
  readonly bodyIdf: number;
  readonly nameIdf: number;
  /** Share of the query's weight, 0 to 1. */
  readonly share: number;
}

/** Chunks that are kept of one document, best first. */
export const CHUNKS_PER_DOCUMENT_MAX = 40;

export interface ChunkScore {
  readonly chunk: ChunkId;
  readonly score: number;
}

/** What the query's words say of one document. All scores are raw BM25, 0 and up. */
export interface LexicalEvidence {
  readonly document: DocumentId;
  readonly body: number;
  readonly names: number;
  /** Share of the query's weight, 0 to 1, whose terms occur in the path; a term weighs its idf over documents. */
  readonly pathShare: number;
  /** Admitted chunks that contain a term, best first, at most CHUNKS_PER_DOCUMENT_MAX; ties by lower id. */
  readonly chunks: readonly ChunkScore[];
}

const bm25 = (count: number, length: number, average: number, { k1, b }: { k1: number; b: number }): number =>
  count === 0 ? 0 : (count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / average));

function keepBest(kept: ChunkScore[], chunk: ChunkId, score: number): void {
  const one = { chunk, score };
  let at = kept.length;
  for (; at > 0 && score > (kept[at - 1]?.score ?? 0); at--) {
    kept[at] = kept[at - 1] ?? one;
  }
  kept[at] = one;
  kept.length = Math.min(kept.length, CHUNKS_PER_DOCUMENT_MAX);
}

/** Chunks that `spread` is the mean of. */
const SPREAD_CHUNKS = 5;

/**
 * The lexical scores of every document in scope that contains any of the terms in text, path or names: one index in all arrays, in
 * order of document id. Scores are raw BM25, 0 and up.
 */
export interface LexicalScores {
  readonly documents: Int32Array;
  /** Score of the best admitted chunk, and the mean of the five best; missing ones count as 0. */
  readonly best: Float64Array;
  readonly spread: Float64Array;
  readonly body: Float64Array;
  readonly names: Float64Array;
  readonly pathShare: Float64Array;
}

/** One document's sums, and scores of its chunks by their place in it; overwritten for the next one. */
export interface Scored {
  body: number;
  names: number;
  pathShare: number;
  chunks: Float64Array;
}

/** Most documents have fewer. */
const CHUNKS_AT_FIRST = 64;

export const newScored = (): Scored => ({
  body: 0,
  names: 0,
  pathShare: 0,
  chunks: new Float64Array(CHUNKS_AT_FIRST),
});

/** Adds up one document over the terms; `places` are its places in their postings, negative where it is not there. */
function addUp(
  snapshot: Snapshot,
  { firstChunk, chunkCount, bodyTerms, nameTerms }: DocumentRecord,
  terms: readonly WeighedTerm[],
  places: Int32Array,
  into: Scored,
): void {
  const { averages } = snapshot;
  into.body = 0;
  into.names = 0;
  into.pathShare = 0;
  if (into.chunks.length < chunkCount) {
    into.chunks = new Float64Array(2 * chunkCount);
  }
  const { chunks } = into;
  chunks.fill(0, 0, chunkCount);
  // By place and not by iterator, which would make two objects for each term of each document.
  for (let t = 0; t < terms.length; t++) {
    const term = terms[t];
    const at = places[t] ?? -1;
    if (term === undefined || at < 0) {
      continue;
    }
    const { postings, chunkIdf, bodyIdf, nameIdf, share } = term;
    let bodyCount = 0;
    const end = postings.chunkStarts[at + 1] ?? 0;
    for (let i = postings.chunkStarts[at] ?? 0; i < end; i++) {
      const chunk = (postings.chunks[i] ?? 0) as ChunkId;
      const count = postings.chunkCounts[i] ?? 0;
      bodyCount += count;
      const place = chunk - firstChunk;
      chunks[place] =
        (chunks[place] ?? 0) + chunkIdf * bm25(count, snapshot.chunkTerms(chunk), averages.chunkTerms, BM25.chunk);
    }
    into.body += bodyIdf * bm25(bodyCount, bodyTerms, averages.bodyTerms, BM25.body);
    into.pathShare += (postings.pathCounts[at] ?? 0) > 0 ? share : 0;
    into.names += nameIdf * bm25(postings.nameCounts[at] ?? 0, nameTerms, averages.nameTerms, BM25.names);
  }
}

/** The admitted chunks that contain a term, best first, at most CHUNKS_PER_DOCUMENT_MAX; ties by lower id. */
function bestChunks({ firstChunk, chunkCount }: DocumentRecord, scores: Float64Array, scope: Scope): ChunkScore[] {
  const kept: ChunkScore[] = [];
  for (let place = 0; place < chunkCount; place++) {
    const score = scores[place] ?? 0;
    const chunk = (firstChunk + place) as ChunkId;
    if (score > 0 && scope.chunk(chunk)) {
      keepBest(kept, chunk, score);
    }
  }
  return kept;
}

/** Writes the highest scores of admitted chunks to `into`, highest first, 0 where there are fewer. */
function highestScores(
  { firstChunk, chunkCount }: DocumentRecord,
  scores: Float64Array,
  scope: Scope,
  into: Float64Array,
): void {
  into.fill(0);
  const last = into.length - 1;
  for (let place = 0; place < chunkCount; place++) {
    const score = scores[place] ?? 0;
    if (score > (into[last] ?? 0) && scope.chunk((firstChunk + place) as ChunkId)) {
      let at = last;
      for (; at > 0 && score > (into[at - 1] ?? 0); at--) {
        into[at] = into[at - 1] ?? 0;
      }
      into[at] = score;
    }
  }
}

/** Index of a value in ascending numbers; negative if it is not there. */
function placeIn(ascending: Int32Array, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = ascending[middle] ?? 0;
    if (found === value) {
      return middle;
    }
    if (found < value) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return -1;
}

/** Calls `visit` with each document in any term's postings, ascending, and its places in them. */
function eachDocument(terms: readonly WeighedTerm[], visit: (id: DocumentId, places: Int32Array) => void): void {
  const lists = terms.map(({ postings }) => postings.documents);
  const cursors = new Int32Array(lists.length);
  const places = new Int32Array(lists.length);
  for (;;) {
    let next = Number.POSITIVE_INFINITY;
    for (let t = 0; t < lists.length; t++) {
      const id = lists[t]?.[cursors[t] ?? 0] ?? Number.POSITIVE_INFINITY;
      next = Math.min(next, id);
    }
    if (next === Number.POSITIVE_INFINITY) {
      return;
    }
    for (let t = 0; t < lists.length; t++) {
      const at = cursors[t] ?? 0;
      const isHere = lists[t]?.[at] === next;
      places[t] = isHere ? at : -1;
      cursors[t] = isHere ? at + 1 : at;
    }
    visit(next as DocumentId, places);
  }
}

/** Room for the documents of all terms together. */
function mostDocuments(terms: readonly WeighedTerm[]): number {
  const together = terms.reduce((sum, { postings }) => sum + postings.documents.length, 0);
  const ids = terms.reduce((most, { postings }) => Math.max(most, 1 + (postings.documents.at(-1) ?? 0)), 0);
  return Math.min(together, ids);
}

/**
 * Scores all documents in one pass and keeps only numbers: of tens of thousands of documents, chunks are requested for some
 * hundreds.
 */
export function scoreLexically(snapshot: Snapshot, all: readonly WeighedTerm[], scope: Scope): LexicalScores {
  const terms = all.filter(({ postings }) => postings.documents.length > 0);
  const room = mostDocuments(terms);
  const documents = new Int32Array(room);
  const best = new Float64Array(room);
  const spread = new Float64Array(room);
  const body = new Float64Array(room);
  const names = new Float64Array(room);
  const pathShare = new Float64Array(room);
  const scored = newScored();
  const highest = new Float64Array(SPREAD_CHUNKS);
  let count = 0;
  eachDocument(terms, (id, places) => {
    if (!scope.document(id)) {
      return;
    }
    const document = snapshot.document(id);
    addUp(snapshot, document, terms, places, scored);
    highestScores(document, scored.chunks, scope, highest);
    documents[count] = id;
    best[count] = highest[0] ?? 0;
    spread[count] = highest.reduce((sum, score) => sum + score, 0) / SPREAD_CHUNKS;
    body[count] = scored.body;
    names[count] = scored.names;
    pathShare[count] = scored.pathShare;
    count += 1;
  });

  return {
    documents: documents.subarray(0, count),
    best: best.subarray(0, count),
    spread: spread.subarray(0, count),
    body: body.subarray(0, count),
    names: names.subarray(0, count),
    pathShare: pathShare.subarray(0, count),
  };
}

/**
 * The lexical evidence of one document, with its chunks; null for one out of scope, or that contains none of the terms. `scored` is
 * working memory: a caller that asks about many documents passes the same each time.
 */
export function evidenceOf(
  snapshot: Snapshot,
  terms: readonly WeighedTerm[],
  scope: Scope,
  id: DocumentId,
  scored: Scored = newScored(),
): LexicalEvidence | null {
  const places = new Int32Array(terms.length);
  for (let t = 0; t < places.length; t++) {
    const term = terms[t];
    places[t] = term === undefined ? -1 : placeIn(term.postings.documents, id);
  }
  if (!scope.document(id) || places.every((place) => place < 0)) {
    return null;
  }
  const document = snapshot.document(id);
  addUp(snapshot, document, terms, places, scored);
  const { body, names, pathShare } = scored;
  return { document: id, body, names, pathShare, chunks: bestChunks(document, scored.chunks, scope) };
}

/** Mean BM25 of the document's best chunks; those it has fewer count as 0. */
export function spreadOf({ chunks }: LexicalEvidence): number {
  let sum = 0;
  for (let at = 0; at < SPREAD_CHUNKS && at < chunks.length; at++) {
    sum += chunks[at]?.score ?? 0;
  }
  return sum / SPREAD_CHUNKS;
}
