// What a question was understood as: for each clause a route, its subject, and how sure that is.
import type { Subject } from "./question.ts";
import type { Resolution } from "./resolve-subject.ts";
import type { Route } from "./route.ts";

export const CONFIDENCES = ["high", "medium", "low"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export interface Chosen {
  /** Null: no form fits, and it is searched for by meaning. */
  readonly route: Route | null;
  /** The clause. */
  readonly question: string;
  /** Null where the route is about nothing by name. */
  readonly subject: Subject | null;
  readonly resolution: Resolution;
  readonly confidence: Confidence;
  readonly rationale: string;
}

export interface Choice {
  readonly chosen: readonly Chosen[];
  /** Clauses that nothing is done for: they ask nothing beside others that do, or are too many. */
  readonly leftAside: readonly string[];
}

export type Resolve = (text: string) => Resolution;

export const worst = (confidences: readonly Confidence[]): Confidence =>
  CONFIDENCES[confidences.reduce((least, one) => Math.max(least, CONFIDENCES.indexOf(one)), 0)] ?? "low";
