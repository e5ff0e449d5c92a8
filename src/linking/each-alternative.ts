// Applies a step to each alternative of a union. When all parts of a union are definitions, they look like several declarations
// of one symbol, and have to be separated first.
import { isNamed } from "../vocabulary/facts.ts";
import { definitionAt } from "./context.ts";
import { keyOf, mapUnion, oneOf, type Place, type Resolution, unionOf } from "./resolution.ts";
import type { LinkContext } from "./semantics.ts";

/** As `mapUnion`, but definitions of different symbols (parts of a union) count as separate alternatives. */
export function mapAlternatives(
  context: LinkContext,
  resolution: Resolution,
  step: (one: Resolution) => Resolution,
): Resolution {
  const { value, certainty } = resolution;
  if (value.is !== "definition" || value.places.length < 2) {
    return mapUnion(resolution, step);
  }
  const bySymbol = new Map<string, Place[]>();
  for (const place of value.places) {
    const definition = definitionAt(context, place);
    const symbol = definition === undefined || !isNamed(definition) ? keyOf(place) : definition.path;
    bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), place]);
  }
  const each = [...bySymbol.values()].map((places) => ({ value: { ...value, places }, certainty }));
  if (each.length < 2) {
    return step(resolution);
  }
  return value.isOneOf === true ? oneOf(each.map(step)) : unionOf(each.map(step));
}
