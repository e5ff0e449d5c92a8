// Declared types: what a variable or field holds, what a call returns, what an alias represents.

import { definitionAt, type LinkContext } from "./context.ts";
import { instantiated } from "./generics.ts";
import { atMost, isKnown, keyOf, type Place, type Resolution, UNKNOWN, unionOf, type Value } from "./resolution.ts";

/** Kinds of definitions whose members are those of the value that they hold. */
export const VALUES: ReadonlySet<string> = new Set(["variable", "field", "member", "method"]);
export const HOLDERS: ReadonlySet<string> = new Set(["variable", "field"]);
export const ALIASES: ReadonlySet<string> = new Set(["type"]);

/**
 * The value of a variable or field, and the elements if a type is an alias for a collection (`type Orders = Order[]`); anything
 * else is unchanged.
 */
export function heldBy(context: LinkContext, resolution: Resolution): Resolution {
  const given = resolution.value.is === "definition" ? holdsOf(context, resolution.value, HOLDERS) : UNKNOWN;
  const held = isKnown(given) ? atMost("constrained", given) : resolution;
  const alias = held.value.is === "instance" ? holdsOf(context, held.value, ALIASES) : UNKNOWN;
  return alias.value.is === "collection" ? atMost("constrained", alias) : held;
}

/** The same of a value, whose type parameters may stand for something. */
export const holdsOf = (
  context: LinkContext,
  { places, given }: Extract<Value, { is: "definition" | "instance" }>,
  kinds: ReadonlySet<string>,
): Resolution => holds(given === undefined ? context : context.withArguments(given), places, kinds);

/**
 * The declared type of the first of these places with one of these kinds, resolved in its own file; for overloaded functions,
 * the types of all overloads.
 */
export function holds(context: LinkContext, places: readonly Place[], kinds: ReadonlySet<string>): Resolution {
  const given = new Map<string, Resolution[]>();
  const held = (argument: Place): Resolution => holds(context, [argument], HOLDERS);
  for (const place of places) {
    const represented = context.typeArguments?.get(keyOf(place));
    if (represented !== undefined) {
      return represented;
    }
    const definition = definitionAt(context, place);
    if (definition !== undefined && definition.type !== null && kinds.has(definition.kind)) {
      const { type } = definition;
      given.set(
        `${place.path} ${type}`,
        type.split("|").map((chain) => instantiated(context, place, context.resolve(place.path, chain), held)),
      );
      const { functionsApart = false, openTypes = false } = context.semantics(place.path) ?? {};
      if (functionsApart === false || openTypes) {
        break;
      }
    }
  }
  return unionOf([...given.values()].flat());
}
