// Builds the change that puts new text before or after a symbol.
import type { Built } from "../change-set.ts";
import type { EditScene } from "../edit-scene.ts";
import { resolveEditTarget, type TargetRequest } from "../targets/resolve-target.ts";
import { insertText, type Side } from "./insert-text.ts";
import { changeOf, refuseInseparable, writeText } from "./writing.ts";

export interface InsertRequest extends TargetRequest {
  /** With any indentation and line endings. */
  readonly text: string;
}

/** @throws CANCELLED; INVALID_INPUT for a text without content. */
export async function insertBesideSymbol(scene: EditScene, side: Side, request: InsertRequest): Promise<Built> {
  const targeted = await resolveEditTarget(scene, request);
  if (targeted.kind !== "found") {
    return targeted;
  }
  const { target } = targeted;
  const edits = async () => writeText(scene, target, request.text, (writing) => insertText(target, side, writing));
  return refuseInseparable(target) ?? changeOf(target, `insert_${side}_symbol ${target.address}`, await edits());
}
