// What rests on a deleted member without naming it: members that override it, a type that is not complete without it, and places
// where its type becomes an interface that asks for it.
import { conversionsOf } from "../../intelligence/edges/conversions.ts";
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { overridesOf } from "../../intelligence/edges/overrides.ts";
import type { Steps } from "../../system/slices.ts";
import type { LeftPlace } from "../change-set.ts";
import { type Deleted, type FoundLeft, placeIn } from "./deleted.ts";

export function* findWithoutMember(edges: EdgeScene, deleted: Deleted): Steps<FoundLeft> {
  const places: LeftPlace[] = [];
  let isWhole = true;
  for (const at of deleted.gone) {
    const definition = deleted.facts.definitions[at];
    if (definition === undefined) {
      continue;
    }
    const { name, path: symbol } = definition;
    const target = { name, places: [placeIn(deleted, at)] };
    const overrides = yield* overridesOf(edges, target);
    for (const { path, line } of overrides.overriding) {
      places.push({ path, line, why: `overrides ${symbol}, which is deleted` });
    }
    if (overrides.completes !== null) {
      places.push({ ...overrides.completes, why: `has to have ${name}, which is deleted` });
    }
    const { conversions, filesLeft } = yield* conversionsOf(edges, target);
    for (const { path, line, name: expected } of conversions) {
      places.push({ path, line, why: `becomes ${expected} by ${symbol}, which is deleted` });
    }
    isWhole &&= overrides.isWhole && filesLeft.length === 0;
  }
  return { places, isWhole };
}
