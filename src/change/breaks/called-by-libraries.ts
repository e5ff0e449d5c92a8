// Methods that nothing of the project calls and that a library may: those of a type that extends or implements a library's, and in Go
// those of a type whose values are passed to a library. Whether the library calls them cannot be seen here.

import { isPassedToLibraries } from "../../intelligence/edges/conversions.ts";
import type { EdgeScene, Target } from "../../intelligence/edges/edge-scene.ts";
import { overriddenBy } from "../../intelligence/edges/overridden-member.ts";
import { definitionOf } from "../../intelligence/edges/related-types.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { inTime } from "../../linking/linker.ts";
import type { Place } from "../../linking/resolution.ts";
import { atOnce } from "../../system/slices.ts";
import { FILE, OVERRIDES, PRIVATE, STATIC } from "../../vocabulary/facts.ts";

/** Supertypes of a class that are searched. */
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
  return definition.parent !== FILE && !needsMark && isBelowLibrary(scene, { path: place.path, at: definition.parent });
}

/** Whether the class or one of its ancestors extends a type that is neither the project's nor built into the language. */
function isBelowLibrary(scene: EdgeScene, owner: Place): boolean {
  const looked = inTime(() => {
    const queue = [owner];
    for (let at = 0; at < queue.length && at < TYPES_MAX; at += 1) {
      const place = queue[at] as Place;
      const chains = definitionOf(scene, place)?.supers ?? [];
      const reached = scene.linker.supers(place);
      const places = reached.map(({ value }) =>
        value.is === "definition" || value.is === "instance" ? value.places : [],
      );
      const outside = places.filter((one) => one.length === 0).length;
      if (outside > chains.filter((chain) => chain.startsWith("!")).length) {
        return true;
      }
      queue.push(...places.flat());
    }
    return false;
  });
  return looked?.value ?? true;
}
