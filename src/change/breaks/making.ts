// Places that make an instance of a type that loses a member by which instances are made, or without which none can be.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { definitionOf, descendants, type Found } from "../../intelligence/edges/related-types.ts";
import type { Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { CALL_ROLES, type DefinitionFact } from "../../vocabulary/facts.ts";
import type { Effect, FoundBreak, FoundBreaks } from "../state/change.ts";

/** Of the type, and of types that extend it and have no such member of their own. */
export function* findMaking(base: EdgeScene, type: Place, member: DefinitionFact, effect: Effect): Steps<FoundBreaks> {
  const types: Found = new Map();
  const isWhole = yield* descendants(base, type, types);
  const breaks: FoundBreak[] = [];
  const filesLeft: string[] = isWhole ? [] : [type.path];
  const hasOwn = (place: Place): boolean =>
    base.linker.members(place).some((own) => definitionOf(base, own)?.name === member.name);
  const below = [...types.values()].map(({ place }) => place).filter((place) => !hasOwn(place));
  for (const place of [type, ...below]) {
    const made = definitionOf(base, place);
    if (made === undefined) {
      continue;
    }
    const found = yield* findReferences(base, { name: made.name, places: [place] });
    filesLeft.push(...found.filesLeft);
    const why = `makes ${made.path}, whose ${member.path} is deleted`;
    for (const { path, line, role, certainty } of found.references) {
      if (CALL_ROLES.has(role) || role === "decorate") {
        const isSure = certainty !== "heuristic";
        breaks.push({
          kind: "constructor",
          effect: isSure ? effect : "may-break",
          certainty,
          path,
          line,
          why,
          calls: made.name,
        });
      }
    }
  }
  return { breaks, filesLeft };
}
