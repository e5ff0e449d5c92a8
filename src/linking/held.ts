// What is declared to be in a definition: what a variable or field holds, what a call gives, what an alias stands for.
import { atMost, isKnown, type Place, type Reached, together, UNKNOWN } from "./value.ts";
import { definitionAt, type World } from "./world.ts";

/** Kinds of definitions that hold what their members are asked of. */
export const VALUES: ReadonlySet<string> = new Set(["variable", "field", "member", "method"]);
export const HOLDERS: ReadonlySet<string> = new Set(["variable", "field"]);
export const ALIASES: ReadonlySet<string> = new Set(["type"]);

/** What a variable or field holds, and where a type is a name for many (`type Orders = Order[]`) those; of anything else, itself. */
export function heldBy(world: World, reached: Reached): Reached {
  const given = reached.value.is === "definition" ? holds(world, reached.value.places, HOLDERS) : UNKNOWN;
  const held = isKnown(given) ? atMost("constrained", given) : reached;
  const alias = held.value.is === "instance" ? holds(world, held.value.places, ALIASES) : UNKNOWN;
  return alias.value.is === "many" ? atMost("constrained", alias) : held;
}

/**
 * What the first of these places of such a kind says of its type, as seen from its own file; where functions are overloaded,
 * what any of them says.
 */
export function holds(world: World, places: readonly Place[], kinds: ReadonlySet<string>): Reached {
  const given = new Map<string, Reached[]>();
  for (const place of places) {
    const definition = definitionAt(world, place);
    if (definition !== undefined && definition.type !== null && kinds.has(definition.kind)) {
      const { type } = definition;
      given.set(
        `${place.path} ${type}`,
        type.split("|").map((chain) => world.reach(place.path, chain)),
      );
      const { functionsApart = false, openTypes = false } = world.rules(place.path) ?? {};
      if (functionsApart === false || openTypes) {
        break;
      }
    }
  }
  return together([...given.values()].flat());
}
