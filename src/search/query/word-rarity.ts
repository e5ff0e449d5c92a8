// How telling it is that a project lacks a word: who asks about `gzip` means gzip, who asks about a `visitor` may mean what the code
// calls a client.
import { STOP_WORDS } from "../../index/lexical/stop-words.ts";
import { memoized } from "../../system/memo.ts";
import { type EnglishRank, englishRank, nearEnglish } from "./english-words.ts";

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
