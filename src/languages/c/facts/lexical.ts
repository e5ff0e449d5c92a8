// Comments, texts and directives of C and C++, as regular expressions.

/** A comment, or a text or character in which one may seem to begin. */
const COMMENT_OR_TEXT = /\/\*.*?\*\/|\/\/(?:[^\n\\]|\\\r?\n|\\)*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n]){1,8}'/gsu;

/** Stands for the star of an opening that no end follows: each of them would be looked through to the end of the file. */
const NO_STAR = "\u{E000}";

/** The text with its comments, texts and characters replaced, each by one of its length. */
export function replaceComments(text: string, by: (part: string) => string): string {
  const lastEnd = text.lastIndexOf("*/") + 2;
  const open = text.slice(lastEnd).replaceAll("/*", `/${NO_STAR}`);
  const replaced = (text.slice(0, lastEnd) + open).replace(COMMENT_OR_TEXT, by);
  return replaced.slice(0, lastEnd) + replaced.slice(lastEnd).replaceAll(`/${NO_STAR}`, "/*");
}

/** A macro's definition and all its lines. */
export const DEFINED = /^[ \t]{0,40}#[ \t]{0,40}define\b(?:[^\n\\]|\\\r?\n|\\)*/gm;

/** Any directive and all its lines. */
export const DIRECTIVE = /^[ \t]{0,40}#(?:[^\n\\]|\\\r?\n|\\)*/gmu;
