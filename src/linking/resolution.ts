// What a chain may resolve to, and with what certainty.
import type { Certainty, DefinitionAt } from "../vocabulary/facts.ts";

/** One definition of one file. */
export interface Place {
  readonly path: string;
  readonly at: DefinitionAt;
}

/** What type parameters stand for. */
export interface TypeArguments {
  /** By the key of each parameter. */
  readonly byParameter: ReadonlyMap<string, Resolution>;
  /**
   * How many uses of generic types are inside each other: 1 for `Box<Order>`, 2 for `Order` in `List<Box<Order>>`. 0 for the united
   * arguments of several uses.
   */
  readonly depth: number;
}

export type Value =
  /**
   * The symbol itself: a class, a function, a variable. All places declare the same symbol. `isOneOf`: they are symbols of which a
   * computation chooses one.
   */
  | {
      readonly is: "definition";
      readonly places: readonly Place[];
      readonly typeArguments?: TypeArguments;
      readonly isOneOf?: boolean;
    }
  /** An instance of a class or type. `own`: of the enclosing class, so that its members are certain. */
  | {
      readonly is: "instance";
      readonly places: readonly Place[];
      readonly own: boolean;
      readonly typeArguments?: TypeArguments;
    }
  /** The files that make up a module. */
  | { readonly is: "module"; readonly paths: readonly string[] }
  /** One of several, or all of them at once: a union, an intersection. `isOneOf`: a computation chooses one of them. */
  | { readonly is: "union"; readonly of: readonly Value[]; readonly isOneOf?: boolean }
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
  readonly certainty: Certainty;
}

export const UNKNOWN: Resolution = { value: { is: "unknown" }, certainty: "exact" };
export const EXTERNAL: Resolution = { value: { is: "external" }, certainty: "exact" };

/** The same value with at most this certainty. */
export const atMost = (certainty: Certainty, resolution: Resolution): Resolution =>
  RANKS[certainty] <= RANKS[resolution.certainty] ? resolution : { ...resolution, certainty };

const RANKS: Readonly<Record<Certainty, number>> = { exact: 0, constrained: 1, heuristic: 2 };

/** Of a value that is one of several: of which a computation chooses one. */
export const isOneOf = ({ value }: Pick<Resolution, "value">): boolean =>
  (value.is === "definition" || value.is === "union") && value.isOneOf === true;

/** The same value as one of several of which a computation chooses one. */
export const asOneOf = (resolution: Resolution): Resolution =>
  resolution.value.is === "definition" || resolution.value.is === "union"
    ? { ...resolution, value: { ...resolution.value, isOneOf: true } }
    : resolution;

export const isKnown = ({ value }: Resolution): boolean => value.is !== "unknown" && value.is !== "external";

/** What these declare, all of them one symbol; unknown where there are none. */
export const definitionOf = (places: readonly Place[], certainty: Resolution["certainty"] = "exact"): Resolution =>
  places.length === 0 ? UNKNOWN : { value: { is: "definition", places }, certainty };

/** The declarations of a definition; none of any other value. */
export const placesOf = ({ value }: Pick<Resolution, "value">): readonly Place[] =>
  value.is === "definition" ? value.places : NONE;

/** Of a class, or of what it is an instance of; none of any other value. */
export const classPlacesOf = ({ value }: Resolution): readonly Place[] =>
  value.is === "definition" || value.is === "instance" ? value.places : NONE;

const NONE: readonly Place[] = [];

/** Null for an unknown or external resolution: so a look-up says that the next one is to be tried. */
export const orNull = (resolution: Resolution): Resolution | null => (isKnown(resolution) ? resolution : null);

/** The same, with what type parameters stand for in it, unless that is known. */
export const withTypeArguments = (resolution: Resolution, typeArguments: TypeArguments | undefined): Resolution =>
  typeArguments === undefined ? resolution : { ...resolution, value: filledIn(resolution.value, typeArguments) };

function filledIn(value: Value, typeArguments: TypeArguments): Value {
  switch (value.is) {
    case "definition":
    case "instance":
      return value.typeArguments === undefined ? { ...value, typeArguments } : value;
    case "collection":
    case "keys":
      return { ...value, of: filledIn(value.of, typeArguments) };
    case "union":
      return { ...value, of: value.of.map((one) => filledIn(one, typeArguments)) };
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
  const all = value.of.map((one) => step({ value: one, certainty }));
  return value.isOneOf === true ? oneOf(all) : unionOf(all);
}

/** What all of these have in common, one of which a computation chooses: where one is not known, the others are not proven. */
export function oneOf(all: readonly Resolution[]): Resolution {
  const one = asOneOf(unionOf(all));
  return all.every(isKnown) ? one : atMost("heuristic", one);
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
    const typeArguments = unionOfArguments(known.map(({ value }) => value));
    const value: Value = { is: "definition", places: places.flat(), ...(known.some(isOneOf) ? { isOneOf: true } : {}) };
    return { value: typeArguments === null ? value : { ...value, typeArguments }, certainty: leastOf(known) };
  }
  return { value: { is: "union", of: known.map(({ value }) => value) }, certainty: leastOf(known) };
}

const leastOf = (all: readonly Resolution[]): Certainty =>
  all.some(({ certainty }) => certainty === "heuristic") ? "heuristic" : "constrained";

/**
 * A parameter for which several of these have an argument stands for any of these arguments; for the last one where an argument is a
 * use of a generic type itself, since a type may use itself with ever more arguments.
 */
function unionOfArguments(values: readonly Value[]): TypeArguments | null {
  const all = values.flatMap((value) => (value.is === "definition" ? (value.typeArguments ?? []) : []));
  const byParameter = new Map<string, Resolution>();
  for (const [parameter, argument] of all.flatMap((one) => [...one.byParameter])) {
    const other = byParameter.get(parameter);
    const isUnited =
      other !== undefined && !isUse(other) && !isUse(argument) && !isSameValue(other.value, argument.value);
    byParameter.set(parameter, isUnited ? unionOf([other, argument]) : argument);
  }
  return all.length === 0 ? null : { byParameter, depth: 0 };
}

const isUse = ({ value }: Resolution): boolean =>
  (value.is === "instance" || value.is === "definition") && value.typeArguments !== undefined;

const isSameValue = (one: Value, other: Value): boolean =>
  (one.is === "instance" || one.is === "definition") &&
  one.is === other.is &&
  one.places.length === other.places.length &&
  one.places.every((place, at) => keyOf(place) === keyOf(other.places[at] ?? place));

/** With more separate definitions, a name says too little. */
const MEANT_MAX = 8;

/** Each of these may be meant; unknown if there are none, or too many. */
export function oneOfFew(all: readonly Place[]): Resolution {
  const places = firstOf(all, keyOf);
  return places.length > MEANT_MAX ? UNKNOWN : definitionOf(places, "constrained");
}
