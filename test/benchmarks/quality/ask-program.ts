// One question put to the real program: its ranking, and its answer at each size, as an arm's reply.
import type { SearchResult } from "../../../src/search/answer/search-result.ts";
import { DEPTH, type Place } from "../../support/judged.ts";
import { BUDGETS, type Budget, type Carried, type Reply } from "./arm.ts";
import type { Asking, Program } from "./program.ts";

/** Ten places and nothing else: room for all of them, whatever their names. */
export const RANKING: Asking = { topK: DEPTH, detail: "locations", maxTokens: 20_000 };
/** The program's own default: what a client gets that says nothing. */
const TIMED_BUDGET = 4_000;

export function placesOf({ hits }: SearchResult): Place[] {
  return hits.map(({ path, startLine, endLine }) => ({ path, startLine, endLine }));
}

function carriedBy(result: SearchResult): Carried {
  return {
    shown: result.hits.flatMap(({ path, source }) =>
      source === null ? [] : [{ path, startLine: source.startLine, endLine: source.endLine }],
    ),
    named: placesOf(result),
  };
}

/**
 * The first of the calls is the timed one, since the embedder remembers a query's vector: with the default detail and
 * `max_tokens` 4,000, it is the whole of what the server does between reading a request and writing its answer.
 */
export async function askProgram(program: Program, root: string, query: string, withBudgets: boolean): Promise<Reply> {
  const ask = (maxTokens: number) => program.ask(root, query, { topK: DEPTH, maxTokens });
  const started = performance.now();
  const answer = await ask(TIMED_BUDGET);
  const milliseconds = performance.now() - started;
  const ranking = await program.ask(root, query, RANKING);
  const carried = new Map<Budget, Carried>();
  for (const budget of withBudgets ? BUDGETS : []) {
    carried.set(budget, carriedBy(budget === TIMED_BUDGET ? answer : await ask(budget)));
  }
  return { hits: placesOf(ranking), carried, milliseconds };
}
