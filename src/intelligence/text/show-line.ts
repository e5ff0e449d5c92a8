// A matching line as it is shown, with lines before and after it. A long line is cut to the part with the match.

import { detached } from "../../system/detached.ts";
import { lineAt, type NumberedLine, type SourceText } from "../../vocabulary/text.ts";
import type { LineMatch } from "./match-lines.ts";

/** A longer line is clipped. UTF-16 units. */
const SHOWN_MAX = 160;
/** Characters before a match that a clipped line keeps. */
const BEFORE_MATCH = 40;

export interface ShownLine extends NumberedLine {
  readonly before: readonly NumberedLine[];
  readonly after: readonly NumberedLine[];
  /** True where less than the whole line is shown. */
  readonly clipped: boolean;
}

/** Alone, a line is shown without its indentation. */
export function showLine(source: SourceText, { line, start }: LineMatch, context: number): ShownLine {
  const whole = lineAt(source, line);
  const indentation = context > 0 ? 0 : Math.min(start, whole.length - whole.trimStart().length);
  const text = partWith(whole.slice(indentation).trimEnd(), start - indentation);
  const numbered = (at: number): NumberedLine => ({ line: at, text: partWith(lineAt(source, at).trimEnd(), 0).text });
  const last = source.starts.length;
  const from = Math.max(1, line - context);
  const to = Math.min(last, line + context);
  return {
    line,
    ...text,
    before: Array.from({ length: line - from }, (_, at) => numbered(from + at)),
    after: Array.from({ length: to - line }, (_, at) => numbered(line + 1 + at)),
  };
}

function partWith(text: string, match: number): { readonly text: string; readonly clipped: boolean } {
  if (text.length <= SHOWN_MAX) {
    return { text: detached(text), clipped: false };
  }
  const from = Math.max(0, Math.min(match - BEFORE_MATCH, text.length - SHOWN_MAX));
  // No half of a letter at either end.
  const part = text.slice(from, from + SHOWN_MAX).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
  const shown = `${from > 0 ? "…" : ""}${part}${from + SHOWN_MAX < text.length ? "…" : ""}`;
  return { text: detached(shown), clipped: true };
}
