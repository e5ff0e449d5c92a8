// Builds the change that puts new text before or after a symbol.
import { languageById } from "../../languages/registry.ts";
import type { Built, EditScene } from "../change-set.ts";
import type { TargetRequest } from "../targets/resolve-target.ts";
import { insertText, type Side } from "./insert-text.ts";
import { changeOf, resolveSeparable, writeText } from "./writing.ts";

export interface InsertRequest extends TargetRequest {
  /** With any indentation and line endings. */
  readonly text: string;
}

/** @throws CANCELLED; INVALID_INPUT for a text without content. */
export async function insertBesideSymbol(scene: EditScene, side: Side, request: InsertRequest): Promise<Built> {
  const targeted = await resolveSeparable(scene, request);
  if (targeted.kind !== "found") {
    return targeted;
  }
  const { target } = targeted;
  const language = scene.withSnapshot((snapshot) => snapshot.documentAt(target.path)?.language ?? null);
  const endsWithLine = languageById(language)?.endsWithLine === true;
  const edits = await writeText(scene, target, request.text, "start", (writing) =>
    insertText(target, { side, endsWithLine }, writing),
  );
  return changeOf(target, `insert_${side}_symbol ${target.address}`, edits);
}
