// Puts new text before or after a symbol, as far from it as its neighbours are and in the indentation of its place.

import { countLineEnds } from "../../vocabulary/text.ts";
import type { TextEdit } from "../change-set.ts";
import type { EditTarget } from "../targets/resolve-target.ts";
import { extentOf, lineStartAt, neighboursOf } from "./place.ts";
import type { Writing } from "./writing.ts";

export type Side = "before" | "after";

/** `write` fits the caller's text. `endsWithLine`: as of a Language. */
export function insertText(
  target: EditTarget,
  { side, endsWithLine }: { readonly side: Side; readonly endsWithLine: boolean },
  { write, place }: Writing,
): TextEdit[] {
  const { text, span } = target;
  const extent = extentOf(text, span);
  const list = commaList(text, target);
  const fitted = withComma(write(), list, side);
  const comma: TextEdit[] = list === "open" && side === "after" ? [{ start: span.end, end: span.end, text: "," }] : [];
  const { ending, indentation } = place;
  if (!extent.isOnOwnLines) {
    const at = side === "before" ? extent.start : extent.end;
    const gap = endsWithLine ? ending + indentation : " ";
    const [rest = "", next = ""] = /^[^\S\r\n]*(\S?)/.exec(text.slice(at)) ?? [];
    const isFollowed = side === "after" && endsWithLine && next !== "" && !/[)}\]]/.test(next);
    const inserted = side === "before" ? fitted + gap : gap + fitted + (isFollowed ? gap : "");
    return joined(comma, { start: at, end: at + (isFollowed ? rest.length - next.length : 0), text: inserted });
  }
  const gaps = gapsOf(target, extent.end);
  const blank = (count: number): string => ending.repeat(Math.max(0, count));
  const gap = gapFor(target, gaps, countLineEnds(fitted) > 0);
  if (side === "before") {
    const at = lineStartAt(text, extent.start);
    const above = gaps.before === null ? 0 : gap - gaps.before;
    return [{ start: at, end: at, text: `${blank(above)}${indentation}${fitted}${ending}${blank(gap)}` }];
  }
  const below = gaps.after === null ? 0 : gap - gaps.after;
  const inserted = `${ending}${blank(gap)}${indentation}${fitted}${blank(below)}`;
  return joined(comma, { start: extent.end, end: extent.end, text: inserted });
}

/** Two insertions at one offset are one. */
const joined = ([first]: readonly TextEdit[], second: TextEdit): TextEdit[] =>
  first === undefined
    ? [second]
    : first.end === second.start
      ? [{ ...first, text: first.text + second.text }]
      : [first, second];

/** Whether it is in a list whose items are separated by commas; `open` if no comma follows it. */
function commaList(text: string, { span }: EditTarget): "followed" | "open" | null {
  if (extentOf(text, span).separator === ",") {
    return "followed";
  }
  const before = text.slice(0, span.leadStart).trimEnd().at(-1);
  const after = text.slice(span.end).trimStart().at(0);
  const isOnly = span.kind === "data" && before === "{" && after === "}";
  const isLast = before === "," && (after === "}" || after === "]" || after === ")");
  return isOnly || isLast ? "open" : null;
}

function withComma(fitted: string, list: ReturnType<typeof commaList>, side: Side): string {
  const bare = fitted.replace(/,$/, "");
  return list === null ? fitted : list === "open" && side === "after" ? bare : `${bare},`;
}

interface Gaps {
  /** Blank lines to the neighbour on this side; null where there is none. */
  readonly before: number | null;
  readonly after: number | null;
}

function gapsOf(target: EditTarget, end: number): Gaps {
  const { text, span } = target;
  const { before, after } = neighboursOf(target);
  const above = text.slice(0, span.leadStart);
  const below = text.slice(end);
  return {
    before: before === null ? null : countLineEnds(above.slice(above.trimEnd().length)) - 1,
    after: after === null ? null : countLineEnds(below.slice(0, below.length - below.trimStart().length)) - 1,
  };
}

/** Blank lines between the new text and the symbol. */
function gapFor({ text, span }: EditTarget, { before, after }: Gaps, isLong: boolean): number {
  const known = [before, after].filter((gap) => gap !== null).map((gap) => Math.max(0, gap));
  const isOneLine = countLineEnds(text.slice(span.start, span.end)) === 0;
  const least = isLong && isOneLine ? 1 : 0;
  const usual = known.length > 0 ? Math.min(...known) : isLong || !isOneLine ? 1 : 0;
  return Math.max(usual, least);
}
