// Links to functions that differ in their parameters: which of several overloads a call means is decided by the types of
// its arguments, which are mostly not known, so that such a link is not exact.
import { isFunction } from "./children.ts";
import { definitionAt } from "./context.ts";
import type { Place } from "./resolution.ts";
import type { DeclarationSemantics, LinkContext } from "./semantics.ts";
import { withoutDefaults } from "./signatures.ts";

/** `most`: how often one file may declare one function: twice where prototypes are beside definitions. */
export const certaintyOfOverloads =
  (most: number): DeclarationSemantics["certaintyOf"] =>
  (context, places) =>
    places.length > 1 && isOverloaded(context, places, most) ? "constrained" : "exact";

/** Whether functions differ by their parameters, or are more than one function's declarations in one file. */
function isOverloaded(context: LinkContext, places: readonly Place[], most: number): boolean {
  const signatures = new Set<string>();
  const counts = new Set<number>();
  const inFile = new Map<string, number>();
  for (const place of places) {
    const definition = definitionAt(context, place);
    if (definition !== undefined && isFunction(definition)) {
      counts.add(definition.parameters);
      signatures.add(withoutDefaults(definition.signature ?? ""));
      inFile.set(place.path, (inFile.get(place.path) ?? 0) + 1);
    }
  }
  return counts.size > 1 || signatures.size > 1 || [...inFile.values()].some((count) => count > most);
}
