// Places where a type may be used as one that it fits by its members alone, where a member that is deleted or renamed is one of these:
// nothing names the member there (`serializer: Serializes = Json` in Python, where `Serializes` is a protocol).
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { typesAbove } from "../../intelligence/edges/related-types.ts";
import { languageById } from "../../languages/registry.ts";
import { inTime } from "../../linking/linker.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { FILE, type Role } from "../../vocabulary/facts.ts";
import type { LeftPlace } from "../change-set.ts";
import { type Deleted, type FoundLeft, NOTHING_LEFT } from "./deleted.ts";

/** Roles in which a type, or a value of it, is passed on. */
const PASSED: ReadonlySet<Role> = new Set(["read", "call", "new"]);

export function* findFitting(edges: EdgeScene, { path, outermost: [at] }: Deleted): Steps<FoundLeft> {
  return at === undefined ? NOTHING_LEFT : yield* findUsedAsFitting(edges, { path, at }, "is deleted");
}

/** Of a member of a type, or of one that only asks for members: then of all types that fit it. `change`: what happens to the member. */
export function* findUsedAsFitting(edges: EdgeScene, { path, at }: Place, change: string): Steps<FoundLeft> {
  const { lookup } = edges;
  const definition = lookup.facts(path)?.definitions[at];
  const type: Place = { path, at: definition?.parent ?? FILE };
  const around = lookup.facts(path)?.definitions[type.at];
  if (definition === undefined || around === undefined || !TYPE_KINDS.has(around.kind)) {
    return NOTHING_LEFT;
  }
  const fits = inTime(() => fitsOf(edges, type, definition.name));
  yield;
  const places: LeftPlace[] = [];
  let isWhole = fits !== null;
  for (const { having, asking } of fits?.value ?? []) {
    const [own, asked] = [having, asking].map((one) => lookup.facts(one.path)?.definitions[one.at]);
    if (own !== undefined && asked !== undefined) {
      const found = yield* findReferences(edges, { name: own.name, places: [having] });
      isWhole &&= found.filesLeft.length === 0;
      const why = `${own.path} may be used as ${asked.path}, which it fits by ${definition.name} that ${change}`;
      const passed = found.references.filter(({ role }) => PASSED.has(role));
      places.push(...passed.map((one) => ({ path: one.path, line: one.line, why })));
    }
  }
  return { places, isWhole };
}

interface Fit {
  readonly having: Place;
  /** Asks for members alone, all of which the other has. */
  readonly asking: Place;
}

function fitsOf(edges: EdgeScene, type: Place, name: string): Fit[] {
  const { linker, lookup } = edges;
  const isMatched = languageById(lookup.language(type.path))?.isMatchedByMembers;
  const isAsking = ({ path, at }: Place): boolean => {
    const facts = lookup.facts(path);
    const definition = facts?.definitions[at];
    return facts !== null && definition !== undefined && isMatched?.(facts, definition) === true;
  };
  const namesOf = (of: Place): string[] =>
    linker.members(of).map((own) => lookup.facts(own.path)?.definitions[own.at]?.name ?? "");
  const isFit = ({ having, asking }: Fit): boolean => {
    const had = new Set([having, ...typesAbove(edges, having).values()].flatMap(namesOf));
    return keyOf(having) !== keyOf(asking) && namesOf(asking).every((member) => had.has(member));
  };
  const others = isMatched === undefined ? [] : linker.owners(type, name);
  return isAsking(type)
    ? others.map((having) => ({ having, asking: type })).filter(isFit)
    : others
        .filter(isAsking)
        .map((asking) => ({ having: type, asking }))
        .filter(isFit)
        .slice(0, 1);
}
