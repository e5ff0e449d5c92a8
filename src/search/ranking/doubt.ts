// Whether the project has an answer to the question at all: the calibrated doubt. Something is always nearest, so that hits say
// nothing of it. What does: telling words of the question that occur nowhere (doubt-evidence.ts), and that not even the nearest place
// is near in meaning.
//
// To change the weights: `npm run bench:doubt` prints them; docs/inside/ranking.md, "Doubt", says what they are worth.
import { STOP_WORDS } from "../../index/lexical/stop-words.ts";
import { termsOf } from "../../index/lexical/terms.ts";
import type { Snapshot, TermPostings } from "../../index/snapshot.ts";
import { memoized } from "../../system/memo.ts";
import type { ChunkId, DocumentId } from "../../vocabulary/chunk.ts";
import type { Hit } from "../../vocabulary/search.ts";
import { CODE_NAME, type EnglishRank, englishRank, nearEnglish } from "../query/english-words.ts";
import type { Query } from "../query/parse-query.ts";
import type { Candidates } from "./retrieve.ts";

/**
 * `weak`: nothing clearly answers the question. `none`: it is about something that the project has nothing to do with. Null: no reason to
 * doubt.
 */
export type Doubt = "weak" | "none" | null;

/** The parts of the sum that is compared with the thresholds, each a number of 0 or more. */
export interface DoubtSignals {
  /** Share of the telling words' weight that is missing; a word in next to no file counts half. */
  readonly lack: number;
  /** Names among the missing words, at most NAMES_MAX. */
  readonly names: number;
  /** The highest cosine of a hit to the question. */
  readonly cosine: number;
}

interface DoubtTable extends DoubtSignals {
  readonly bias: number;
  /** Sums above these are said. */
  readonly weak: number;
  readonly none: number;
}

/** Log-odds that there is no answer: with vectors, and without. */
export const DOUBT: Readonly<Record<"meaning" | "words", DoubtTable>> = {
  meaning: { lack: 3.75, names: 1.1, cosine: -3.65, bias: -0.3, weak: 1.25, none: 2.65 },
  words: { lack: 4.6, names: 1, cosine: 0, bias: -1.9, weak: 1.25, none: 2.5 },
};

/** The model whose cosines the table is of: another one's lie elsewhere, and words alone are judged. */
const CALIBRATED_MODEL = /^all-MiniLM-L6-v2\b/;

export const isCalibrated = (model: string | undefined): boolean => CALIBRATED_MODEL.test(model ?? "");

/** A project of fewer files has few words: that those of a question are missing says little of what it is about. */
const FILES_MIN = 30;
const NAMES_MAX = 2;
/** From this cosine on the place is about what was asked, even if none of the question's words is there. */
const NEAR = 0.4;
/** Share of a message's constant text from which on a place that has it word for word is where it comes from. */
const PHRASE_MIN = 0.5;

export function doubtSignals({
  missingWeight,
  scarceWeight,
  presentWeight,
  missing,
  cosine,
}: DoubtEvidence): DoubtSignals {
  const total = missingWeight + scarceWeight + presentWeight;
  return {
    lack: total === 0 ? 0 : (missingWeight + scarceWeight / 2) / total,
    names: Math.min(NAMES_MAX, missing.filter(({ isProper }) => isProper).length),
    cosine: cosine ?? 0,
  };
}

/** Log-odds that the project has no answer. */
export function doubtOf(evidence: DoubtEvidence): number {
  const { lack, names, cosine } = doubtSignals(evidence);
  const weights = tableFor(evidence);
  return weights.bias + weights.lack * lack + weights.names * names + weights.cosine * cosine;
}

const tableFor = ({ cosine }: DoubtEvidence): DoubtTable => (cosine === null ? DOUBT.words : DOUBT.meaning);

/** Whether something was found that the question names: a definition, a file, a message's text. */
export function isNamed(query: Query, { files, phrases }: Pick<Candidates, "files" | "phrases">): boolean {
  const spelled = query.symbol !== null || query.identifiers.some((name) => CODE_NAME.test(name));
  return (
    files.some(({ definitions, asked }) => asked !== null || (spelled && definitions.length > 0)) ||
    [...phrases.values()].some((share) => share >= PHRASE_MIN)
  );
}

/** One name that is defined nowhere: its text decides. */
function judgeName({ missing, words, bestFile, cosine }: DoubtEvidence): Doubt {
  if (missing.length === 0) {
    return null;
  }
  return missing.length < words || bestFile > 0 || (cosine ?? 0) >= NEAR ? "weak" : "none";
}

/** For what has hits and is not named (`isNamed`). */
export function judgeDoubt({ symbol }: Pick<Query, "symbol">, evidence: DoubtEvidence): Doubt {
  if (symbol !== null) {
    return judgeName(evidence);
  }
  const { missing, words, cosine, files } = evidence;
  const isSmall = files < FILES_MIN;
  const isAllMissing = words > 0 && missing.length === words;
  if (isAllMissing) {
    const isFar = (cosine ?? 0) < NEAR && !isSmall;
    return !missing.some(({ isEnglish }) => isEnglish) || isFar ? "none" : "weak";
  }
  const sum = doubtOf(evidence);
  const { weak, none } = tableFor(evidence);
  return sum > none && !isSmall ? "none" : sum > weak ? "weak" : null;
}

/** Missing words that an answer names. */
const NAMED_MAX = 5;

/** What to say of the missing words: of an answer that is not doubtful, only those that are hardly called otherwise. */
export const wordsToName = ({ missing }: DoubtEvidence, isDoubtful: boolean): string[] =>
  missing
    .filter(({ isEnglish, isProper }) => isDoubtful || isProper || !isEnglish)
    .map(({ word }) => word)
    .slice(0, NAMED_MAX);

// What speaks for and against the project having an answer at all, whatever was found: the question's telling words and where they are,
// and how near the nearest place is in meaning. doubt.ts judges it.

/** A word of the question that it is searched by. */
interface AskedWord {
  /** As written. */
  readonly word: string;
  readonly postings: readonly TermPostings[];
  /** That have it. */
  readonly files: number;
  /** How telling it is: the square of its rarity, so that one rare word outweighs a few common ones. */
  readonly weight: number;
  /** Written with a capital inside a sentence, or as code is: a name. */
  readonly isProper: boolean;
}

/** A word that occurs nowhere in the project. */
export interface MissingWord {
  /** As written. */
  readonly word: string;
  readonly isProper: boolean;
  /** False for names, abbreviations and terms of art: what they stand for is hardly called otherwise. */
  readonly isEnglish: boolean;
}

export interface DoubtEvidence {
  /** Most telling first. */
  readonly missing: readonly MissingWord[];
  /** Sums of the weights of the words that occur nowhere, of those in next to no file, and of the others. */
  readonly missingWeight: number;
  readonly scarceWeight: number;
  readonly presentWeight: number;
  /** The most of all words' weight that the file of one of the first hits has, 0 to 1. */
  readonly bestFile: number;
  /** The highest cosine of a hit to the question; null where meaning was not measured. */
  readonly cosine: number | null;
  /** Words weighed. */
  readonly words: number;
  /** Of the project. */
  readonly files: number;
}

/** Hits that are looked at. */
const HITS = 10;
/** Files up to which a word is hardly the project's subject. */
const SCARCE_FILES = 2;

const WORD = /[\p{L}\p{M}\p{N}_$]+/gu;
const SENTENCE_END = /(?:^|[.?!:])\s*$/;
const CAPITAL = /\p{Lu}/u;

/**
 * What takes the word's place in the search. A guess at a word that is no English one mistyped (`mongo`, read as `mono`) does not: what was
 * meant is not in the project.
 */
function readAs(word: string, { corrections }: Query, isDefined: (name: string) => boolean): string {
  const [searched] = corrections.find(({ written }) => written === word)?.searched ?? [];
  return searched !== undefined && (rarityOf(word) < 1 || isDefined(searched)) ? searched : word;
}

/** A name is where it is as a whole; a word of a script without spaces is where each of its pieces is. */
function filesOf(word: string, files: readonly number[]): number {
  const [whole = 0, ...parts] = files;
  return parts.length === 0 || CODE_NAME.test(word) ? whole : Math.max(whole, Math.min(...parts));
}

/** The words that the question is searched by, each once. `gist`: as it was written. */
function askedWords(snapshot: Snapshot, gist: string, query: Query): AskedWord[] {
  const searched = new Set(query.terms);
  const isDefined = (name: string) => snapshot.definitions(name).length > 0;
  const words = new Map<string, AskedWord>();
  for (const { 0: word, index } of gist.matchAll(WORD)) {
    const read = readAs(word, query, isDefined);
    const terms = termsOf(read);
    const key = terms.join(" ");
    const isSearched = word !== read || isCorrected(word, query) || terms.some((term) => searched.has(term));
    if (terms.length > 0 && isSearched && !words.has(key)) {
      const isProper = CODE_NAME.test(word) || (CAPITAL.test(word) && !SENTENCE_END.test(gist.slice(0, index)));
      const postings = terms.map((term) => snapshot.postings(term));
      const files = filesOf(
        read,
        postings.map(({ documents }) => documents.length),
      );
      words.set(key, { word, postings, files, weight: rarityOf(word) ** 2, isProper });
    }
  }
  return [...words.values()];
}

const isCorrected = (word: string, { corrections }: Query): boolean =>
  corrections.some(({ written }) => word.toLowerCase().includes(written.toLowerCase()));

/** Whether a value is among ascending numbers. */
function holds(ascending: Int32Array, value: number): boolean {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return ascending[low] === value;
}

const sum = (words: readonly AskedWord[]): number => words.reduce((total, { weight }) => total + weight, 0);

/** The most weight, as a share of all, that one of the files has. */
function bestShare(words: readonly AskedWord[], files: readonly DocumentId[]): number {
  const total = sum(words);
  const share = (file: DocumentId): number =>
    sum(words.filter(({ postings }) => postings.some(({ documents }) => holds(documents, file)))) / total;
  return total === 0 ? 1 : files.reduce((best, file) => Math.max(best, share(file)), 0);
}

/** The first hits' highest cosine. */
function highestCosine(snapshot: Snapshot, vector: Float32Array | null, chunks: readonly ChunkId[]): number | null {
  if (vector === null || snapshot.vectors === null) {
    return null;
  }
  const cosines = [...snapshot.vectors.similarities(vector, chunks)].filter((cosine) => !Number.isNaN(cosine));
  return cosines.length === 0 ? null : Math.max(...cosines);
}

/** `query` with corrections, `gist` without; `ranked` are hits of this snapshot, `vector` the question's, or null. */
export function gatherDoubt(
  snapshot: Snapshot,
  gist: string,
  query: Query,
  ranked: readonly Pick<Hit, "chunk">[],
  vector: Float32Array | null,
): DoubtEvidence {
  const words = askedWords(snapshot, gist, query);
  const missing = words.filter(({ files }) => files === 0).sort((a, b) => b.weight - a.weight);
  const scarce = words.filter(({ files }) => files > 0 && files <= SCARCE_FILES);
  const chunks = ranked.slice(0, HITS).map(({ chunk }) => chunk);
  const files = [...new Set(chunks.map((chunk) => snapshot.chunkDocument(chunk)))];
  return {
    missing: missing.map(({ word, isProper, weight }) => ({ word, isProper, isEnglish: weight < 1 })),
    missingWeight: sum(missing),
    scarceWeight: sum(scarce),
    presentWeight: sum(words) - sum(missing) - sum(scarce),
    bestFile: bestShare(words, files),
    cosine: highestCosine(snapshot, vector, chunks),
    words: words.length,
    files: snapshot.documentCount,
  };
}

// How telling it is that a project lacks a word: who asks about `gzip` means gzip, who asks about a `visitor` may mean what the code
// calls a client.

/** The rarity of the rarest English word. */
const ENGLISH_MAX = 0.85;
/** Rank up to which words hardly differ. */
const COMMON = 200;

const ofRank = ({ rank, of }: EnglishRank): number =>
  (ENGLISH_MAX * Math.log(1 + rank / COMMON)) / Math.log(1 + of / COMMON);

/** Names of products and abbreviations are no mistyped words. */
const PLAIN_WORD = /^\p{Ll}+$/u;
/** A shorter word is near too many: it only counts as mistyped where a stop word was meant (`wich`). */
const MISTYPED_LENGTH_MIN = 6;
const TWO_ERRORS_LENGTH_MIN = 8;

/** The English word that was meant; null where the word is no mistyped one. A mistake hardly ever hits the first letter. */
function mistyped(word: string): string | null {
  if (!PLAIN_WORD.test(word)) {
    return null;
  }
  const near = nearEnglish(word, { distanceMax: word.length < TWO_ERRORS_LENGTH_MIN ? 1 : 2, prefixLength: 1 });
  return near.find(({ term }) => word.length >= MISTYPED_LENGTH_MIN || STOP_WORDS.has(term))?.term ?? null;
}

/**
 * 0 for a word that every text has, up to .85 for the rarest English words, and 1 for what is none: names, abbreviations, terms of art.
 * A mistyped word is as rare as the one that was meant. `word` as written.
 */
export const rarityOf: (word: string) => number = memoized((word) => {
  const known = englishRank(word.toLowerCase());
  const meant = known === null ? mistyped(word) : null;
  const rank = meant === null ? known : englishRank(meant);
  return meant !== null && STOP_WORDS.has(meant) ? 0 : rank === null ? 1 : ofRank(rank);
});
