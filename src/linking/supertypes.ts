// What a type extends, implements, mixes in or embeds.
import { bareNameChain, type Chain, isParameter } from "../vocabulary/chain.ts";
import { COMPUTED, type DefinitionAt, FILE } from "../vocabulary/facts.ts";
import { classKey, definitionAt, hasFlag, openingsOf, openMemo } from "./context.ts";
import { instantiated } from "./generics.ts";
import {
  atMost,
  classPlacesOf,
  EXTERNAL,
  firstOf,
  isKnown,
  keyOf,
  oneOf,
  type Place,
  placesOf,
  type Resolution,
  UNKNOWN,
  unionOf,
  type Value,
} from "./resolution.ts";
import type { LinkContext } from "./semantics.ts";

// Declared types: of a variable or field, of the result of a call, of what an alias represents.

/** Kinds of definitions that have the members of their value. */
export const VALUES: ReadonlySet<string> = new Set(["variable", "field", "member", "method"]);
export const VARIABLES_AND_FIELDS: ReadonlySet<string> = new Set(["variable", "field"]);
export const ALIASES: ReadonlySet<string> = new Set(["type"]);

/**
 * The value of a variable or field, and the elements if a type is an alias for a collection (`type Orders = Order[]`); anything
 * else is unchanged.
 */
export function valueOfVariable(context: LinkContext, resolution: Resolution): Resolution {
  const declared =
    resolution.value.is === "definition" ? typeOf(context, resolution.value, VARIABLES_AND_FIELDS) : UNKNOWN;
  const value = isKnown(declared) ? atMost("constrained", declared) : resolution;
  const alias = value.value.is === "instance" ? typeOf(context, value.value, ALIASES) : UNKNOWN;
  return alias.value.is === "collection" ? atMost("constrained", alias) : value;
}

/** The declared type of a definition or instance, with its type arguments. */
export const typeOf = (
  context: LinkContext,
  { places, typeArguments }: Extract<Value, { is: "definition" | "instance" }>,
  kinds: ReadonlySet<string>,
): Resolution =>
  declaredType(typeArguments === undefined ? context : context.withArguments(typeArguments), places, kinds);

/**
 * The declared type of the first of these places with one of these kinds, resolved in its own file; where overloads have types of
 * their own, the types of all.
 */
export function declaredType(context: LinkContext, places: readonly Place[], kinds: ReadonlySet<string>): Resolution {
  const types = new Map<string, Resolution[]>();
  const ofArgument = (argument: Place): Resolution => declaredType(context, [argument], VARIABLES_AND_FIELDS);
  for (const place of places) {
    const argument = context.typeArguments?.byParameter.get(keyOf(place));
    if (argument !== undefined) {
      return argument;
    }
    const definition = definitionAt(context, place);
    if (definition !== undefined && definition.type !== null && kinds.has(definition.kind)) {
      const { type } = definition;
      types.set(
        `${place.path} ${type}`,
        type.split("|").map((chain) => instantiated(context, place, context.resolve(place.path, chain), ofArgument)),
      );
      // What is passed may be for any overload.
      if (context.semantics(place.path).resultsOf === "first declaration" && !isParameter(definition.name)) {
        break;
      }
    }
  }
  const all = [...types.values()].flat();
  return places.some((place) => hasFlag(context, place, COMPUTED)) ? oneOf(all) : unionOf(all);
}

/** Each as its chain resolves. A class in several parts extends what any part does. */
export const resolvedSupers = (context: LinkContext, place: Place): Resolution[] =>
  openingsOf(context, place).flatMap((part) => {
    const { supers = [], parent = FILE } = definitionAt(context, part) ?? {};
    return supers.map((chain) => extendedBy(context, part.path, outsideOfClass(chain, part.at, parent)));
  });

const extended = openMemo<readonly Place[]>([]);

/** The same as places; one that is not of the project, or not known, has the path "". */
export function supersOf(context: LinkContext, place: Place): readonly Place[] {
  const parts = openingsOf(context, place);
  return extended(context, classKey(context, parts[0] ?? place), () => {
    const supers = parts.flatMap((part) => ownSupers(context, part));
    return firstOf(supers, (one) => classKey(context, one));
  });
}

const OUTSIDE: readonly Place[] = [{ path: "", at: 0 }];
const UNKNOWN_CLASS: readonly Place[] = [{ path: "", at: 1 }];

/** Whether it is a supertype that may be the project's: what a function is given to extend. */
export const isUnknownSuper = ({ path, at }: Place): boolean => path === "" && at === UNKNOWN_CLASS[0]?.at;

function ownSupers(context: LinkContext, place: Place): readonly Place[] {
  const { supers = [], parent = FILE } = definitionAt(context, place) ?? {};
  return supers.flatMap((chain): readonly Place[] => {
    const resolution = extendedBy(context, place.path, outsideOfClass(chain, place.at, parent));
    const places = classPlacesOf(resolution);
    return places.length > 0 ? places : resolution.value.is === "unknown" ? UNKNOWN_CLASS : OUTSIDE;
  });
}

const NAMES_OF_CLASSES: ReadonlySet<string> = new Set([...ALIASES, ...VARIABLES_AND_FIELDS]);

/** The class itself where a variable holds it, `const Mixed = Logged(Store)`, or an alias is the type of it: `new () => Store`. */
function extendedBy(context: LinkContext, path: string, chain: Chain): Resolution {
  const resolution = context.resolve(path, chain);
  const { value } = resolution;
  const held =
    value.is === "definition" || value.is === "instance" ? typeOf(context, value, NAMES_OF_CLASSES) : UNKNOWN;
  const isClass = placesOf(held).some((place) => definitionAt(context, place)?.kind === "class");
  return isClass ? held : resolution;
}

/** A supertype is looked up in the scope that encloses the class, not among its inherited members. */
export function outsideOfClass(chain: Chain, at: DefinitionAt, parent: DefinitionAt): Chain {
  const inside = bareNameChain(at, "");
  return chain.startsWith(inside) ? bareNameChain(parent, chain.slice(inside.length)) : chain;
}

/** An instance of what a class extends: all that resolve stand for it. */
export function instanceOfSupers(context: LinkContext, place: Place): Resolution {
  const supers = (definitionAt(context, place)?.supers ?? []).map((chain) => extendedBy(context, place.path, chain));
  const places = supers.flatMap(classPlacesOf);
  const isUnknown = supers.some(({ value }) => value.is === "unknown");
  return places.length === 0
    ? isUnknown
      ? UNKNOWN
      : EXTERNAL
    : { value: { is: "instance", places, own: true }, certainty: "exact" };
}

/** Those supertypes that belong to the project. */
export const knownSupersOf = (context: LinkContext, place: Place): readonly Place[] =>
  supersOf(context, place).filter(({ path }) => path !== "");

/**
 * The project's types that a type extends, then those that they extend, and so on: the nearest first. No further level is begun once
 * `most` types are known, the type itself included.
 */
export function* typesAbove(context: LinkContext, owner: Place, most: number): Generator<Place> {
  const seen = new Set([keyOf(owner)]);
  let ahead = supersOf(context, owner);
  while (ahead.length > 0 && seen.size < most) {
    const level = ahead.filter((one) => one.path !== "" && !seen.has(keyOf(one)));
    for (const one of level) {
      seen.add(keyOf(one));
      yield one;
    }
    ahead = level.flatMap((one) => supersOf(context, one));
  }
}

/** Limit on the types of one hierarchy. */
const TYPES_MAX = 50;

/** These types and all that they extend. */
export function hierarchyOf(context: LinkContext, places: readonly Place[]): readonly Place[] {
  const known = new Map(places.map((place) => [keyOf(place), place]));
  // The map grows while it is iterated over.
  for (const place of known.values()) {
    for (const above of known.size < TYPES_MAX ? knownSupersOf(context, place) : []) {
      known.set(keyOf(above), above);
    }
  }
  return [...known.values()];
}
