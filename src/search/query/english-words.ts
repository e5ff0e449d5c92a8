// Whether a word is English, so that it was not mistyped although the project may not have it. The words are those of the
// shipped model's vocabulary, read at the first use.
import { readShippedWords } from "../../embedding/shipped-words.ts";
import { nearTerms } from "../../index/lexical/near-terms.ts";
import { termsOf } from "../../index/lexical/terms.ts";
import type { Nearness, NearTerm } from "../../index/snapshot.ts";
import { log } from "../../system/log.ts";
import { messageOf } from "../../vocabulary/failure.ts";

interface Words {
  /** The rank of each word: the vocabulary begins with the commonest. */
  readonly ranks: ReadonlyMap<string, number>;
  readonly sorted: readonly string[];
}

let words: Words | undefined;

function readWords(): readonly string[] {
  try {
    return readShippedWords();
  } catch (error) {
    // Without it a correct word may be corrected, which the answer says; to fail would be worse.
    log("warn", "search.no-vocabulary", { reason: messageOf(error) });
    return [];
  }
}

function englishWords(): Words {
  if (words === undefined) {
    const all = readWords();
    words = { ranks: new Map(all.map((word, rank) => [word, rank])), sorted: [...all].sort() };
  }
  return words;
}

/** Reads the words, once: 30 ms that a later question need not wait for. */
export function prepareEnglishWords(): void {
  englishWords();
}

/** In lower case, as written. */
export const isEnglishWord = (word: string): boolean => englishWords().ranks.has(word);

/** Letters that a stem shares with the words it is of. */
const SHARED_LETTERS = 3;

/** English words of the stem, as lexical/terms.ts makes it. */
function wordsOfStem(term: string): string[] {
  const { sorted } = englishWords();
  const beginning = term.slice(0, SHARED_LETTERS);
  const akin: string[] = [];
  for (let at = placeOf(beginning); sorted[at]?.startsWith(beginning) === true; at++) {
    const word = sorted[at] ?? "";
    if (termsOf(word)[0] === term) {
      akin.push(word);
    }
  }
  return akin;
}

/** Whether the term is the stem of an English word. */
export const isEnglishStem = (term: string): boolean => wordsOfStem(term).length > 0;

export interface EnglishRank {
  /** 0 for the commonest word. */
  readonly rank: number;
  /** How many words there are. */
  readonly of: number;
}

/** The rank of an English word, or of the commonest one of its stem; null for what is none. In lower case. */
export function englishRank(word: string): EnglishRank | null {
  const { ranks } = englishWords();
  const [stem = word] = termsOf(word);
  const own = ranks.get(word);
  const all = own === undefined ? wordsOfStem(stem).flatMap((akin) => ranks.get(akin) ?? []) : [own];
  return all.length === 0 ? null : { rank: Math.min(...all), of: ranks.size };
}

/** The place, among all words in order, of the first one at `from` or after it. */
function placeOf(from: string): number {
  const { sorted } = englishWords();
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? "") < from) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** The first word at `from` or after it. */
const seekWord = (from: string): string | undefined => englishWords().sorted[placeOf(from)];

/** English words within a few typing errors of one, nearest first. */
export const nearEnglish = (word: string, nearness: Nearness): NearTerm[] => nearTerms(word, seekWord, nearness);

/** Written as only code is. */
export const CODE_NAME = /[_$\d]|\p{Ll}\p{Lu}/u;
