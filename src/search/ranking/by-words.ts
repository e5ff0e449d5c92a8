// The result of words alone: the files with the best lexical scores, each with its evidence. It depends only on the snapshot's
// generation, so it can be computed while the model still works.
import type { Snapshot, TermPostings } from "../../index/snapshot.ts";
import type { DocumentId, Generation } from "../../vocabulary/chunk.ts";
import type { Scope } from "../query/filter.ts";
import {
  evidenceOf,
  type LexicalEvidence,
  type LexicalScores,
  newScored,
  scoreLexically,
  type WeighedTerm,
} from "./lexical-score.ts";

/** Files that words propose to the full ranking; those after them are far from the first hundred hits. */
const FILES_BY_WORDS_MAX = 400;

/** The highest raw value of each BM25 field among the candidates of one query; each above 0, so that it can divide. */
export interface Maxima {
  readonly chunk: number;
  readonly spread: number;
  readonly body: number;
  readonly names: number;
}

export interface ByWords {
  readonly databaseId: string;
  readonly generation: Generation;
  readonly terms: readonly WeighedTerm[];
  readonly maxima: Maxima;
  /** Evidence of the proposed files. */
  readonly evidence: ReadonlyMap<DocumentId, LexicalEvidence>;
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

const EPSILON = 1e-9;

const highest = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, value), EPSILON);

const maximaOf = ({ best, spread, body, names }: LexicalScores): Maxima => ({
  chunk: highest(best),
  spread: highest(spread),
  body: highest(body),
  names: highest(names),
});

/** Orders two places whose values are equal: below 0 if the first one comes first. */
export type Order = (a: number, b: number) => number;

/** The places 0 to `count` − 1 with the `most` largest values, largest first; ties by `order`. */
export function largest(count: number, most: number, measure: (place: number) => number, order: Order): number[] {
  let best: { readonly place: number; readonly value: number }[] = [];
  /** The last one of the result so far, once there are enough: a smaller value cannot be among them. */
  let last: (typeof best)[number] | undefined;
  const shrink = (): void => {
    best = best.sort((a, b) => b.value - a.value || order(a.place, b.place)).slice(0, most);
    last = best.length === most ? best.at(-1) : undefined;
  };
  for (let place = 0; place < count; place++) {
    const value = measure(place);
    if (last === undefined || value > last.value || (value === last.value && order(place, last.place) < 0)) {
      best.push({ place, value });
      if (best.length >= 2 * most) {
        shrink();
      }
    }
  }
  shrink();
  return best.map(({ place }) => place);
}

/**
 * The files with the best lexical scores, by the plain sum of their normalised fields; ties by path, since ids depend on edits.
 */
function sieve(snapshot: Snapshot, scores: LexicalScores, maxima: Maxima): DocumentId[] {
  const { documents, best, spread, body, names, pathShare } = scores;
  if (documents.length <= FILES_BY_WORDS_MAX) {
    return [...documents] as DocumentId[];
  }
  const strength = (at: number): number =>
    (best[at] ?? 0) / maxima.chunk +
    (spread[at] ?? 0) / maxima.spread +
    (body[at] ?? 0) / maxima.body +
    (names[at] ?? 0) / maxima.names +
    (pathShare[at] ?? 0);
  const idAt = (at: number): DocumentId => (documents[at] ?? 0) as DocumentId;
  const pathAt = (at: number): string => snapshot.document(idAt(at)).path;
  const byPath = (a: number, b: number): number => (pathAt(a) < pathAt(b) ? -1 : 1);
  return largest(documents.length, FILES_BY_WORDS_MAX, strength, byPath).map(idAt);
}

/** Whether it was computed from this snapshot's generation. */
export const isOf = (snapshot: Snapshot, { databaseId, generation }: ByWords): boolean =>
  snapshot.databaseId === databaseId && snapshot.generation === generation;

export function weighByWords(snapshot: Snapshot, words: readonly string[], scope: Scope): ByWords {
  const { databaseId, generation } = snapshot;
  const terms = weighTerms(snapshot, words);
  const scores = scoreLexically(snapshot, terms, scope);
  const maxima = maximaOf(scores);
  const evidence = new Map<DocumentId, LexicalEvidence>();
  const scored = newScored();
  for (const document of sieve(snapshot, scores, maxima)) {
    const ofDocument = evidenceOf(snapshot, terms, scope, document, scored);
    if (ofDocument !== null) {
      evidence.set(document, ofDocument);
    }
  }
  return { databaseId, generation, terms, maxima, evidence };
}
