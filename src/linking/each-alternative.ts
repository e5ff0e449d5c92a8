// Applies a step to each alternative of a union. When all parts of a union are definitions, they look like several declarations
// of one symbol, and have to be told apart first.
import { isNamed } from "../vocabulary/facts.ts";
import { keyOf, overAll, type Place, type Reached, together } from "./value.ts";
import { definitionAt, type World } from "./world.ts";

/** As `overAll`, but definitions of different symbols (parts of a union) count as separate alternatives. */
export function overEach(world: World, reached: Reached, step: (one: Reached) => Reached): Reached {
  const { value, certainty } = reached;
  if (value.is !== "definition" || value.places.length < 2) {
    return overAll(reached, step);
  }
  const bySymbol = new Map<string, Place[]>();
  for (const place of value.places) {
    const definition = definitionAt(world, place);
    const symbol = definition === undefined || !isNamed(definition) ? keyOf(place) : definition.path;
    bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), place]);
  }
  const each = [...bySymbol.values()].map((places) => ({ value: { ...value, places }, certainty }));
  return each.length < 2 ? step(reached) : together(each.map(step));
}
