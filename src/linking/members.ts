// Members of classes, types, modules and objects, inherited ones included.
import { FILE, isNamed, LOCAL } from "../vocabulary/facts.ts";
import { classKey, definitionAt, hasFlag, membersNamed, openingsOf, openMemo } from "./context.ts";
import { isOnlyExtended, partsOf } from "./parts.ts";
import { definitionOf, EXTERNAL, firstOf, keyOf, type Place, type Resolution, UNKNOWN } from "./resolution.ts";
import type { Level, LinkContext, MemberSemantics } from "./semantics.ts";
import { isUnknownSuper, supersOf } from "./supertypes.ts";

/** Limit on the types examined for one member. */
const TYPES_MAX = 100;

/** What `.name` means on the symbol declared at these places: its own member, or an inherited one. */
export function memberOf(
  context: LinkContext,
  places: readonly Place[],
  name: string,
  level: Level = "instance",
): Resolution {
  const [first] = places;
  return first === undefined ? UNKNOWN : context.semantics(first.path).member(context, places, name, level);
}

const never = (): boolean => false;

/**
 * The member of the first type, in the order of look-up, that has one. Where only types have it of which `isAlternative` says that
 * any of them may be the one that counts, members of all of these.
 */
export function inheritedMember(
  context: LinkContext,
  places: readonly Place[],
  name: string,
  isAlternative: (place: Place) => boolean = never,
): Resolution {
  const inAlternatives: Place[] = [];
  let hasOutside = false;
  let hasUnknown = false;
  for (const place of ancestorsOf(context, places)) {
    const semantics = context.semantics(place.path);
    const own = place.path === "" ? [] : semantics.ownMembers(context, place, name);
    if (own.length > 0 && isAlternative(place)) {
      inAlternatives.push(...own);
    } else if (own.length > 0) {
      // The type may have other members of that name, or another type may be meant.
      const isUnsure = isOnlyExtended(context, place) || semantics.hasAlternatives(context, place);
      return definitionOf(own, isUnsure ? "constrained" : "exact");
    }
    hasUnknown ||= isUnknownSuper(place);
    hasOutside ||= place.path === "" || isOnlyExtended(context, place);
  }
  if (inAlternatives.length > 0) {
    return definitionOf(inAlternatives, "constrained");
  }
  // A member inherited from another project's class is external.
  return hasOutside && !hasUnknown ? EXTERNAL : UNKNOWN;
}

/** External if a member of these may be inherited from another project's class, else unknown. */
export function memberOfUnknown(context: LinkContext, places: readonly Place[]): Resolution {
  let hasOutside = false;
  for (const place of ancestorsOf(context, places)) {
    if (isUnknownSuper(place)) {
      return UNKNOWN;
    }
    hasOutside ||= place.path === "" || isOnlyExtended(context, place);
  }
  return hasOutside ? EXTERNAL : UNKNOWN;
}

const NONE: readonly Place[] = [];

/** An unresolved superclass has the path "". */
const ancestorsOf = (context: LinkContext, places: readonly Place[]): Iterable<Place> => {
  const [first] = places;
  return first === undefined ? NONE : context.semantics(first.path).ancestors(context, places);
};

/** The types themselves, then their supertypes, then the supertypes of those, and so on. */
export function* nearestFirst(context: LinkContext, places: readonly Place[]): Generator<Place> {
  const seen = new Set<string>();
  let ahead = [...places];
  while (ahead.length > 0 && seen.size < TYPES_MAX) {
    const next: Place[] = [];
    for (const place of ahead) {
      if (!seen.has(keyOf(place))) {
        seen.add(keyOf(place));
        yield place;
        const parts = [...partsOf(context, place), ...context.semantics(place.path).extensions(context, place)];
        ahead.push(...parts.filter((part) => !seen.has(keyOf(part))));
        next.push(...supersOf(context, place));
      }
    }
    ahead = next;
  }
}

const orders = openMemo<readonly Place[]>();

/**
 * Depth first: each type before its supertypes, and the first supertype with all its ancestors before the second (the method
 * resolution order of Python).
 */
export const depthFirst: MemberSemantics["ancestors"] = (context, places) =>
  orders(context, places.map(keyOf).join(" "), () => linearized(context, places));

function linearized(context: LinkContext, places: readonly Place[]): readonly Place[] {
  const seen = new Set<string>();
  const order: Place[] = [];
  const visit = (place: Place): void => {
    const name = classKey(context, place);
    if (!seen.has(name) && seen.size < TYPES_MAX) {
      seen.add(name);
      [...supersOf(context, place)].reverse().forEach(visit);
      order.push(place);
    }
  };
  [...places].reverse().forEach(visit);
  return order.reverse();
}

/** Members that stand in the type, then those that other files declare for it. */
export function membersOfType(context: LinkContext, place: Place, name: string): Place[] {
  const inFile = membersInType(context, place, name);
  return inFile.length > 0 ? inFile : context.semantics(place.path).membersInOtherFiles.named(context, place, name);
}

/** Variables inside a function's body are not members of the function. */
export const membersInType = (context: LinkContext, place: Place, name: string): Place[] =>
  definitionAt(context, place) === undefined
    ? []
    : membersNamed(context, place, name).filter(
        (member) => hasFlag(context, member, LOCAL) === hasFlag(context, place, LOCAL),
      );

/** Everything that a class, interface or type declares itself, in any file, except members of unnamed types in it. */
export function membersOf(context: LinkContext, place: Place): Place[] {
  const { extensions, membersInOtherFiles } = context.semantics(place.path);
  const parts = firstOf(
    [...openingsOf(context, place), ...partsOf(context, place), ...extensions(context, place)],
    keyOf,
  );
  const found = new Map<string, Place>();
  for (const part of parts) {
    const { definitions = [] } = context.lookup.facts(part.path) ?? {};
    const flags = definitions[part.at]?.flags ?? 0;
    for (const [at, definition] of definitions.entries()) {
      if (definition.parent === part.at && isNamed(definition) && (definition.flags & LOCAL) === (flags & LOCAL)) {
        const member = { path: part.path, at };
        found.set(keyOf(member), member);
      }
    }
  }
  const isAtTop = definitionAt(context, place)?.parent === FILE;
  for (const member of isAtTop ? membersInOtherFiles.all(context, place) : []) {
    found.set(keyOf(member), member);
  }
  return [...found.values()];
}
