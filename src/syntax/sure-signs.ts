// Grammars that do not know all of their language stop at correct code, too. What is surely wrong then: brackets or quotes that do
// not match, or one of a few signs beside the place that no valid code has. Of anything else nothing is known.

import { codeOutsideStrings, type Quoting } from "./code-outside-strings.ts";

const WORDS =
  "val|var|fun|def|class|object|trait|interface|enum|return|if|when|for|while|import|package|else|try|catch|new|case|public|private|protected|internal|static|readonly|abstract|sealed|virtual|override|namespace|struct|switch";

/** A word twice. */
const doubled = (words: string): string => `(?<![\\w.:$@#'-])(${words})[ \\t]+\\1(?![\\w'-])`;
/** An operator before what ends an expression. */
export const UNFINISHED = "(?<![=<>!~*/+\\-%&|^:?@#$\\\\.])(?:[=/%]|&&|\\|\\||\\?:)[ \\t]*[)\\]},;]";
/** An operator before another one. */
export const TWO_OPERATORS =
  "(?<![=<>!~*/+\\-%&|^:?@#$\\\\.])(?:=|&&|\\|\\||[+*/%])[ \\t]+(?:[*/%,]|=|&&|\\|\\|)[ \\t]";
/** A comma behind what opens, or behind another one. */
export const COMMAS = "[([][ \\t]*,|,[ \\t]*,";
/** Of a language: its words that never stand twice in a row, and its other signs. */
export const signs = (words: string, ...others: readonly string[]): RegExp =>
  new RegExp([doubled(words), ...others].join("|"));

/** Of languages with braces; besides, two names for one variable or function. */
const SURE = signs(
  WORDS,
  UNFINISHED,
  TWO_OPERATORS,
  COMMAS,
  "(?:[=(,]|=>|\\breturn)[ \\t]*(?:&&|\\|\\|)",
  "(?<![.\\d])\\.[ \\t]*[;)\\]},]",
  "\\b(?:val|var)[ \\t]+\\w+[ \\t]+\\w+[ \\t]*(?:[:=]|by\\s)",
  "\\bfun[ \\t]+\\w+[ \\t]+\\w+[ \\t]*\\(",
);
/** Lines above and below the place where the grammar stops that are looked at. */
const LINES_AROUND = 1;

/** Of a language, by its signs: why errors on some lines (1-based, the first of them alone as well) may be none; null where one of them is one. */
export const doubtGrammar =
  (language: string, quoting: Quoting, sure = SURE) =>
  (text: string, first: number, lines: readonly number[]): string | null => {
    const code = codeOutsideStrings(text, quoting)?.split("\n");
    const near = (line: number): string[] =>
      code?.slice(Math.max(0, line - 1 - LINES_AROUND), line + LINES_AROUND) ?? [];
    const isSure = code === undefined || lines.some((line) => near(line).some((one) => sure.test(one)));
    return isSure
      ? null
      : `its grammar, which does not know all of ${language}, stops at line ${first}; brackets match`;
  };
