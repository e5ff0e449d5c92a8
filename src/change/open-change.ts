// The edges of a project in its states before, during and after a change, over one index.
import type { Snapshot } from "../index/snapshot.ts";
import { type EdgeScene, lookupOf, openEdges } from "../intelligence/edges/edge-scene.ts";
import type { Overlay } from "../linking/overlay.ts";
import type { Change, TextPair } from "./state/change.ts";
import { lineNow } from "./state/surviving-lines.ts";

export interface ProjectStates {
  readonly snapshot: Snapshot;
  /** The changed files as they were before the change; null for one that was not there. */
  readonly base: Overlay;
  /** Files whose state after the change is not the index's. */
  readonly present: Overlay;
  readonly pairs: readonly TextPair[];
  readonly signal: AbortSignal;
  /** Whether the time of the present piece of work is up. */
  readonly isOver: () => boolean;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Each state is opened at its first use. Valid as long as the snapshot is. */
export function openChange({ snapshot, base, present, pairs, signal, isOver }: ProjectStates): Change {
  const lookup = lookupOf(snapshot);
  const sceneOf = (overlay: Overlay): EdgeScene => openEdges(snapshot, lookup, signal, overlay, isOver);
  let opened: EdgeScene | undefined;
  const ofPair = new Map<TextPair, EdgeScene>();
  return {
    pairs,
    gone: NOTHING,
    lineNow: (path, line) => lineNow(pairs, path, line),
    now: sceneOf(present),
    get base() {
      opened ??= sceneOf(new Map([...present, ...base]));
      return opened;
    },
    baseOf(pair) {
      const paths = [pair.before?.path, pair.after?.path].filter((path) => path !== undefined);
      const own = paths.map((path) => [path, base.get(path) ?? null] as const);
      const known = ofPair.get(pair) ?? sceneOf(new Map([...present, ...own]));
      ofPair.set(pair, known);
      return known;
    },
  };
}
