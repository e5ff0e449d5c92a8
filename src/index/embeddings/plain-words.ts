// Code as the words that it is made of. The model was trained on sentences, lower-cases all it reads and gives each bracket a token:
// `getUserName(id)` is unknown to it, `get User Name id` is not, and costs half as many of the model's 256 tokens.
import { asciiClassAt, CASE_CHANGE, changesCase, DIGIT, isAscii, LOWER, UPPER } from "../lexical/terms.ts";

/** Where a name divides: at a change of case, before digits, at underscores. */
const DIVISION = new RegExp(`${CASE_CHANGE.source}|_+|(?<=\\p{L})(?=\\p{N})`, "gu");
/** What is neither a word nor white space nor punctuation that occurs inside sentences and numbers. */
const SYMBOLS = /[^\p{L}\p{M}\p{N}\s'.,?!%$:-]+/gu;
/** Punctuation that is not inside a word or number: `1.5` and `don't` keep theirs. */
const LOOSE = /(?<![\p{L}\p{M}\p{N}])[.,:'?!-]+|[.,:'?!-]+(?![\p{L}\p{M}\p{N}])/gu;
const SPACES = /[^\S\n]+/g;

/** The words of a text, or of code, line by line: line breaks stay where they are. */
export const plainWords = (text: string): string => plainLines(text.split("\n"));

/** The same of a text that is divided already. */
export const plainLines = (lines: readonly string[]): string =>
  // Every chunk passes here, and what is not ASCII stands in few lines.
  lines.map((line) => (isAscii(line) ? plainAscii(line) : plainLine(line))).join("\n");

/** Of a line in any script. */
export const plainLine = (line: string): string =>
  line.replace(DIVISION, " ").replace(SYMBOLS, " ").replace(LOOSE, " ").replace(SPACES, " ");

/** Behind the kinds of `asciiClassAt`: signs that are kept, and those that are kept inside a word or number. */
const [ALONE, INSIDE] = [5, 6];
const KIND_OF = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  const kind = asciiClassAt(sign, 0);
  return "%$".includes(sign) ? ALONE : ".,:'?!-".includes(sign) ? INSIDE : kind <= DIGIT ? kind : 0;
});

const isWord = (kind: number): boolean => kind !== 0 && kind <= DIGIT;

/** Whether a name divides between characters of these kinds, and of the kind behind them. */
const divides = (before: number, kind: number, after: number): boolean =>
  changesCase(before, kind, after) || (kind === DIGIT && (before === LOWER || before === UPPER));

/** `plainLine` of a line in ASCII, in one pass over its characters: a third of the time. */
export function plainAscii(line: string): string {
  let plain = "";
  /** Where the run that is kept begins; -1 outside of one. */
  let from = -1;
  /** What stands before the run: a space, where something was left out. */
  let gap = "";
  let before = 0;
  let kind = KIND_OF[line.charCodeAt(0)] ?? 0;
  for (let at = 0; at < line.length; at += 1) {
    const after = KIND_OF[line.charCodeAt(at + 1)] ?? 0;
    const isKept = kind !== 0 && (kind !== INSIDE || (isWord(before) && isWord(after)));
    if (from >= 0 && (!isKept || divides(before, kind, after))) {
      plain += gap + line.slice(from, at);
      gap = " ";
      from = -1;
    }
    if (!isKept) {
      gap = " ";
    } else if (from < 0) {
      from = at;
    }
    before = kind;
    kind = after;
  }
  return plain + gap + (from < 0 ? "" : line.slice(from));
}
