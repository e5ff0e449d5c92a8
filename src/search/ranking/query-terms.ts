// What the terms of a query are worth in a project: the weight of each, by how few documents, names and chunks contain it; and
// which files contain a name of the query exactly as written.
import { termsOf } from "../../index/lexical/terms.ts";
import type { Snapshot, TermPostings } from "../../index/snapshot.ts";
import type { DocumentId } from "../../vocabulary/ids.ts";
import { isEnglishStem } from "../query/english-words.ts";
import type { Query } from "../query/parse-query.ts";

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

/** A longer question is about more than one name. */
const TERMS_MAX = 3;
/** Files up to which a word that is not English counts as a name that was meant. */
const FILES_MAX = 3;

/** Files with the term in their text, not just in their path. */
function* holdersOf({ documents, chunkStarts }: TermPostings): Generator<DocumentId> {
  for (let i = 0; i < documents.length; i++) {
    if ((chunkStarts[i + 1] ?? 0) > (chunkStarts[i] ?? 0)) {
      yield (documents[i] ?? 0) as DocumentId;
    }
  }
}

function isMeant({ term, postings }: WeighedTerm): boolean {
  const { length } = postings.documents;
  return length > 0 && length <= FILES_MAX && !isEnglishStem(term);
}

/**
 * A query for a name that occurs in only one test wants that test, before anything similar in meaning. For a question by name, all files that contain the whole name; for a few words, those with a rare one.
 */
export function filesContainingName(query: Query, terms: readonly WeighedTerm[]): ReadonlySet<DocumentId> {
  const [whole] = query.symbol === null ? [] : termsOf(query.symbol);
  const few = terms.length <= TERMS_MAX ? terms : [];
  const names = query.symbol === null ? few.filter(isMeant) : terms.filter(({ term }) => term === whole);
  return new Set(names.flatMap(({ postings }) => [...holdersOf(postings)]));
}
