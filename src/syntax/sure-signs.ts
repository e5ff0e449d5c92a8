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
/** What no text of code ends with: it was cut off there. */
const CUT_OFF =
  /(?:[=+*,&|]|->|(?<![\w.:$@#'-])(?:in|then|else|do|of|case|if|when|let|and|fn|def|func|function|local|match|until|while|for))\s*$/;

const CUT_OFF_CHARS = 40;

/** Words that open and close: as many of each are in what is neither comment nor string. */
export type WordPair = readonly [open: RegExp, close: RegExp];

const count = (code: string, pattern: RegExp): number => code.match(pattern)?.length ?? 0;

/** Lines above and below the place where the grammar stops that are looked at. */
const LINES_AROUND = 1;

/** Of a language, by its signs: why errors on some lines (1-based, the first of them alone as well) may be none; null where one of them is one. */
export const doubtGrammar =
  (language: string, quoting: Quoting, sure = SURE, pairs: readonly WordPair[] = []) =>
  (text: string, first: number, lines: readonly number[]): string | null => {
    const code = codeOutsideStrings(text, quoting);
    const codeLines = code?.split("\n") ?? [];
    const near = (line: number): string[] => codeLines.slice(Math.max(0, line - 1 - LINES_AROUND), line + LINES_AROUND);
    const isSure =
      code === null ||
      CUT_OFF.test(code.trimEnd().slice(-CUT_OFF_CHARS)) ||
      pairs.some(([open, close]) => count(code, open) !== count(code, close)) ||
      lines.some((line) => near(line).some((one) => sure.test(one)));
    return isSure
      ? null
      : `its grammar, which does not know all of ${language}, stops at line ${first}; brackets match`;
  };
