// What a chain may lead to, and how surely. Knows no language.
import type { Certainty } from "../vocabulary/certainty.ts";
import type { DefinitionAt } from "../vocabulary/facts.ts";

/** One definition of one file. */
export interface Place {
  readonly path: string;
  readonly at: DefinitionAt;
}

export type Value =
  /** The thing itself: a class, a function, a variable. All places declare the same symbol. */
  | { readonly is: "definition"; readonly places: readonly Place[] }
  /** An instance of a class or type. `own`: of the class around, so that its members are proven. */
  | { readonly is: "instance"; readonly places: readonly Place[]; readonly own: boolean }
  /** The files that make up a module. */
  | { readonly is: "module"; readonly paths: readonly string[] }
  /** One of several, or all of them at once: a union, an intersection. */
  | { readonly is: "several"; readonly of: readonly Value[] }
  /** An array, a list, the values of a map. */
  | { readonly is: "many"; readonly of: Value }
  /** Proven to be nothing of the project's. */
  | { readonly is: "foreign" }
  | { readonly is: "unknown" };

/** A value and the certainty of the way to it. */
export interface Reached {
  readonly value: Value;
  readonly certainty: Exclude<Certainty, "heuristic">;
}

export const UNKNOWN: Reached = { value: { is: "unknown" }, certainty: "exact" };
export const FOREIGN: Reached = { value: { is: "foreign" }, certainty: "exact" };

/** The same value, no surer than the way to it. */
export function atMost(certainty: Reached["certainty"], reached: Reached): Reached {
  return certainty === "exact" || reached.certainty === "constrained" ? reached : { ...reached, certainty };
}

export const isKnown = ({ value }: Reached): boolean => value.is !== "unknown" && value.is !== "foreign";

export const keyOf = ({ path, at }: Place): string => `${path}@${at}`;

/** Of places with the same key, the first. */
export function firstOf(places: readonly Place[], key: (place: Place) => string): readonly Place[] {
  if (places.length < 2) {
    return places;
  }
  const seen = new Set<string>();
  return places.filter((place) => seen.size < seen.add(key(place)).size);
}

/** What a step makes of each of several values, as one; of another, what it makes of that. Unknown ones are left out. */
export function overAll({ value, certainty }: Reached, step: (one: Reached) => Reached): Reached {
  if (value.is !== "several") {
    return step({ value, certainty });
  }
  return together(value.of.map((one) => step({ value: one, certainty })));
}

/** Values of which each may be meant. Definitions of each alternative are one answer: all of them are meant. */
export function together(all: readonly Reached[]): Reached {
  const known = all.filter(isKnown);
  const [first] = known;
  if (first === undefined || known.length === 1) {
    return first ?? all.find(({ value }) => value.is === "foreign") ?? UNKNOWN;
  }
  const places = known.map(({ value }) => (value.is === "definition" ? value.places : null));
  if (places.every((one) => one !== null)) {
    return { value: { is: "definition", places: places.flat() }, certainty: "constrained" };
  }
  return { value: { is: "several", of: known.map(({ value }) => value) }, certainty: "constrained" };
}

/** A name that more define, each for itself, says too little. */
const MEANT_MAX = 8;

/** Any of these may be meant; nothing is known where there are none, or many. */
export function oneOfFew(all: readonly Place[]): Reached {
  const places = firstOf(all, keyOf);
  return places.length === 0 || places.length > MEANT_MAX
    ? UNKNOWN
    : { value: { is: "definition", places }, certainty: "constrained" };
}
