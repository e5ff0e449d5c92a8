// Whether a word is English: then it was not mistyped, though the project may not have it. The words are those of the
// shipped model's vocabulary, read when first asked for. Knows no project.
import { readShippedWords } from "../embedding/shipped-words.ts";
import { termsOf } from "../index/lexical/terms.ts";
import { log } from "../system/log.ts";

let words: ReadonlySet<string> | undefined;

function englishWords(): ReadonlySet<string> {
  try {
    words ??= new Set(readShippedWords());
  } catch (error) {
    // Without it a right word may be taken for a mistyped one, which the answer says; to fail would be worse.
    log("warn", "search.no-vocabulary", { reason: error instanceof Error ? error.message : String(error) });
    words = new Set();
  }
  return words;
}

/** In lower case, as written. */
export const isEnglishWord = (word: string): boolean => englishWords().has(word);

/** Letters that a stem shares with the words it is of. */
const SHARED_LETTERS = 3;

/** Whether the term is the stem of an English word; as lexical/terms.ts makes it. */
export function isEnglishStem(term: string): boolean {
  const beginning = term.slice(0, SHARED_LETTERS);
  const akin = [...englishWords()].filter((word) => word.startsWith(beginning));
  return akin.some((word) => termsOf(word)[0] === term);
}
