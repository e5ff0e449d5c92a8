// Replaces a text or the matches of an expression within one symbol, as many as the caller expects.
import type { Built, EditScene } from "../change-set.ts";
import { findReplacements, type Replacing } from "../replace-matches.ts";
import { resolveEditTarget, type TargetRequest } from "../targets/resolve-target.ts";
import { replacementOf } from "./left-by-replacement.ts";

/** Searches the definition with what is above it. @throws CANCELLED; INVALID_INPUT for an invalid expression. */
export async function replaceInSymbol(scene: EditScene, request: TargetRequest & Replacing): Promise<Built> {
  const targeted = await resolveEditTarget(scene, request);
  if (targeted.kind !== "found") {
    return targeted;
  }
  const { target } = targeted;
  const { address, path, text, span } = target;
  const { kind, startLine, endLine } = span;
  const searched = { path, text, start: span.leadStart, end: span.end, own: { address, kind, startLine, endLine } };
  const found = await findReplacements(searched, request, scene.signal);
  return found.kind === "found" ? replacementOf(scene, target, `replace_in_symbol ${address}`, found.edits) : found;
}
