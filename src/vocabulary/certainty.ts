// How surely one name leads to another.

/** A scope or import proves it; a receiver's type or a hierarchy narrows it; the name alone says so. The surest first. */
export const CERTAINTIES = ["exact", "constrained", "heuristic"] as const;
export type Certainty = (typeof CERTAINTIES)[number];
