// What rests on a deleted member without naming it: members that override it, a type that is not complete without it, and places
// where its type becomes an interface that asks for it.
import { conversionsOf } from "../../intelligence/edges/conversions.ts";
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { overriddenBy } from "../../intelligence/edges/overridden-member.ts";
import { overridesOf } from "../../intelligence/edges/overrides.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import type { Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { type DefinitionAt, type DefinitionFact, type Facts, FILE, OVERRIDES } from "../../vocabulary/facts.ts";
import type { LeftPlace } from "../change-set.ts";
import { type Deleted, type FoundLeft, NOTHING_LEFT, placeIn } from "./deleted.ts";
import { findMaking } from "./find-making.ts";

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
    const askedIn = { path: deleted.path, line: lineOfType(deleted.facts, definition) };
    if (overrides.completes !== null) {
      places.push({ ...askedIn, why: `has to have ${name}, which is deleted` });
      const made = yield* madeIncomplete(edges, { path: deleted.path, at: definition.parent }, definition);
      places.push(...made.places);
      isWhole &&= made.isWhole;
    } else if (isLibrarys(edges, deleted, at)) {
      places.push({ ...askedIn, why: `may have to have ${name}, which is deleted: what asks for it is a library's` });
    }
    const { conversions, filesLeft } = yield* conversionsOf(edges, target);
    for (const { path, line, name: expected } of conversions) {
      places.push({ path, line, why: `becomes ${expected} by ${symbol}, which is deleted` });
    }
    isWhole &&= overrides.isWhole && filesLeft.length === 0;
  }
  return { places, isWhole };
}

/** Places that make an instance of a class that is no longer complete, where the language asks for that only then. */
function* madeIncomplete(edges: EdgeScene, type: Place, member: DefinitionFact): Steps<FoundLeft> {
  const { overriding } = semanticsOf(edges.lookup.language(type.path) ?? "") ?? {};
  return overriding?.classesMayBeIncomplete === true ? yield* findMaking(edges, type, member) : NOTHING_LEFT;
}

/** Whether it is written as an override, and nothing of the project has what it overrides. */
function isLibrarys(edges: EdgeScene, deleted: Deleted, at: DefinitionAt): boolean {
  const { name = "", flags = 0, parent = FILE } = deleted.facts.definitions[at] ?? {};
  const type = deleted.facts.definitions[parent];
  const isBelow = type === undefined || type.supers.length > 0;
  const target = { name, places: [placeIn(deleted, at)] };
  return (flags & OVERRIDES) !== 0 && isBelow && overriddenBy(edges, target) === null;
}

/** The line of the type around it; of a member that is written elsewhere, such as in `impl Read for Store`, where that names what asks for it. */
function lineOfType({ definitions, references }: Facts, { parent, startLine, nameLine }: DefinitionFact): number {
  const type = definitions[parent];
  if (type !== undefined && type.startLine <= startLine && startLine <= type.endLine) {
    return type.nameLine;
  }
  const above = references.flatMap(({ lines, roles }) =>
    lines.filter((line, index) => roles[index] === "extend" && line <= startLine),
  );
  return above.length === 0 ? (type?.nameLine ?? nameLine) : Math.max(...above);
}
