// Comments, texts and directives of C and C++, as regular expressions.

/** A comment, or a text or character in which one may seem to begin. */
export const COMMENT_OR_TEXT = /\/\*.*?\*\/|\/\/(?:[^\n\\]|\\\r?\n|\\)*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n]){1,8}'/gsu;

/** A macro's definition and all its lines. */
export const DEFINED = /^[ \t]{0,40}#[ \t]{0,40}define\b(?:[^\n\\]|\\\r?\n|\\)*/gm;

/** Any directive and all its lines. */
export const DIRECTIVE = /^[ \t]{0,40}#(?:[^\n\\]|\\\r?\n|\\)*/gmu;
