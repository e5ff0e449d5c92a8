// Searches for what follows, and whether any of them was cut short.
import { ofLibraries } from "../../change/breaks/name.ts";
import { type EdgeScene, lateAfter, lookupOf, openEdges, type Target } from "../../intelligence/edges/edge-scene.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { stepsInTime } from "../../linking/linker.ts";
import type { Steps } from "../../system/slices.ts";
import { FILE } from "../../vocabulary/facts.ts";
import type { EditScene, LeftPlace } from "../change-set.ts";
import type { Line } from "./read-sources.ts";

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

// A search over a project's edges that lists what may break: it may take a second, and then gives what is said for that.

/** Longest search, in milliseconds. */
const TIME_MS_MAX = 1_000;

/** What the steps find, or what `late` gives where their time was up. @throws CANCELLED */
export const searchInTime = <Found>(
  scene: EditScene,
  find: (edges: EdgeScene) => Steps<Found>,
  late: () => Found,
): Promise<Found> =>
  scene.inSlices((snapshot) =>
    stepsInTime(find(openEdges(snapshot, lookupOf(snapshot), scene.signal, new Map(), lateAfter(TIME_MS_MAX))), late),
  );

// The bound on how many doubtful places a deletion lists.

const PLACES_MAX = 200;

/** The first of them; of more, one place says how many are not listed. `what`: what each of them may do. */
export function atMost<P extends LeftPlace>(places: readonly P[], what: string): P[] {
  const further = places[PLACES_MAX];
  const why = `the first of ${places.length - PLACES_MAX} more lines that ${what}; the others are not listed`;
  return [...places.slice(0, PLACES_MAX), ...(further === undefined ? [] : [{ ...further, why }])];
}
