// Whether a question is put in another language than English, the only one that the shipped model reads. Decided by scripts and
// function words: a question has few words besides names, which are of no language, and English taken for another language
// would lose its meaning. docs/inside/models.md has what libraries made of the same questions.
import { STOP_WORDS } from "../../index/lexical/stop-words.ts";
import { DISTINCTIVE_WORDS, OTHER_STOP_WORDS, SHARED_WORDS } from "./function-words.ts";

/** What is written as code is: in back ticks; with marks as in paths, calls and options; `a.b`, `x86`, `fooBar`, `MAX`. */
const CODE = new RegExp(
  [
    /`[^`]*`/u,
    /[\p{L}\p{N}]*[_$\\/(){}[\]<>=@#|+*][^\s\p{Lo}]*/u,
    /(?<!\S)--?\p{L}\S*/u,
    /[\p{L}\p{N}]+(?:[.:]+[\p{L}\p{N}]+)+/u,
    /[\p{Script=Latin}\p{M}]*\p{N}[\p{Script=Latin}\p{N}]*/u,
    /\p{L}*\p{Ll}\p{Lu}\p{L}*/u,
    /(?<!\p{L})\p{Lu}{2,}(?!\p{L})/u,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);
/** What is quoted is spoken of, in whatever language it is. */
const QUOTED = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])/gu;
const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u;
/** Scripts written without spaces: about two letters make a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const ACCENTED = /(?![a-z])\p{Ll}/u;

/** Points for another language; `ENOUGH` decides, unless English words have as many. */
const DISTINCTIVE = 2;
const SHARED = 0.75;
const ACCENT = 0.75;
const ENGLISH = 2;
const ENOUGH = 2;

/** Short words of English that other languages have too, with another meaning. */
const ANYWHERE: ReadonlySet<string> = new Set(
  "a am an as at by do for he her i if in is me no nor of on or over so to under until was were will won".split(" "),
);
const isEnglish = (word: string): boolean => STOP_WORDS.has(word) && !SHARED_WORDS.has(word) && !ANYWHERE.has(word);

/** `l'erreur` is a word, and so are its parts. */
function wordsOf(prose: readonly string[]): ReadonlySet<string> {
  const lower = prose.map((word) => word.toLowerCase().replaceAll("’", "'"));
  return new Set(lower.flatMap((word) => (word.includes("'") ? [word, ...word.split("'")] : [word])));
}

/** How many words in another script, where two letters of a script without spaces count as one. */
function otherScriptWords(prose: readonly string[]): number {
  const others = prose.filter((word) => OTHER_SCRIPT.test(word));
  return others.reduce((sum, word) => sum + Math.max(1, (word.match(UNSPACED)?.length ?? 0) / 2), 0);
}

/** The text without what is written as code or quoted. */
export const withoutCode = (text: string): string => text.replace(QUOTED, " ").replace(CODE, " ");

/**
 * True for a question in another language. Where it has no function word of one (`Passwort Hash`), it counts as English, and so does
 * what is mostly names, and English about text in another language.
 */
export function isNotEnglish(text: string): boolean {
  const prose = withoutCode(text).match(WORD) ?? [];
  const words = [...wordsOf(prose)];
  const count = (holds: (word: string) => boolean): number => words.filter(holds).length;
  const english = ENGLISH * count(isEnglish);
  const others = otherScriptWords(prose);
  if (others > 0) {
    const latin = prose.filter((word) => !OTHER_SCRIPT.test(word)).length;
    return others > english && 2 * others >= latin;
  }
  const points =
    DISTINCTIVE * count((word) => DISTINCTIVE_WORDS.has(word)) +
    SHARED * count((word) => SHARED_WORDS.has(word)) +
    ACCENT * count((word) => ACCENTED.test(word));
  return points >= ENOUGH && points > english;
}

/** The text without the function words of other languages; names and what is quoted stay. For text that `isNotEnglish`. */
export const withoutOtherStopWords = (text: string): string =>
  text.replace(WORD, (word) => {
    const parts = word.toLowerCase().split(/['’]/);
    return parts.every((part) => part.length === 1 || OTHER_STOP_WORDS.has(part)) ? " " : word;
  });
