// What refers to the deleted definitions by their names.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { symbolOf } from "../../intelligence/edges/target.ts";
import type { Steps } from "../../system/slices.ts";
import type { LeftPlace } from "../change-set.ts";
import { type Deleted, type FoundLeft, placeIn } from "./deleted.ts";

export function* findUses(edges: EdgeScene, deleted: Deleted): Steps<FoundLeft> {
  const { document, facts, gone } = deleted;
  const places: LeftPlace[] = [];
  let isWhole = true;
  for (const at of gone) {
    const symbol = symbolOf(document, facts, [at]);
    const found = symbol === null ? null : yield* findReferences(edges, { ...symbol, places: [placeIn(deleted, at)] });
    isWhole &&= found === null || found.filesLeft.length === 0;
    for (const { path, line, certainty } of found?.references ?? []) {
      const doubt = certainty === "heuristic" ? "may refer" : "refers";
      places.push({ path, line, why: `${doubt} to ${facts.definitions[at]?.path}, which is deleted` });
    }
  }
  return { places, isWhole };
}
