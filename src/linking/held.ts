// Declared types: what a variable or field holds, what a call returns, what an alias represents.
import { instantiated } from "./generics.ts";
import { atMost, isKnown, keyOf, type Place, type Reached, together, UNKNOWN, type Value } from "./value.ts";
import { definitionAt, type World } from "./world.ts";

/** Kinds of definitions whose members are those of the value that they hold. */
export const VALUES: ReadonlySet<string> = new Set(["variable", "field", "member", "method"]);
export const HOLDERS: ReadonlySet<string> = new Set(["variable", "field"]);
export const ALIASES: ReadonlySet<string> = new Set(["type"]);

/**
 * The value of a variable or field, and the elements if a type is an alias for a collection (`type Orders = Order[]`); anything
 * else is unchanged.
 */
export function heldBy(world: World, reached: Reached): Reached {
  const given = reached.value.is === "definition" ? holdsOf(world, reached.value, HOLDERS) : UNKNOWN;
  const held = isKnown(given) ? atMost("constrained", given) : reached;
  const alias = held.value.is === "instance" ? holdsOf(world, held.value, ALIASES) : UNKNOWN;
  return alias.value.is === "many" ? atMost("constrained", alias) : held;
}

/** The same of a value, whose type parameters may stand for something. */
export const holdsOf = (
  world: World,
  { places, given }: Extract<Value, { is: "definition" | "instance" }>,
  kinds: ReadonlySet<string>,
): Reached => holds(given === undefined ? world : world.inside(given), places, kinds);

/**
 * The declared type of the first of these places with one of these kinds, resolved in its own file; for overloaded functions,
 * the types of all overloads.
 */
export function holds(world: World, places: readonly Place[], kinds: ReadonlySet<string>): Reached {
  const given = new Map<string, Reached[]>();
  const held = (argument: Place): Reached => holds(world, [argument], HOLDERS);
  for (const place of places) {
    const represented = world.given?.get(keyOf(place));
    if (represented !== undefined) {
      return represented;
    }
    const definition = definitionAt(world, place);
    if (definition !== undefined && definition.type !== null && kinds.has(definition.kind)) {
      const { type } = definition;
      given.set(
        `${place.path} ${type}`,
        type.split("|").map((chain) => instantiated(world, place, world.reach(place.path, chain), held)),
      );
      const { functionsApart = false, openTypes = false } = world.rules(place.path) ?? {};
      if (functionsApart === false || openTypes) {
        break;
      }
    }
  }
  return together([...given.values()].flat());
}
