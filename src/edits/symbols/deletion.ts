// Takes a symbol out with what is above it, its separator and the blank lines that only set it apart.
import type { TextEdit } from "../change-set.ts";
import type { EditTarget } from "../targets/resolve-target.ts";
import { afterBreak, countBreaks, extentOf, lineStartAt } from "./place.ts";

export function deletionOf({ text, span }: Pick<EditTarget, "text" | "span">): TextEdit[] {
  const extent = extentOf(text, span);
  const range = extent.isOnOwnLines ? wholeLines(text, extent) : insideLine(text, extent);
  return [...commaBefore(text, extent), { ...range, text: "" }];
}

interface Range {
  readonly start: number;
  readonly end: number;
}

const OPENS = /[{([:]$/;
const CLOSES = /^[})\]]/;

function wholeLines(text: string, extent: Range): Range {
  const start = lineStartAt(text, extent.start);
  const end = afterBreak(text, extent.end);
  const above = text.slice(0, start).trimEnd();
  const below = text.slice(end).trimStart();
  const belowStart = lineStartAt(text, text.length - below.length);
  if (below === "") {
    // The file ends as it did: with a line ending, or without.
    const first = extent.end === text.length ? above.length : afterBreak(text, above.length);
    return { start: above === "" ? 0 : first, end: text.length };
  }
  const aboveEnd = above === "" ? 0 : afterBreak(text, above.length);
  const isFirst = above === "" || OPENS.test(above);
  if (isFirst) {
    return { start, end: Math.max(end, belowStart) };
  }
  const fewerAbove = countBreaks(text.slice(aboveEnd, start)) <= countBreaks(text.slice(end, belowStart));
  return CLOSES.test(below) || fewerAbove ? { start: aboveEnd, end } : { start, end: Math.max(end, belowStart) };
}

/** With the white space on one side. */
function insideLine(text: string, { start, end }: Range): Range {
  const before = /[^\S\r\n]*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const after = /^[^\S\r\n]*/.exec(text.slice(end))?.[0].length ?? 0;
  const isFirst = lineStartAt(text, start) === start - before;
  return isFirst ? { start, end: end + after } : { start: start - before, end };
}

/** The comma that would be left before the end of a list. */
function commaBefore(
  text: string,
  { start, end, separator }: Range & { readonly separator: string | null },
): TextEdit[] {
  const above = text.slice(0, start).trimEnd();
  const isLast = separator !== "," && above.endsWith(",") && CLOSES.test(text.slice(end).trimStart());
  return isLast ? [{ start: above.length - 1, end: above.length, text: "" }] : [];
}
