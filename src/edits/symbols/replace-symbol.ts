// Gives a symbol another text: all of its definition, with `export` and body. Its comments stay unless the new text brings its own, and
// so do its attributes, annotations and decorators.

import { linesOf, sourceText } from "../../vocabulary/text.ts";
import { applyEdits } from "../apply-edits.ts";
import type { Built, EditScene, TextEdit } from "../change-set.ts";
import type { EditTarget, TargetRequest } from "../targets/resolve-target.ts";
import { replacementOf } from "./left-by-replacement.ts";
import { extentOf, separatorAfter } from "./place.ts";
import { type Anchor, resolveSeparable, type Writing, writeText } from "./writing.ts";

export interface ReplaceRequest extends TargetRequest {
  /** The new definition, with any indentation and line endings. */
  readonly text: string;
}

/** @throws CANCELLED */
export async function replaceSymbol(scene: EditScene, request: ReplaceRequest): Promise<Built> {
  const targeted = await resolveSeparable(scene, request);
  if (targeted.kind !== "found") {
    return targeted;
  }
  const { target } = targeted;
  const given = withoutOpening(target, request.text);
  const from = (anchor: Anchor): Promise<readonly TextEdit[]> =>
    writeText(scene, target, given, anchor, (writing) => replacement(target, anchor, writing));
  const whole = await from("leadStart");
  const edits = isBare(target.span) ? whole : await keepingLead(scene, target, whole, from);
  return replacementOf(scene, target, `replace_symbol ${target.address}`, edits);
}

/**
 * The first of several definitions in one statement (`const (`) is shown with the line that opens it; given back with that line, it is
 * meant without.
 */
function withoutOpening({ text, span }: EditTarget, given: string): string {
  const opening = linesOf(sourceText(text, 1), span.startLine, span.endLine);
  const before = opening.slice(0, opening.indexOf(text.slice(span.leadStart, span.end))).trim();
  const bare = given.trimStart();
  return before !== "" && bare.startsWith(before) ? bare.slice(before.length).trimStart() : given;
}

/** Whether nothing is above it or before it that could stay. */
const isBare = ({ leadStart, start, headStart }: EditTarget["span"]): boolean =>
  leadStart === start && headStart === start;

/** The edits that leave what the new text does not bring of its own: comments, attributes, or both. */
async function keepingLead(
  scene: EditScene,
  target: EditTarget,
  whole: readonly TextEdit[],
  from: (anchor: Anchor) => Promise<readonly TextEdit[]>,
): Promise<readonly TextEdit[]> {
  const { leadStart, attributesStart, headStart } = target.span;
  const brought = await bringsLead(scene, target, whole);
  if (brought.comments > 0 && brought.hasAttributes) {
    return whole;
  }
  if (brought.comments === 0) {
    return await from(brought.hasAttributes ? "attributesStart" : "headStart");
  }
  const [edit] = whole;
  return edit === undefined || headStart === attributesStart
    ? whole
    : [
        { start: leadStart, end: attributesStart, text: edit.text.slice(0, brought.comments) },
        { start: headStart, end: edit.end, text: edit.text.slice(brought.comments) },
      ];
}

function replacement({ text, span }: EditTarget, from: Anchor, { write }: Writing): TextEdit[] {
  const fitted = write();
  // What the new text brings of what follows on the line, such as a separator or a comment, is there once.
  const separator = separatorAfter(text, span.end);
  const line = text.slice(span.end, extentOf(text, span).end).trimEnd();
  const end =
    line.trim() !== "" && fitted.endsWith(line)
      ? span.end + line.length
      : separator !== null && fitted.endsWith(separator.sign)
        ? separator.end
        : span.end;
  return [{ start: span[from], end, text: fitted }];
}

/** What the text begins with that belongs before a definition, when it is put in place of the definition and all before it. */
async function bringsLead(
  scene: EditScene,
  { path, text, span }: EditTarget,
  edits: readonly TextEdit[],
): Promise<{ readonly comments: number; readonly hasAttributes: boolean }> {
  const spans = await scene.analyzer.spansOf(path, applyEdits(text, edits), scene.signal);
  const begun = "unread" in spans ? [] : spans.symbols.filter(({ leadStart }) => leadStart === span.leadStart);
  const [one] = begun;
  return {
    comments: one === undefined ? 0 : one.attributesStart - one.leadStart,
    hasAttributes: begun.some(({ attributesStart, headStart }) => headStart > attributesStart),
  };
}
