// How much of an error message's constant text occurs in a piece of source, word for word.

const WORDS = /[\p{L}\p{M}\p{N}_]+(?:['’]\p{L}+)?/gu;

/** Words in lower case with single spaces, and one at either end, so that no word is found inside another. */
const plain = (text: string): string => ` ${(text.toLowerCase().match(WORDS) ?? []).join(" ")} `;

/**
 * 0 to 1: the share of the phrases' letters that are found, each phrase whole or not at all. What is between words does not
 * count, so that `"cannot read " + name` has the words of "cannot read"; linear in the text.
 */
export function phraseShare(text: string, phrases: readonly string[]): number {
  const all = phrases.reduce((sum, { length }) => sum + length, 0);
  if (all === 0) {
    return 0;
  }
  const words = plain(text);
  return phrases.reduce((sum, phrase) => sum + (words.includes(plain(phrase)) ? phrase.length : 0), 0) / all;
}
