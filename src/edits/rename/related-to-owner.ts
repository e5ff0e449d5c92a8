// The types whose members may have to keep one name with a member of a type.
import { conversionsOf } from "../../intelligence/edges/conversions.ts";
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import {
  add,
  definitionOf,
  descendants,
  type Found,
  implementedBy,
  implementers,
} from "../../intelligence/edges/related-types.ts";
import { classPlacesOf, keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";

/**
 * Supertypes and subtypes of the type of a member. Adds those that extend a type outside of the project; returns whether all was
 * searched.
 */
export function* typesRelatedTo(
  scene: EdgeScene,
  type: Place,
  member: string,
  found: Found,
  extending: Map<string, Place>,
): Steps<boolean> {
  const { linker } = scene;
  if (linker.methodSet(type) !== null) {
    const isInterface = definitionOf(scene, type)?.kind === "interface";
    const isWhole = !isInterface || (yield* implementers(scene, type, found));
    return (yield* implementedBy(scene, type, found)) && (yield* convertedTypes(scene, type, member, found)) && isWhole;
  }
  const isWhole = yield* descendants(scene, type, found);
  const ancestors = [type];
  const seen = new Set<string>();
  for (const one of ancestors) {
    for (const { value } of seen.has(keyOf(one)) ? [] : linker.supers(one)) {
      const above = classPlacesOf({ value, certainty: "exact" });
      if (above.length === 0) {
        extending.set(keyOf(one), one);
      }
      for (const place of above) {
        ancestors.push(place);
        const node = { path: place.path, symbol: null, target: null, line: 1 };
        found.set(keyOf(place), { place, node, kind: "class", certainty: "exact" });
      }
    }
    seen.add(keyOf(one));
  }
  return isWhole;
}

/**
 * Types that values of it become, and that become it. One that embeds a library's type may have methods from there, so that it
 * implements an interface although its own methods do not show it.
 */
function* convertedTypes(scene: EdgeScene, type: Place, member: string, found: Found): Steps<boolean> {
  const { linker } = scene;
  const method = linker.methodSet(type)?.methods.get(member)?.place ?? null;
  const mayHaveMore = [type, ...linker.owners(type, member)].some((one) => linker.methodSet(one)?.isWhole === false);
  if (method === null || !mayHaveMore) {
    return true;
  }
  const { conversions, filesLeft } = yield* conversionsOf(scene, { name: member, places: [method] });
  for (const place of conversions.flatMap((one) => [one.type ?? [], one.expected ?? []].flat())) {
    if (keyOf(place) !== keyOf(type)) {
      add(scene, found, place, "constrained");
    }
  }
  return filesLeft.length === 0;
}
