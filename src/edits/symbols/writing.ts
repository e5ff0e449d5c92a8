// Brings a caller's text into the form of the place where it goes, and the edits into a change.

import { Failure } from "../../vocabulary/failure.ts";
import { countLineEnds, splitLines } from "../../vocabulary/text.ts";
import { applyEdits } from "../apply-edits.ts";
import type { Built, ChangeSet, EditScene, LeftPlace, Refusal, TextEdit } from "../change-set.ts";
import { dominantLineEnding } from "../line-ending.ts";
import { type EditTarget, resolveEditTarget, type Targeted, type TargetRequest } from "../targets/resolve-target.ts";
import { contentLines, fitText, type TextPlace, unitOf, type VerbatimLines } from "./fit-text.ts";
import { indentationAt, isFirstOnLine } from "./place.ts";

/** A caller's text and the place for it. */
export interface Writing {
  readonly place: TextPlace;
  /** The text in the form of its place, its first line without indentation. */
  write(): string;
}

/** Where a symbol's own code begins, or what is above it, such as a comment; the two may be indented differently. */
export type Anchor = "leadStart" | "start" | "attributesStart" | "headStart";

/** Where text beside or in place of a symbol goes. */
function placeAt({ text, span }: EditTarget, anchor: Anchor): TextPlace {
  const at = isFirstOnLine(text, span[anchor]) ? span[anchor] : span.leadStart;
  return {
    indentation: indentationAt(text, at),
    ending: dominantLineEnding(text),
    unit: unitOf(splitLines(text)),
    present: new Set(splitLines(text.slice(span.leadStart, span.end))),
  };
}

/**
 * The edits that put a text in its place. What is inside of its strings stays as given, which only the parsed result shows: edits are
 * made twice where that matters.
 */
export async function writeText(
  scene: EditScene,
  target: EditTarget,
  given: string,
  anchor: Anchor,
  make: (writing: Writing) => readonly TextEdit[],
): Promise<readonly TextEdit[]> {
  const lines = contentLines(given);
  if (lines.length === 0) {
    throw new Failure("INVALID_INPUT", "text is empty", {
      hint: "give the new code; delete_symbol takes a symbol out",
    });
  }
  const place = placeAt(target, anchor);
  const fitted = fitText(lines, place);
  const edits = make({ place, write: () => fitted });
  if (lines.length < 2 || fitted === lines.join(place.ending)) {
    return edits;
  }
  const verbatim = await verbatimLines(scene, target, edits, fitted);
  return verbatim.size === 0 ? edits : make({ place, write: () => fitText(lines, place, verbatim) });
}

async function verbatimLines(
  { analyzer, signal }: EditScene,
  { path, text }: EditTarget,
  edits: readonly TextEdit[],
  fitted: string,
): Promise<VerbatimLines> {
  const after = applyEdits(text, edits);
  const spans = await analyzer.spansOf(path, after, signal);
  const first = edits.findIndex((edit) => edit.text.includes(fitted));
  const edit = edits[first];
  if ("unread" in spans || edit === undefined) {
    return new Set();
  }
  const shift = edits.slice(0, first).reduce((sum, { start, end, text: put }) => sum + put.length - (end - start), 0);
  const offset = edit.start + shift + edit.text.indexOf(fitted);
  const line = countLineEnds(after.slice(0, offset)) + 1;
  const count = countLineEnds(fitted) + 1;
  return new Set(spans.verbatimLines.filter((at) => at > line && at < line + count).map((at) => at - line));
}

/** The change of one file; without any change of it where the edits leave it as it is. */
export function changeOf(
  target: Pick<EditTarget, "address" | "path" | "text" | "contentHash">,
  intent: string,
  edits: readonly TextEdit[],
  left: readonly LeftPlace[] = [],
): Built {
  const { path, contentHash, text, address } = target;
  const effective = edits.filter(({ start, end, text: put }) => text.slice(start, end) !== put);
  const change: ChangeSet = {
    intent,
    changes: effective.length === 0 ? [] : [{ kind: "edit", path, contentHash, edits: effective }],
    left,
    symbols: [address],
  };
  return { kind: "built", change };
}

function refused({ path, span }: EditTarget, rule: Refusal["rule"], message: string, remedy: string) {
  return { kind: "refused" as const, refusals: [{ rule, path, line: span.nameLine, message, remedy }] };
}

/** The symbol of a request, if it can be cut out and have text beside it; a refusal says why not. @throws CANCELLED */
export async function resolveSeparable(scene: EditScene, request: TargetRequest): Promise<Targeted> {
  const targeted = await resolveEditTarget(scene, request);
  if (targeted.kind !== "found" || targeted.target.span.inseparable === null) {
    return targeted;
  }
  const { span, address } = targeted.target;
  const remedy = "use replace_in_symbol on its text, or edit the symbol that encloses it";
  return refused(targeted.target, "unsupported", `${address} is not by itself: ${span.inseparable}`, remedy);
}
