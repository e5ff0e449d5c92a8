// How certain the link from a name to a definition is.

/**
 * Proven by a scope or import; narrowed by a receiver's type or a hierarchy; by the name alone, or on a value that is one of several,
 * of which not all are known to have that. Most certain first.
 */
export const CERTAINTIES = ["exact", "constrained", "heuristic"] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** The most certain of some; the least of all where there are none. */
export function mostCertain(all: Iterable<Certainty>): Certainty {
  const found = new Set(all);
  return CERTAINTIES.find((certainty) => found.has(certainty)) ?? "heuristic";
}
