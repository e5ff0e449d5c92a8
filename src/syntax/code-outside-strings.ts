// Finds the brackets and quotes of a text that do not match, without a grammar, and what of it is neither comment nor string.

import { blank } from "./blank.ts";
import { asName } from "./neutraliser.ts";

/** How a language writes what its strings and comments hold. */
export interface Quoting {
  /** Where `${…}` in a string is code: in every string, in those with a name before the quote (`s"…"`), or nowhere. */
  readonly interpolation: "every string" | "prefixed strings" | "none";
  /** Whether a comment may hold comments. */
  readonly nestsComments: boolean;
  /**
   * Sticky: a whole comment or string, of a language that does not write them as C does; or, as group `open`, the start of one that does
   * not end. What is said above is then not asked. Bounded, or linear in the text.
   */
  readonly opaque?: RegExp;
}

/** Of a language that writes comments and strings in a way of its own. */
export const quotedBy = (opaque: RegExp): Quoting => ({ interpolation: "none", nestsComments: false, opaque });

const CLOSES: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
const INTERPOLATION = "${";

/** Sticky: what is skipped whole. Strings as they are (`@"…"`), characters, names in quotes. */
const LINE_COMMENT = /\/\/[^\n]*/y;
const VERBATIM = /\$?@\$?"(?:[^"]|"")*"/y;
const CHARACTER = /'(?:[^'\\\n]|\\[^\n]{1,6}?)'/y;
const QUOTED_NAME = /`[^`\n]*`/y;
const COMMENT_MARK = /\/\*|\*\//g;

interface OpenString {
  /** `"` or `"""`. */
  readonly quote: string;
  readonly interpolates: boolean;
}

/** The text with names in the place of strings, and without comments; null where brackets, quotes or comments do not match. */
export function codeOutsideStrings(text: string, quoting: Quoting): string | null {
  const pieces: string[] = [];
  const open: string[] = [];
  /** The strings around the interpolations that are open. */
  const enclosing: OpenString[] = [];
  let at = 0;
  let inside: OpenString | null = null;
  const skip = (end: number, as: (part: string) => string): void => {
    pieces.push(as(text.slice(at, end)));
    at = end;
  };
  while (at < text.length) {
    if (inside !== null) {
      const end = endOfStringPart(text, at, inside);
      if (end === null) {
        return null;
      }
      skip(end, asName);
      if (text.startsWith(INTERPOLATION, end)) {
        skip(end + INTERPOLATION.length, asName);
        open.push(INTERPOLATION);
        enclosing.push(inside);
      } else {
        skip(end + inside.quote.length, asName);
      }
      inside = null;
      continue;
    }
    const skipped = skippedAt(text, at, quoting);
    if (skipped === null) {
      return null;
    }
    if (skipped > at) {
      skip(skipped, text.startsWith("/", at) ? blank : asName);
      continue;
    }
    const character = text.charAt(at);
    if (character === '"' && quoting.opaque === undefined) {
      const quote = text.startsWith('"""', at) ? '"""' : '"';
      inside = { quote, interpolates: isInterpolated(text, at, quoting) };
      skip(at + quote.length, asName);
      continue;
    }
    if (character === "}" && open.at(-1) === INTERPOLATION) {
      open.pop();
      inside = enclosing.pop() ?? null;
      skip(at + 1, asName);
      continue;
    }
    const opener = CLOSES[character];
    if (opener !== undefined && open.pop() !== opener) {
      return null;
    }
    if ("([{".includes(character)) {
      open.push(character);
    }
    pieces.push(character);
    at += 1;
  }
  return inside === null && open.length === 0 ? pieces.join("") : null;
}

const isInterpolated = (text: string, at: number, { interpolation }: Quoting): boolean =>
  interpolation === "every string" || (interpolation === "prefixed strings" && /\w/.test(text.charAt(at - 1)));

/** Where the string ends, or its next interpolation starts; null where neither comes. */
function endOfStringPart(text: string, start: number, { quote, interpolates }: OpenString): number | null {
  const isRaw = quote.length > 1;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "\\" && !isRaw) {
      at += 1;
    } else if (interpolates && character === "$") {
      if (text.charAt(at + 1) === "{") {
        return at;
      }
      at += text.charAt(at + 1) === "$" ? 1 : 0;
    } else if (text.startsWith(quote, at)) {
      // More quotes than are needed belong to the text of a raw string.
      while (isRaw && text.charAt(at + quote.length) === '"') {
        at += 1;
      }
      return at;
    } else if (character === "\n" && !isRaw) {
      return null;
    }
  }
  return null;
}

/** The end of what is skipped whole at `at`: `at` itself where there is nothing; null for what has no end. */
function skippedAt(text: string, at: number, { nestsComments, opaque }: Quoting): number | null {
  if (opaque !== undefined) {
    opaque.lastIndex = at;
    const found = opaque.exec(text);
    return found === null ? at : found.groups?.["open"] === undefined ? opaque.lastIndex : null;
  }
  if (!text.startsWith("/*", at)) {
    for (const pattern of [LINE_COMMENT, VERBATIM, CHARACTER, QUOTED_NAME]) {
      pattern.lastIndex = at;
      if (pattern.test(text)) {
        return pattern.lastIndex;
      }
    }
    return at;
  }
  if (!nestsComments) {
    const end = text.indexOf("*/", at + 2);
    return end < 0 ? null : end + 2;
  }
  let depth = 0;
  COMMENT_MARK.lastIndex = at;
  for (let mark = COMMENT_MARK.exec(text); mark !== null; mark = COMMENT_MARK.exec(text)) {
    depth += mark[0] === "/*" ? 1 : -1;
    if (depth === 0) {
      return COMMENT_MARK.lastIndex;
    }
  }
  return null;
}
