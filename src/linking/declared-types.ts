// Declared types: of a variable or field, of the result of a call, of what an alias represents.

import { isParameter } from "../vocabulary/chain.ts";
import { COMPUTED } from "../vocabulary/facts.ts";
import { definitionAt, hasFlag } from "./context.ts";
import { instantiated } from "./generics.ts";
import {
  atMost,
  isKnown,
  keyOf,
  oneOf,
  type Place,
  type Resolution,
  UNKNOWN,
  unionOf,
  type Value,
} from "./resolution.ts";
import type { LinkContext } from "./semantics.ts";

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
