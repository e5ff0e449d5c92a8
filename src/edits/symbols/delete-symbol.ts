// Builds the change that takes a symbol out. What it breaks is not touched: each such place is listed.

import { languageById } from "../../languages/registry.ts";
import type { Built, EditScene } from "../change-set.ts";
import { withPlacesInDoubt } from "../doubts/with-places-in-doubt.ts";
import { findLeft } from "../left/find-left.ts";
import type { TargetRequest } from "../targets/resolve-target.ts";
import { deletionOf, withEmptied } from "./deletion.ts";
import { changeOf, resolveSeparable } from "./writing.ts";

/** @throws CANCELLED */
export async function deleteSymbol(scene: EditScene, request: TargetRequest): Promise<Built> {
  const targeted = await resolveSeparable(scene, request);
  if (targeted.kind !== "found") {
    return targeted;
  }
  const { target } = targeted;
  const language = scene.withSnapshot((snapshot) => snapshot.documentAt(target.path)?.language ?? null);
  const rules = languageById(language)?.deletion ?? {};
  const edits = withEmptied(target.text, deletionOf(target, rules.keeps), rules.emptied);
  const found = await findLeft(scene, target, edits);
  const { path, span } = target;
  const { startLine, endLine } = span;
  const built = changeOf(target, `delete_symbol ${target.address}`, edits, found);
  // What it breaks is listed already: of a constructor, for example, not every use.
  return withPlacesInDoubt(scene, target.address, built, {
    listsUses: false,
    deleted: { path, startLine, endLine },
    found,
  });
}
