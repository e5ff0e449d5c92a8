// What a chain may resolve to, and with what certainty. Independent of languages.
import type { Certainty } from "../vocabulary/certainty.ts";
import type { DefinitionAt } from "../vocabulary/facts.ts";

/** One definition of one file. */
export interface Place {
  readonly path: string;
  readonly at: DefinitionAt;
}

/** What type parameters stand for, by the key of each. */
export type TypeArguments = ReadonlyMap<string, Resolution>;

export type Value =
  /** The symbol itself: a class, a function, a variable. All places declare the same symbol. */
  | { readonly is: "definition"; readonly places: readonly Place[]; readonly given?: TypeArguments }
  /** An instance of a class or type. `own`: of the enclosing class, so that its members are certain. */
  | {
      readonly is: "instance";
      readonly places: readonly Place[];
      readonly own: boolean;
      readonly given?: TypeArguments;
    }
  /** The files that make up a module. */
  | { readonly is: "module"; readonly paths: readonly string[] }
  /** One of several, or all of them at once: a union, an intersection. */
  | { readonly is: "union"; readonly of: readonly Value[] }
  /** An array, a list, the values of a map. */
  | { readonly is: "collection"; readonly of: Value }
  /** The names of its members: `keyof X`. */
  | { readonly is: "keys"; readonly of: Value }
  /** Proven to be outside of the project. */
  | { readonly is: "external" }
  | { readonly is: "unknown" };

/** A value, and the certainty of how it was reached. */
export interface Resolution {
  readonly value: Value;
  readonly certainty: Exclude<Certainty, "heuristic">;
}

export const UNKNOWN: Resolution = { value: { is: "unknown" }, certainty: "exact" };
export const EXTERNAL: Resolution = { value: { is: "external" }, certainty: "exact" };

/** The same value with at most this certainty. */
export function atMost(certainty: Resolution["certainty"], resolution: Resolution): Resolution {
  return certainty === "exact" || resolution.certainty === "constrained" ? resolution : { ...resolution, certainty };
}

export const isKnown = ({ value }: Resolution): boolean => value.is !== "unknown" && value.is !== "external";

/** The same, with what type parameters stand for in it, unless that is known. */
export function withTypeArguments(resolution: Resolution, given: TypeArguments | undefined): Resolution {
  return given === undefined ? resolution : { ...resolution, value: filledIn(resolution.value, given) };
}

function filledIn(value: Value, given: TypeArguments): Value {
  switch (value.is) {
    case "definition":
    case "instance":
      return value.given === undefined ? { ...value, given } : value;
    case "collection":
    case "keys":
      return { ...value, of: filledIn(value.of, given) };
    case "union":
      return { ...value, of: value.of.map((one) => filledIn(one, given)) };
    default:
      return value;
  }
}

export const keyOf = ({ path, at }: Place): string => `${path}@${at}`;

/** The first of all places with the same key. */
export function firstOf(places: readonly Place[], key: (place: Place) => string): readonly Place[] {
  if (places.length < 2) {
    return places;
  }
  const seen = new Set<string>();
  return places.filter((place) => seen.size < seen.add(key(place)).size);
}

/**
 * Applies a step to each of several values and combines the results; unknown results are left out. Any other value: the step's
 * result.
 */
export function mapUnion({ value, certainty }: Resolution, step: (one: Resolution) => Resolution): Resolution {
  if (value.is !== "union") {
    return step({ value, certainty });
  }
  return unionOf(value.of.map((one) => step({ value: one, certainty })));
}

/** Combines values each of which may be meant. If all are definitions, they become one answer: all of them are meant. */
export function unionOf(all: readonly Resolution[]): Resolution {
  const known = all.filter(isKnown);
  const [first] = known;
  if (first === undefined || known.length === 1) {
    return first ?? all.find(({ value }) => value.is === "external") ?? UNKNOWN;
  }
  const places = known.map(({ value }) => (value.is === "definition" ? value.places : null));
  if (places.every((one) => one !== null)) {
    const givens = known.flatMap(({ value }) => (value.is === "definition" ? [...(value.given ?? [])] : []));
    const given = givens.length === 0 ? {} : { given: new Map(givens) };
    return { value: { is: "definition", places: places.flat(), ...given }, certainty: "constrained" };
  }
  return { value: { is: "union", of: known.map(({ value }) => value) }, certainty: "constrained" };
}

/** With more separate definitions, a name says too little. */
const MEANT_MAX = 8;

/** Each of these may be meant; unknown if there are none, or too many. */
export function oneOfFew(all: readonly Place[]): Resolution {
  const places = firstOf(all, keyOf);
  return places.length === 0 || places.length > MEANT_MAX
    ? UNKNOWN
    : { value: { is: "definition", places }, certainty: "constrained" };
}
