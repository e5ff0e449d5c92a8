// Places where a type may be used as one that it fits by its members alone, where a deleted member is one of these.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { usesAsFitting } from "../../intelligence/edges/uses-as-fitting.ts";
import type { Steps } from "../../system/slices.ts";
import { type Deleted, type FoundLeft, NOTHING_LEFT, placeIn } from "./deleted.ts";

export function* findFitting(edges: EdgeScene, deleted: Deleted): Steps<FoundLeft> {
  const [at] = deleted.outermost;
  if (at === undefined) {
    return NOTHING_LEFT;
  }
  const { uses, isWhole } = yield* usesAsFitting(edges, placeIn(deleted, at));
  return { places: uses.map((one) => ({ ...one, why: `${one.why} that is deleted` })), isWhole };
}
