// A search over a project's edges that lists what may break: it may take a second, and then gives what is said for that.
import { type EdgeScene, lateAfter, openEdges } from "../../intelligence/edges/edge-scene.ts";
import { lookupOf } from "../../intelligence/edges/snapshot-lookup.ts";
import { stepsInTime } from "../../linking/linker.ts";
import type { Steps } from "../../system/slices.ts";
import type { EditScene } from "../edit-scene.ts";

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
