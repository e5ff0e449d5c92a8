// Passes texts to the matcher of a pattern, within a time limit. If a text crashes a parser, the others are tried without it.
import { setTimeout as pause } from "node:timers/promises";
import type { MatchTask } from "../../index/text-analyzer.ts";
import type { TextMatches } from "../../syntax/patterns/match-text.ts";
import { Failure } from "../../vocabulary/failure.ts";

export interface BatchedText {
  readonly path: string;
  readonly text: string;
}

/** A worker ends so much before the time is up, for its answer to be heard. */
const MARGIN_MS = 100;

const DIED: TextMatches = { count: 0, first: [], partial: false, trouble: "its parser did not end" };

/** Matches of the first texts, as many as there was time for. `deadlineMs` is by performance.now(). Throws CANCELLED. */
export async function matchBatch(
  texts: readonly BatchedText[],
  match: (task: Pick<MatchTask, "texts" | "timeMs">) => Promise<readonly TextMatches[]>,
  deadlineMs: number,
): Promise<readonly TextMatches[]> {
  const timeMs = deadlineMs - performance.now() - MARGIN_MS;
  if (texts.length === 0 || timeMs <= 0) {
    return [];
  }
  try {
    // What else is known of a text stays here.
    return await within(match({ texts: texts.map(({ path, text }) => ({ path, text })), timeMs }), deadlineMs);
  } catch (error) {
    if (error instanceof Failure && error.code !== "TIMED_OUT") {
      throw error;
    }
    return texts.length === 1 ? [DIED] : await oneByOne(texts, match, deadlineMs);
  }
}

async function oneByOne(...[texts, match, deadlineMs]: Parameters<typeof matchBatch>): Promise<readonly TextMatches[]> {
  const results: TextMatches[] = [];
  for (const text of texts) {
    const [result] = await matchBatch([text], match, deadlineMs);
    if (result === undefined) {
      break;
    }
    results.push(result);
  }
  return results;
}

/** Undefined if it is not there in time; a later result is ignored. */
async function within(wanted: Promise<readonly TextMatches[]>, deadlineMs: number): Promise<readonly TextMatches[]> {
  const decided = new AbortController();
  const over = pause(Math.max(1, deadlineMs - performance.now()), [], { signal: decided.signal });
  for (const late of [wanted, over]) {
    late.catch(() => undefined);
  }
  try {
    return await Promise.race([wanted, over]);
  } finally {
    decided.abort();
  }
}
