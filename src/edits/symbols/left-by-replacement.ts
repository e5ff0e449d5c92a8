// What refers to a symbol by a name that its new text does not define: the replacement is made, and these places are listed.
import type { LeftPlace, TextEdit } from "../change-set.ts";
import { withCallEnds } from "../deletion/call-ends.ts";
import { findLeftByReplacement } from "../deletion/find-left.ts";
import { openSources } from "../deletion/read-sources.ts";
import type { EditScene } from "../edit-scene.ts";
import type { EditTarget } from "../targets/resolve-target.ts";
import { applyEdits } from "./writing.ts";

/** None where the new text cannot be parsed: what it defines is not known then. @throws CANCELLED */
export async function leftByReplacement(
  scene: EditScene,
  target: EditTarget,
  edits: readonly TextEdit[],
): Promise<readonly LeftPlace[]> {
  const { path, text, span, spans } = target;
  const after = await scene.analyzer.spansOf(path, applyEdits(text, edits), scene.signal);
  if ("unread" in after) {
    return [];
  }
  const kept = new Set(after.symbols.map((one) => one.path));
  const isGone = spans.some((one) => span.start <= one.start && one.end <= span.end && !kept.has(one.path));
  const found = isGone
    ? await scene.inSlices((snapshot) => findLeftByReplacement(snapshot, target, kept, scene.signal))
    : [];
  return withCallEnds(openSources(scene), found);
}
