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
