// Searches for what follows, and whether any of them was cut short.
import { ofLibraries } from "../../change/breaks/name.ts";
import type { EdgeScene, Target } from "../../intelligence/edges/edge-scene.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import type { Steps } from "../../system/slices.ts";
import { FILE } from "../../vocabulary/facts.ts";
import type { EditScene } from "../edit-scene.ts";
import type { Line } from "./lines.ts";
import { searchInTime } from "./search-in-time.ts";

/** Definitions and names of one round that are looked for. */
const SOUGHT_MAX = 40;

/** Whether there may be more than was found. */
export interface Cuts {
  isCut: boolean;
}

/** What the steps find; `late` where their time was up. */
export const searched = <Found>(
  scene: EditScene,
  cuts: Cuts,
  late: Found,
  find: (edges: EdgeScene) => Steps<Found>,
): Promise<Found> =>
  searchInTime(scene, find, () => {
    cuts.isCut = true;
    return late;
  });

/** As many as are looked for. */
export function firstOf<T>(all: readonly T[], cuts: Cuts): readonly T[] {
  cuts.isCut ||= all.length > SOUGHT_MAX;
  return all.slice(0, SOUGHT_MAX);
}

/** Lines that refer to it, or may. */
export function* linesNaming(edges: EdgeScene, cuts: Cuts, target: Target): Steps<readonly Line[]> {
  const { references, unresolved, filesRead, filesLeft } = yield* findReferences(edges, target);
  cuts.isCut ||= filesLeft.length > 0;
  const [{ path, at } = { path: "", at: FILE }] = target.places;
  const isMember = (edges.lookup.facts(path)?.definitions[at]?.parent ?? FILE) !== FILE;
  const open = isMember ? ofLibraries(edges, target.name, edges.lookup.language(path), filesRead) : [];
  return [...references, ...unresolved, ...open];
}
