// Builds the change that takes a symbol out. What it breaks is not touched: each such place is listed.
import type { Built } from "../change-set.ts";
import { findLeft } from "../deletion/find-left.ts";
import type { EditScene } from "../edit-scene.ts";
import { resolveEditTarget, type TargetRequest } from "../targets/resolve-target.ts";
import { deletionOf } from "./deletion.ts";
import { changeOf, refuseInseparable } from "./writing.ts";

/** @throws CANCELLED */
export async function deleteSymbol(scene: EditScene, request: TargetRequest): Promise<Built> {
  const targeted = await resolveEditTarget(scene, request);
  if (targeted.kind !== "found") {
    return targeted;
  }
  const { target } = targeted;
  const inseparable = refuseInseparable(target);
  if (inseparable !== null) {
    return inseparable;
  }
  const left = await scene.inSlices((snapshot) => findLeft(snapshot, target, scene.signal));
  return changeOf(target, `delete_symbol ${target.address}`, deletionOf(target), left);
}
