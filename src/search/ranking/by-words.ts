// The result of words alone: the files with the best lexical scores, each with its evidence. It depends only on the snapshot's
// generation, so it can be computed while the model still works.
import type { Snapshot } from "../../index/snapshot.ts";
import type { DocumentId, Generation } from "../../vocabulary/ids.ts";
import type { Scope } from "../query/filter.ts";
import { largest } from "./largest.ts";
import { evidenceOf, type LexicalEvidence, type LexicalScores, newScored, scoreLexically } from "./lexical-score.ts";
import { type WeighedTerm, weighTerms } from "./query-terms.ts";

/** Files that words propose to the full ranking; what is beyond is far from the first hundred hits. */
const FILES_BY_WORDS_MAX = 400;

/** The highest raw value of each BM25 field among the candidates of one query; each at least a hair above 0. */
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

const EPSILON = 1e-9;

const highest = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, value), EPSILON);

const maximaOf = ({ best, spread, body, names }: LexicalScores): Maxima => ({
  chunk: highest(best),
  spread: highest(spread),
  body: highest(body),
  names: highest(names),
});

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

/** Whether it is true for the snapshot. */
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
