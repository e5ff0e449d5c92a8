// Gives a symbol another text: all of its definition, with `export`, decorators and body. Comments and attributes above it stay, unless
// the new text brings its own.
import { linesOf, sourceText } from "../../vocabulary/source-text.ts";
import type { Built, TextEdit } from "../change-set.ts";
import type { EditScene } from "../edit-scene.ts";
import type { EditTarget, TargetRequest } from "../targets/resolve-target.ts";
import { replacementOf } from "./left-by-replacement.ts";
import { extentOf, separatorAfter } from "./place.ts";
import { applyEdits, resolveSeparable, type Writing, writeText } from "./writing.ts";

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
  const whole = await writeText(scene, target, given, "leadStart", (writing) =>
    replacement(target, "leadStart", writing),
  );
  const edits =
    target.span.leadStart === target.span.start || (await bringsLead(scene, target, whole))
      ? whole
      : await writeText(scene, target, given, "start", (writing) => replacement(target, "start", writing));
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

function replacement({ text, span }: EditTarget, from: "leadStart" | "start", { write }: Writing): TextEdit[] {
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

/** Whether the text, put in place of the definition and what is above it, begins with what belongs above a definition. */
async function bringsLead(
  scene: EditScene,
  { path, text, span }: EditTarget,
  edits: readonly TextEdit[],
): Promise<boolean> {
  const spans = await scene.analyzer.spansOf(path, applyEdits(text, edits), scene.signal);
  const begun = "unread" in spans ? [] : spans.symbols.filter(({ leadStart }) => leadStart === span.leadStart);
  return begun.some(({ start }) => start > span.leadStart);
}
