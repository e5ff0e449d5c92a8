// Answers from an index that was brought up to date, and again if a file changed while the answer was made.
import type { FreshenOptions, Freshness, ProjectIndex } from "../../index/project-index.ts";
import { throwIfCancelled } from "../../vocabulary/failure.ts";
import { type OperationContext, progressOf } from "../contract/operation.ts";

/** Attempts for files that change while they are read; after that their content is left out, and the answer says so. */
const ATTEMPTS_MAX = 3;

/** How long to wait for the index. */
export type Waits = Pick<FreshenOptions, "waitMs" | "first" | "unchecked" | "embedUpTo">;

type Freshening = Pick<OperationContext, "signal" | "onProgress">;

/** Brings the index up to date, within the wait. CANCELLED. */
export async function freshen(
  index: Pick<ProjectIndex, "freshen">,
  waits: Waits,
  { signal, onProgress }: Freshening,
): Promise<Freshness> {
  const freshness = await index.freshen({
    ...waits,
    signal,
    onProgress: (progress) => onProgress(progressOf(progress)),
  });
  throwIfCancelled(signal);
  return freshness;
}

export interface Answered<Found> {
  readonly found: Found;
  /** Files that changed while they were read: what they hold is not in the answer. */
  readonly changed: number;
}

/** `waits` is asked before each attempt, since time has passed by then. Only the first may be from unchecked files. CANCELLED. */
export async function answerFresh<Found>(
  index: Pick<ProjectIndex, "freshen">,
  waits: () => Waits,
  context: Freshening,
  answer: (freshness: Freshness) => Promise<Answered<Found>>,
): Promise<Answered<Found> & { readonly freshness: Freshness }> {
  for (let attempt = 1; ; attempt++) {
    const { unchecked = false, ...others } = waits();
    const freshness = await freshen(index, { ...others, unchecked: unchecked && attempt === 1 }, context);
    const answered = await answer(freshness);
    throwIfCancelled(context.signal);
    if (answered.changed === 0 || attempt === ATTEMPTS_MAX) {
      return { ...answered, freshness };
    }
  }
}
