// What a type extends, implements, mixes in or embeds.
import { bareNameChain, type Chain } from "../vocabulary/chain.ts";
import { type DefinitionAt, FILE } from "../vocabulary/facts.ts";
import { classKey, definitionAt, openingsOf } from "./context.ts";
import { openMemo } from "./memo.ts";
import { classPlacesOf, EXTERNAL, firstOf, keyOf, type Place, type Resolution } from "./resolution.ts";
import type { LinkContext } from "./semantics.ts";

/** Each as its chain resolves. A class in several parts extends what any part does. */
export function resolvedSupers(context: LinkContext, place: Place): Resolution[] {
  return openingsOf(context, place).flatMap((part) => {
    const { supers = [], parent = FILE } = definitionAt(context, part) ?? {};
    return supers.map((chain) => context.resolve(part.path, outsideOfClass(chain, part.at, parent)));
  });
}

const extended = openMemo<readonly Place[]>([]);

/** The same as places; an unresolved one has the path "". */
export function supersOf(context: LinkContext, place: Place): readonly Place[] {
  const parts = openingsOf(context, place);
  return extended(context, classKey(context, parts[0] ?? place), () => {
    const supers = parts.flatMap((part) => ownSupers(context, part));
    return firstOf(supers, (one) => classKey(context, one));
  });
}

const UNRESOLVED: readonly Place[] = [{ path: "", at: 0 }];

function ownSupers(context: LinkContext, place: Place): readonly Place[] {
  const { supers = [], parent = FILE } = definitionAt(context, place) ?? {};
  return supers.flatMap((chain): readonly Place[] => {
    const places = classPlacesOf(context.resolve(place.path, outsideOfClass(chain, place.at, parent)));
    return places.length === 0 ? UNRESOLVED : places;
  });
}

/** A supertype is looked up in the scope that encloses the class, not among its inherited members. */
export function outsideOfClass(chain: Chain, at: DefinitionAt, parent: DefinitionAt): Chain {
  const inside = bareNameChain(at, "");
  return chain.startsWith(inside) ? bareNameChain(parent, chain.slice(inside.length)) : chain;
}

/** An instance of what a class extends: all that resolve stand for it. */
export function instanceOfSupers(context: LinkContext, place: Place): Resolution {
  const supers = definitionAt(context, place)?.supers ?? [];
  const places = supers.flatMap((chain) => classPlacesOf(context.resolve(place.path, chain)));
  return places.length === 0 ? EXTERNAL : { value: { is: "instance", places, own: true }, certainty: "exact" };
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
