// Corrects words and names of a query that do not occur in the project: the nearest existing ones replace them, and the query
// says so.

import { termsOf } from "../../index/lexical/terms.ts";
import type { NearTerm, Snapshot } from "../../index/snapshot.ts";
import type { ChunkId, DocumentId } from "../../vocabulary/chunk.ts";
import { CODE_NAME, isEnglishStem, isEnglishWord, nearEnglish } from "./english-words.ts";
import type { Correction, Query } from "./parse-query.ts";

/**
 * Beyond this many unknown words a query is in another language than the project, not mistyped. One costs 60 ms at most
 * in a dictionary of two million terms.
 */
const UNKNOWN_MAX = 6;
const SEARCHED_MAX = 2;
/** Documents of a term that are asked how its name is spelled. */
const SPELLING_DOCUMENTS_MAX = 4;
/** Shorter words have too many neighbours; up to `ANY_ERROR_LENGTH_MIN` a wrong letter makes another word. */
const WORD_LENGTH_MIN = 4;
/** The index keeps no longer name as a whole. */
const WORD_LENGTH_MAX = 64;
const ANY_ERROR_LENGTH_MIN = 6;
const TWO_ERRORS_LENGTH_MIN = 8;

const NAME = /[\p{L}\p{M}\p{N}_$]+/gu;
const DIGITS = /\d+/g;

const lettersOf = (word: string): string => [...word].sort().join("");
const digitsOf = (word: string): string => (word.match(DIGITS) ?? []).join(" ");

/** Two adjacent letters swapped: few words differ so by chance, so it is stronger evidence than a missing letter. */
const isSwapped = (term: string, { term: candidate, distance }: NearTerm): boolean =>
  distance === 1 && lettersOf(term) === lettersOf(candidate);

/**
 * Whether someone who meant the candidate may have typed the term. `http1` is no `http2` mistyped; a mistake hardly ever
 * hits the first letter, other than by swapping it; two that change the end make another word (`transfer`, `transform`), as
 * two in a short stem do (`tampering`, `tayler`).
 */
function isLikely(term: string, near: NearTerm): boolean {
  const { term: candidate, distance } = near;
  const swapped = isSwapped(term, near);
  const resized = term.length !== candidate.length;
  return (
    digitsOf(term) === digitsOf(candidate) &&
    (swapped || term[0] === candidate[0]) &&
    (swapped || resized || term.length >= ANY_ERROR_LENGTH_MIN) &&
    (distance < 2 || (term.length >= TWO_ERRORS_LENGTH_MIN && term.at(-1) === candidate.at(-1)))
  );
}

interface Meant {
  /** A term that some document contains. */
  readonly term: string;
  /** The word it is of, as a person writes it; null where only the stem is known. */
  readonly word: string | null;
  readonly swapped: boolean;
}

type FindNear = (distanceMax: number, prefixLength: number) => Meant[];

const termsNear =
  (snapshot: Snapshot, written: string): FindNear =>
  (distanceMax, prefixLength) =>
    snapshot
      .nearTerms(written, { distanceMax, prefixLength })
      .filter((one) => isLikely(written, one) && snapshot.holdsTerm(one.term))
      .map((one) => ({ term: one.term, word: null, swapped: isSwapped(written, one) }));

const stemOf = (word: string): string => termsOf(word)[0] ?? word;

/** A mistyped ending is no ending to the stemmer: `validtaion` is far from the stem of validation, and near the word. */
const wordsNear =
  (snapshot: Snapshot, written: string): FindNear =>
  (distanceMax, prefixLength) =>
    nearEnglish(written, { distanceMax, prefixLength })
      .filter((one) => isLikely(written, one) && snapshot.holdsTerm(stemOf(one.term)))
      .map((one) => ({ term: stemOf(one.term), word: one.term, swapped: isSwapped(written, one) }));

/**
 * Two adjacent letters swapped; if that gives no term, one error anywhere; if that gives none either, two errors after the
 * first letter of a long word. Terms of most files first.
 */
function meantBy(snapshot: Snapshot, written: string, finders: readonly FindNear[]): Meant[] {
  if (written.length < WORD_LENGTH_MIN) {
    return [];
  }
  const once = finders.flatMap((find) => find(1, 0));
  const isShort = written.length < TWO_ERRORS_LENGTH_MIN;
  const swapped = once.filter((one) => one.swapped);
  const near = once.length > 0 || isShort ? once : finders.flatMap((find) => find(2, 1));
  const meant = swapped.length > 0 ? swapped : near;
  return [...new Map(meant.map((one) => [one.term, one] as const)).values()]
    .map((one) => ({ one, files: snapshot.postings(one.term).documents.length }))
    .sort((a, b) => b.files - a.files || (a.one.term < b.one.term ? -1 : 1))
    .slice(0, SEARCHED_MAX)
    .map(({ one }) => one);
}

const SEPARATORS = /[^\p{L}\p{M}\p{N}]/gu;

/** A name's letters and digits in lower case: the term that the index keeps of a name of several words. */
const joined = (name: string): string => name.replace(SEPARATORS, "").toLowerCase();

/** Names of headings and keys are text. */
const WRITTEN_AS_NAME = /^[\p{L}_$][\p{L}\p{M}\p{N}_$]*[?!]?$/u;

/** Names defined in the project that match a term: `getbyid` is `getById` or `get_by_id`, `router` is `Router`. */
function spellingsOf(snapshot: Snapshot, term: string): string[] {
  const { documents, nameCounts, chunkStarts, chunks } = snapshot.postings(term);
  // By path: the order of ids depends on how often files were edited.
  const naming = [...documents]
    .map((id, at) => ({ at, path: (nameCounts[at] ?? 0) > 0 ? snapshot.document(id as DocumentId).path : null }))
    .filter((one): one is { at: number; path: string } => one.path !== null)
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .slice(0, SPELLING_DOCUMENTS_MAX);
  const ids = naming.flatMap(({ at }) => [...chunks.subarray(chunkStarts[at], chunkStarts[at + 1])]) as ChunkId[];
  const names = new Set(snapshot.chunks(ids).flatMap(({ defines }) => defines));
  return [...names].filter(
    (name) => WRITTEN_AS_NAME.test(name) && (joined(name) === term || termsOf(name).join() === term),
  );
}

/** The word of a term, which is a stem, that ends as the mistyped one does; the term where that makes no word. */
function wordOf(written: string, stem: string, term: string): string {
  const ending = written.toLowerCase().slice(stem.length);
  const word = term + ending;
  return isEnglishWord(word) || (ending.length === 1 && termsOf(word)[0] === term) ? word : term;
}

/** `searched` is empty where the answer need not mention it: the same letters as one word. */
interface Replacement extends Correction {
  /** Terms of `written` that count no more. */
  readonly without: readonly string[];
  readonly terms: readonly string[];
  /** Names that take the place of `written` among the identifiers; empty for words. */
  readonly names: readonly string[];
}

const asNames = (written: string, without: readonly string[], names: readonly string[]): Replacement => {
  const searched = names.slice(0, SEARCHED_MAX);
  return { written, searched, names: searched, without, terms: searched.flatMap((name) => termsOf(name)) };
};

const BEGINS_LARGE = /^[_$]*\p{Lu}/u;

/** A word or name as a whole: spelled otherwise here, or mistyped; null where the project does not know better. */
function replaceWhole(
  snapshot: Snapshot,
  written: string,
  terms: readonly string[],
  asName: boolean,
): Replacement | null {
  const whole = joined(written);
  if (snapshot.holdsTerm(whole)) {
    // A type is no function: `FromRequest`, which another package defines, is not `from_request`.
    const names = spellingsOf(snapshot, whole).filter(
      (name) => BEGINS_LARGE.test(name) === BEGINS_LARGE.test(written) || terms.length === 1,
    );
    return names.length === 0 ? null : asNames(written, terms, names);
  }
  const [stem = whole] = terms;
  if (terms.length === 1 && isEnglishStem(stem)) {
    return null;
  }
  // A single word is indexed as its stem, a compound name as it is: the letters do not show which one this is.
  const [asWord = whole] = termsOf(whole);
  if (snapshot.holdsTerm(asWord)) {
    return { written, searched: [], names: [], without: [], terms: [asWord] };
  }
  const finders = [...new Set([asWord, whole])].map((key) => termsNear(snapshot, key));
  const meant = meantBy(snapshot, whole, terms.length === 1 ? [...finders, wordsNear(snapshot, whole)] : finders);
  const names = meant.filter(({ word }) => asName || word === null).flatMap(({ term }) => spellingsOf(snapshot, term));
  if (names.length > 0) {
    return asNames(written, terms, names);
  }
  const searched = [...new Set(meant.map(({ term, word }) => word ?? wordOf(written, stem, term)))];
  return meant.length === 0
    ? null
    : { written, searched, names: [], without: terms, terms: meant.map(({ term }) => term) };
}

/** The words of a name that are nowhere, each set right by itself. */
const replaceParts = (snapshot: Snapshot, parts: readonly string[]): Replacement[] =>
  parts
    .filter((part) => !snapshot.holdsTerm(part) && !isEnglishStem(part))
    .flatMap((part) => {
      const terms = meantBy(snapshot, part, [termsNear(snapshot, part)]).map(({ term }) => term);
      const searched = terms.map((term) => wordOf(part, part, term));
      return terms.length === 0 ? [] : [{ written: part, searched, names: [], without: [part], terms }];
    });

/** The name that the whole query is, or a part of it. */
const isAskedFor = ({ symbol, qualifiers }: Query, word: string): boolean =>
  word === symbol || qualifiers.includes(word);

/** Names written as code is, and the name that the whole query is: what a definition is looked up by. */
const isName = (query: Query, word: string): boolean => isAskedFor(query, word) || query.identifiers.includes(word);

/** Among other words a plain one is itself: `general` of `community.general.ping` is no `_general` written otherwise. */
const maySpell = (query: Query, word: string): boolean =>
  isName(query, word) && (isAskedFor(query, word) || !isEnglishWord(word));

/** A word of another language is not an English one mistyped; a name in the question may be. */
const mayBeMistyped = ({ isEnglish }: Query, word: string): boolean => isEnglish || CODE_NAME.test(word);

/** Terms of a word that the query searches by. */
const searchedBy = (query: Query, word: string): string[] => termsOf(word).filter((term) => query.terms.includes(term));

/** Whether a word is nowhere in the project, or is a name that is defined here in other letters only. */
function isUnknown(snapshot: Snapshot, query: Query, word: string): boolean {
  const terms = searchedBy(query, word);
  if (word.length > WORD_LENGTH_MAX) {
    return false;
  }
  return terms.every((term) => snapshot.holdsTerm(term))
    ? maySpell(query, word) && snapshot.holdsTerm(joined(word)) && snapshot.definitions(word).length === 0
    : true;
}

function replace(snapshot: Snapshot, query: Query, written: string): Replacement[] {
  const terms = searchedBy(query, written);
  const whole = replaceWhole(snapshot, written, terms, isName(query, written));
  return whole !== null ? [whole] : replaceParts(snapshot, terms.slice(1));
}

/** The values, with those of `by` in place of the ones they replace; at the end if they replace none. */
function exchange(values: readonly string[], without: readonly string[], by: readonly string[]): string[] {
  const first = values.findIndex((value) => without.includes(value));
  const at = first < 0 ? values.length : first;
  const kept = (part: readonly string[]) => part.filter((value) => !without.includes(value));
  return [...new Set([...kept(values.slice(0, at)), ...by, ...kept(values.slice(at))])];
}

function apply(query: Query, { written, searched, names, without, terms }: Replacement): Query {
  const [name = written] = names;
  const [likeliest] = searched;
  const isListed = names.length > 0 && query.identifiers.includes(written);
  return {
    ...query,
    terms: exchange(query.terms, without, terms),
    gist: likeliest === undefined ? query.gist : query.gist.replaceAll(written, () => likeliest),
    identifiers: isListed ? exchange(query.identifiers, [written], names) : query.identifiers,
    symbol: query.symbol === written ? name : query.symbol,
    qualifiers: query.qualifiers.map((one) => (one === written ? name : one)),
    corrections: likeliest === undefined ? query.corrections : [...query.corrections, { written, searched }],
  };
}

/**
 * The query with each word and name that is nowhere in the project replaced by the nearest that are: one error apart, or
 * two from eight letters on; a name also where only its case or its separators differ. What has no neighbour stays.
 */
export function correctTypos(snapshot: Snapshot, query: Query): Query {
  const words = [...new Set(query.gist.match(NAME) ?? [])].filter((word) => searchedBy(query, word).length > 0);
  return words
    .filter((word) => mayBeMistyped(query, word) && isUnknown(snapshot, query, word))
    .slice(0, UNKNOWN_MAX)
    .flatMap((word) => replace(snapshot, query, word))
    .reduce(apply, query);
}
