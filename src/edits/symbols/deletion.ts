// Takes a symbol out with what is above it, its separator and the blank lines that only set it apart.

import { countLineEnds } from "../../vocabulary/text.ts";
import type { TextEdit } from "../change-set.ts";
import type { EditTarget } from "../targets/resolve-target.ts";
import { afterBreak, type Extent, extentOf, isFirstOnLine, lineStartAt, neighboursOf } from "./place.ts";

/** `keeps`: `DeletionRules.keeps`. */
export function deletionOf(
  { text, spans, span }: Pick<EditTarget, "text" | "spans" | "span">,
  keeps?: RegExp,
): TextEdit[] {
  const extent = withContinuation(text, extentOf(text, withoutKept(text, span, keeps)));
  const range = extent.isOnOwnLines ? wholeLines(text, extent) : insideLine(text, extent);
  const { before } = neighboursOf({ spans, span });
  return [...commaBefore(text, extent), ...continuationBefore(text, extent, before?.end), { ...range, text: "" }];
}

/** Without comments above it that define something else. */
function withoutKept(text: string, span: EditTarget["span"], keeps: RegExp | undefined): EditTarget["span"] {
  const [kept = ""] = keeps?.exec(text.slice(span.leadStart, span.start)) ?? [];
  return { ...span, leadStart: span.leadStart + kept.length };
}

/** With the `\` that joins its line to the next one, where nothing else would be left of the line. */
function withContinuation(text: string, extent: Extent): Extent {
  const [joint] = /^[^\S\r\n]*\\(?=[\r\n])/.exec(text.slice(extent.end, extent.end + JOINT_LENGTH_MAX)) ?? [];
  return joint === undefined || !isFirstOnLine(text, extent.start)
    ? extent
    : { ...extent, end: extent.end + joint.length, isOnOwnLines: true };
}

/** The `\` behind the symbol before it, which would join that to what follows instead: the end of a list of assignments. */
function continuationBefore(
  text: string,
  { start, end, isOnOwnLines }: Extent,
  before: number | undefined,
): TextEdit[] {
  const joint =
    before === undefined ? null : /^[^\S\r\n]*\\(?=(?:\r\n|\n|\r)[^\S\r\n]*$)/.exec(text.slice(before, start));
  return joint === null || before === undefined || !isOnOwnLines || text[end - 1] === "\\"
    ? []
    : [{ start: before, end: before + joint[0].length, text: "" }];
}

const JOINT_LENGTH_MAX = 200;

type Range = Pick<Extent, "start" | "end">;

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
  const fewerAbove = countLineEnds(text.slice(aboveEnd, start)) <= countLineEnds(text.slice(end, belowStart));
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
function commaBefore(text: string, { start, end, separator }: Extent): TextEdit[] {
  const above = text.slice(0, start).trimEnd();
  const isLast = separator !== "," && above.endsWith(",") && CLOSES.test(text.slice(end).trimStart());
  return isLast ? [{ start: above.length - 1, end: above.length, text: "" }] : [];
}

const indentAt = (text: string, at: number): number =>
  /^[^\S\r\n]*/.exec(text.slice(lineStartAt(text, at)))?.[0].length ?? 0;

/** Also what is left of the heads around it, where nothing else is in there. `head`: `DeletionRules.emptied`. */
export function withEmptied(
  text: string,
  edits: readonly TextEdit[],
  head: RegExp | undefined,
  until = edits.at(-1)?.start ?? 0,
): readonly TextEdit[] {
  const last = edits.at(-1);
  const left = head?.exec(text.slice(0, until)) ?? null;
  if (left === null || last === undefined) {
    return edits;
  }
  const next = /\S/.exec(text.slice(last.end));
  const isEmpty = next === null || indentAt(text, last.end + next.index) <= indentAt(text, left.index);
  const written = left[0].trimEnd();
  const edit = { start: left.index, end: left.index + written.length, text: "" };
  const heads = edits.findIndex(({ start }) => start >= until);
  return isEmpty ? withEmptied(text, [...edits.slice(0, heads), edit, ...edits.slice(heads)], head, left.index) : edits;
}
