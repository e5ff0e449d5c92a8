// Places that make an instance of a type that loses a member by which instances are made, or without which none can be.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { descendants, type Found } from "../../intelligence/edges/related-types.ts";
import type { Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { CALL_ROLES, type DefinitionFact } from "../../vocabulary/facts.ts";
import type { FoundLeft, FoundPlace } from "./deleted.ts";

/** Of the type, and of types that extend it and have no such member of their own. */
export function* findMaking(edges: EdgeScene, type: Place, member: DefinitionFact): Steps<FoundLeft> {
  const { lookup, linker } = edges;
  const types: Found = new Map();
  let isWhole = yield* descendants(edges, type, types);
  const places: FoundPlace[] = [];
  const hasOwn = (place: Place): boolean =>
    linker.members(place).some((own) => lookup.facts(own.path)?.definitions[own.at]?.name === member.name);
  const below = [...types.values()].map(({ place }) => place).filter((place) => !hasOwn(place));
  for (const place of [type, ...below]) {
    const made = lookup.facts(place.path)?.definitions[place.at];
    if (made !== undefined) {
      const found = yield* findReferences(edges, { name: made.name, places: [place] });
      isWhole &&= found.filesLeft.length === 0;
      const making = found.references.filter(({ role }) => CALL_ROLES.has(role));
      const why = `makes ${made.path}, whose ${member.path} is deleted`;
      places.push(...making.map(({ path, line }) => ({ path, line, why, calls: made.name })));
    }
  }
  return { places, isWhole };
}
