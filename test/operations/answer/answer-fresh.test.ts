import { describe, expect, it } from "vitest";
import type { Freshness } from "../../../src/index/project-index.ts";
import { answerFresh } from "../../../src/operations/answer/answer-fresh.ts";

const FRESH = { lagging: 0 } as Freshness;

/** The answer for files that change during the first `changing` attempts, and the waits it was brought up to date with. */
async function answered(changing: number, cancelAt = Number.POSITIVE_INFINITY) {
  const waits: number[] = [];
  const unchecked: (boolean | undefined)[] = [];
  const abort = new AbortController();
  let attempt = 0;
  const index = {
    freshen: async (options: { readonly waitMs: number; readonly unchecked?: boolean }) => {
      waits.push(options.waitMs);
      unchecked.push(options.unchecked);
      return FRESH;
    },
  };
  const context = { signal: abort.signal, onProgress: () => undefined };
  const answer = await answerFresh(
    index,
    () => ({ waitMs: 100 - attempt, embedUpTo: null, unchecked: true }),
    context,
    async () => {
      attempt += 1;
      if (attempt === cancelAt) {
        abort.abort();
      }
      return { found: `attempt ${attempt}`, changed: attempt <= changing ? 2 : 0 };
    },
  );
  return { answer, waits, unchecked };
}

describe("a fresh answer", () => {
  it("is made once where no file changes meanwhile", async () => {
    expect(await answered(0)).toEqual({
      answer: { found: "attempt 1", changed: 0, freshness: FRESH },
      waits: [100],
      unchecked: [true],
    });
  });

  it("is made again where a file changed, with what is left of the wait", async () => {
    const { answer, waits, unchecked } = await answered(1);
    expect(answer).toMatchObject({ found: "attempt 2", changed: 0 });
    expect(waits).toEqual([100, 99]);
    // A file that changed shows that the others must be looked at.
    expect(unchecked).toEqual([true, false]);
  });

  it("is given after three attempts, and says what changed", async () => {
    const { answer, waits } = await answered(9);
    expect(answer).toMatchObject({ found: "attempt 3", changed: 2 });
    expect(waits).toHaveLength(3);
  });

  it("ends when it is cancelled", async () => {
    await expect(answered(9, 2)).rejects.toMatchObject({ code: "CANCELLED" });
  });
});
