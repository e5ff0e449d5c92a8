// What every way of answering has in common, the program's and the baselines' alike: a name, and for each question ranked
// places and what the first tokens of the answer show.
import type { Place } from "../../support/judged.ts";

/** Sizes of an answer in tokens, within which a target is looked for. */
export const BUDGETS = [500, 1_000, 2_000, 4_000] as const;
export type Budget = (typeof BUDGETS)[number];

/** What an answer of some size carries. */
export interface Carried {
  /** Lines whose text stands in the answer. */
  readonly shown: readonly Place[];
  /** Places named without their text. */
  readonly named: readonly Place[];
}

export interface Reply {
  /** At most ten, best first. */
  readonly hits: readonly Place[];
  /** By budget; empty where budgets are not measured. */
  readonly carried: ReadonlyMap<Budget, Carried>;
  /** From question to answer, or null where it was not timed. */
  readonly milliseconds: number | null;
}

export interface Arm {
  readonly name: string;
  /** By question key. */
  readonly replies: ReadonlyMap<string, Reply>;
}

/** The reply with its paths relative to the checkout, as targets are, instead of to the folder that is the project. */
export function inCheckout(reply: Reply, prefix: string): Reply {
  if (prefix === "") {
    return reply;
  }
  const moved = (places: readonly Place[]) => places.map((place) => ({ ...place, path: `${prefix}/${place.path}` }));
  const carried = [...reply.carried].map(
    ([budget, { shown, named }]) => [budget, { shown: moved(shown), named: moved(named) }] as const,
  );
  return { ...reply, hits: moved(reply.hits), carried: new Map(carried) };
}
