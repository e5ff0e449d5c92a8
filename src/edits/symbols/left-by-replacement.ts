// What refers to a symbol by a name that its new text does not define, or defines in another form: the replacement is made, and these places
// are listed.

import { lookupOf } from "../../intelligence/edges/edge-scene.ts";
import { placesOfWord } from "../../intelligence/occurrences/places-of-word.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import { EXPANDED } from "../../vocabulary/facts.ts";
import { applyEdits } from "../apply-edits.ts";
import type { Built, EditScene, TextEdit } from "../change-set.ts";
import { withPlacesInDoubt } from "../doubts/with-places-in-doubt.ts";
import { withCallEnds } from "../left/call-ends.ts";
import { findConsequences } from "../left/consequences.ts";
import {
  type FoundPlace,
  findLeftByForm,
  findLeftByReplacement,
  inOrder,
  type LeftTarget,
  readAfter,
} from "../left/find-left.ts";
import { keyOfLine, openSources, type ReadSources } from "../left/read-sources.ts";
import type { EditTarget } from "../targets/resolve-target.ts";
import { changeOf } from "./writing.ts";

/** A symbol with another text, or a whole file (`span.path` null). */
export interface ReplacedTarget extends Pick<EditTarget, "address" | "path" | "text" | "contentHash" | "spans"> {
  readonly span: LeftTarget["span"] & Pick<EditTarget["span"], "start" | "end" | "nameStart" | "nameEnd">;
}

/**
 * The replacement, with what it leaves. Where the new text cannot be parsed, what it defines is not known: it is taken to define the
 * symbol if it has its name. @throws CANCELLED
 */
export async function replacementOf(
  scene: EditScene,
  target: ReplacedTarget,
  intent: string,
  edits: readonly TextEdit[],
): Promise<Built> {
  const { path, text, span, spans } = target;
  const newText = applyEdits(text, edits);
  const read = await scene.analyzer.spansOf(path, newText, scene.signal);
  if ("unread" in read) {
    const name = span.path === null ? null : text.slice(span.nameStart, span.nameEnd);
    const listsUses = name !== null && !edits.some((edit) => placesOfWord(edit.text, name).length > 0);
    return withPlacesInDoubt(scene, target.address, changeOf(target, intent, edits, []), { listsUses });
  }
  const kept = new Set(read.symbols.map((one) => one.path));
  const isGone = spans.some((one) => span.start <= one.start && one.end <= span.end && !kept.has(one.path));
  const after = await readAfter(scene, target, newText);
  const gone = isGone ? await findLeftByReplacement(scene, target, after, kept) : [];
  const known = new Set(gone.map(keyOfLine));
  const reformed = (await findLeftByForm(scene, target, after)).filter((place) => !known.has(keyOfLine(place)));
  const sources = openSources(scene);
  const found = inOrder([...gone, ...reformed, ...(await usesOfConstrained(scene, sources, target, reformed))]);
  const built = changeOf(target, intent, edits, await withCallEnds(sources, found));
  return span.path === null || kept.has(span.path) ? built : withPlacesInDoubt(scene, target.address, built);
}

/** Where the symbol decides what may be used with what is declared with it: a concept of C++. */
const constraintAt = (scene: EditScene, { path, span }: ReplacedTarget): LineRange | undefined =>
  scene.withSnapshot((snapshot) => {
    const definitions = lookupOf(snapshot).facts(path)?.definitions ?? [];
    return definitions.find(
      (one) => one.path === span.path && one.kind === "interface" && (one.flags & EXPANDED) !== 0,
    );
  });

/** What uses what is declared with such a symbol. `reformed`: where it is named. @throws CANCELLED */
async function usesOfConstrained(
  scene: EditScene,
  read: ReadSources,
  target: ReplacedTarget,
  reformed: readonly FoundPlace[],
): Promise<readonly FoundPlace[]> {
  const own = constraintAt(scene, target);
  if (own === undefined) {
    return [];
  }
  const found = await findConsequences(scene, read, reformed, { places: [], deleted: null });
  return found.filter(
    ({ path, line }) => path !== target.path || line === null || line < own.startLine || own.endLine < line,
  );
}
