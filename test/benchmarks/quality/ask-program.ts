// One question put to the real program: its ranking, and its answer at each size, as an arm's reply.
import type { SearchResult } from "../../../src/search/search-result.ts";
import { DEPTH, type Place } from "../../support/judged.ts";
import { BUDGETS, type Budget, type Carried, type Reply } from "./arm.ts";
import type { JudgedQuery, Repository } from "./judged-queries.ts";
import type { Program } from "./program.ts";

/** Room for ten places, whatever their names. */
const RANKING_TOKENS = 20_000;
/** The program's own default: what a client gets that says nothing. */
const TIMED_BUDGET = 4_000;

/** Relative to the checkout, as targets are. */
const within = (prefix: string, path: string): string => (prefix === "" ? path : `${prefix}/${path}`);

function carriedBy({ hits }: SearchResult, { prefix }: Repository): Carried {
  return {
    shown: hits.flatMap(({ path, source }) =>
      source === null ? [] : [{ path: within(prefix, path), startLine: source.startLine, endLine: source.endLine }],
    ),
    named: hits.map(({ path, startLine, endLine }) => ({ path: within(prefix, path), startLine, endLine })),
  };
}

/**
 * The first of the calls is the timed one, since the embedder remembers a query's vector: with the default detail and
 * `max_tokens` 4,000, it is the whole of what the server does between reading a request and writing its answer.
 */
export async function askProgram(
  program: Program,
  repository: Repository,
  { query }: JudgedQuery,
  withBudgets: boolean,
): Promise<Reply> {
  const ask = (maxTokens: number) => program.ask(repository.root, query, { topK: DEPTH, maxTokens });
  const started = performance.now();
  const answer = await ask(TIMED_BUDGET);
  const milliseconds = performance.now() - started;
  const ranking = await program.ask(repository.root, query, {
    topK: DEPTH,
    detail: "locations",
    maxTokens: RANKING_TOKENS,
  });
  const carried = new Map<Budget, Carried>();
  for (const budget of withBudgets ? BUDGETS : []) {
    carried.set(budget, carriedBy(budget === TIMED_BUDGET ? answer : await ask(budget), repository));
  }
  const hits: Place[] = ranking.hits.map(({ path, startLine, endLine }) => ({
    path: within(repository.prefix, path),
    startLine,
    endLine,
  }));
  return { hits, carried, milliseconds };
}
