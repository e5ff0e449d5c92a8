// Methods that nothing of the project calls and that a library may: those of a type that extends or implements a library's, and in Go
// those of a type whose values are passed to a library. Whether the library calls them cannot be seen here.

import { isPassedToLibraries } from "../../intelligence/edges/conversions.ts";
import type { EdgeScene, Target } from "../../intelligence/edges/edge-scene.ts";
import { overriddenBy } from "../../intelligence/edges/overridden-member.ts";
import { definitionOf } from "../../intelligence/edges/related-types.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { inTime } from "../../linking/linker.ts";
import { classPlacesOf, keyOf, type Place } from "../../linking/resolution.ts";
import { atOnce } from "../../system/slices.ts";
import { BUILT_IN_ROOT } from "../../vocabulary/chain.ts";
import { FILE, OVERRIDES, PRIVATE, STATIC } from "../../vocabulary/facts.ts";

/** Types that are looked at; with more, nothing is proven. */
const TYPES_MAX = 50;

/** Whether a library may call the method; true if the time limit was reached before that was known. */
export function mayBeCalledByLibrary(scene: EdgeScene, target: Target): boolean {
  const [place] = target.places;
  const definition = place === undefined ? undefined : definitionOf(scene, place);
  if (place === undefined || definition?.kind !== "method" || (definition.flags & (PRIVATE | STATIC)) !== 0) {
    return false;
  }
  if (scene.linker.comparesMethods(place)) {
    return atOnce(isPassedToLibraries(scene, target));
  }
  if ((definition.flags & OVERRIDES) !== 0) {
    // It must override something, so if nothing of the project, then a library's member.
    return overriddenBy(scene, target) === null;
  }
  const needsMark = semanticsOf(scene.lookup.language(place.path) ?? "")?.overriding.areMarked === true;
  return definition.parent !== FILE && !needsMark && !areAllKnown(scene, [{ path: place.path, at: definition.parent }]);
}

/** Whether these types, and all that they extend, are the project's or built into the language; false where the time limit was reached before that was known. */
export function areAllKnown({ linker, lookup }: EdgeScene, types: readonly Place[]): boolean {
  const looked = inTime(() => {
    const queue = new Map(types.map((place) => [keyOf(place), place]));
    // Grows during the loop.
    for (const place of queue.values()) {
      const chains = lookup.facts(place.path)?.definitions[place.at]?.supers ?? [];
      const reached = linker.supers(place).map(classPlacesOf);
      const outside = reached.filter((places) => places.length === 0).length;
      // The members of what is built in are in the list of the language's library.
      if (outside > chains.filter((chain) => chain.startsWith(BUILT_IN_ROOT)).length || queue.size > TYPES_MAX) {
        return false;
      }
      for (const one of reached.flat()) {
        queue.set(keyOf(one), one);
      }
    }
    return true;
  });
  return looked?.value === true;
}
