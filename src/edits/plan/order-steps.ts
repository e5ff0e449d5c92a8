// The order in which planned symbols are edited: types, then functions and values, then tests; what is used before what uses it.
// A deletion goes the other way, so that no step leaves a use without its definition. Pure.
import { TYPE_KINDS } from "../../vocabulary/chunk.ts";

export const STAGES = ["types", "functions", "tests"] as const;
export type Stage = (typeof STAGES)[number];

export interface Orderable {
  /** `src/store.ts#Store` */
  readonly address: string;
  readonly stage: Stage;
  /** Addresses of symbols that refer to it; a member's use counts as its owner's. */
  readonly usedBy: ReadonlySet<string>;
}

export const stageOf = (kind: string, isTest: boolean): Stage =>
  isTest || kind === "test" ? "tests" : TYPE_KINDS.has(kind) ? "types" : "functions";

/** `isRemoval`: users come first. */
export function orderSteps<Step extends Orderable>(steps: readonly Step[], isRemoval: boolean): Step[] {
  const ordered = STAGES.flatMap((stage) => usedFirst(steps.filter((step) => step.stage === stage)));
  return isRemoval ? ordered.reverse() : ordered;
}

/** Keeps the given order where neither uses the other, and inside circles. */
function usedFirst<Step extends Orderable>(steps: readonly Step[]): Step[] {
  const done = new Set<Step>();
  const visit = (step: Step): void => {
    if (!done.has(step)) {
      done.add(step);
      for (const used of steps.filter((other) => other !== step && isUsedBy(other, step))) {
        visit(used);
      }
      ordered.push(step);
    }
  };
  const ordered: Step[] = [];
  for (const step of steps) {
    visit(step);
  }
  return ordered;
}

const isUsedBy = ({ usedBy }: Orderable, { address }: Orderable): boolean =>
  [...usedBy].some((user) => user === address || user.startsWith(`${address}.`));
