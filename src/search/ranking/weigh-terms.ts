// The weight of each query term in a project, by how few documents, names and chunks contain it.
import type { Snapshot, TermPostings } from "../../index/snapshot.ts";

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

const idf = (total: number, having: number): number => Math.log(1 + (total - having + 0.5) / (having + 0.5));

function countPositive(counts: Int32Array): number {
  let positive = 0;
  for (const count of counts) {
    if (count > 0) {
      positive++;
    }
  }
  return positive;
}

/** Documents that contain a term in a chunk, not only in the path. */
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
