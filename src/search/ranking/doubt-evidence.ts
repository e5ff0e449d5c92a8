// What speaks for and against the project having an answer at all, whatever was found: the question's telling words and where they are,
// and how near the nearest place is in meaning. doubt.ts judges it.
import { termsOf } from "../../index/lexical/terms.ts";
import type { Snapshot, TermPostings } from "../../index/snapshot.ts";
import type { ChunkId, DocumentId } from "../../vocabulary/ids.ts";
import type { Hit } from "../../vocabulary/search.ts";
import type { Query } from "../query/parse-query.ts";
import { rarityOf } from "../query/word-rarity.ts";

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
const CODE_NAME = /[_$\d]|\p{Ll}\p{Lu}/u;

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
