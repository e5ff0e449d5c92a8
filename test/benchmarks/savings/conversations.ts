// Judged tasks as conversations: so many of one repository, one after another. What a turn put into the context is sent to the model
// again with each later turn.
import type { Step } from "./grep-and-read.ts";

export interface Conversation {
  readonly turns: number;
  /** What the turns put into the context. */
  readonly tokens: number;
  /** Tokens × later turns. */
  readonly resident: number;
}

/** `given`: tokens that the model has from the start. A file that was read once is not read again. */
export function converse(tasks: readonly (readonly Step[])[], given: number): Conversation {
  const read = new Set<string>();
  const steps = tasks.flat().filter(({ path }) => {
    const isNew = path === null || !read.has(path);
    if (path !== null) {
      read.add(path);
    }
    return isNew;
  });
  const turns = steps.length;
  const tokens = steps.reduce((sum, step) => sum + step.tokens, given);
  const resident = steps.reduce(
    (sum, step, at) => sum + step.tokens * (turns - 1 - at),
    given * Math.max(0, turns - 1),
  );
  return { turns, tokens, resident };
}

/** Whole groups of `size`, in order; a rest that is smaller is left out. */
export const groupsOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.floor(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
