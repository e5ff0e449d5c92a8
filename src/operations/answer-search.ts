// One search from request to answer: update the index within the wait, ask the cache or the index, record the cost.
import { changedSince } from "../project/changed-since.ts";
import { resolveCommit } from "../project/resolve-commit.ts";
import { renderAnswer } from "../search/answer/render-answer.ts";
import type { SearchResult } from "../search/answer/search-result.ts";
import { once } from "../system/once.ts";
import { loadTokenCounter } from "../system/token-counter.ts";
import { throwIfCancelled } from "../vocabulary/failure.ts";
import type { SearchRequest } from "../vocabulary/search.ts";
import type { OperationContext } from "./operation.ts";
import { recordAnswer } from "./record-answer.ts";
import type { AnsweredSearch, ProjectSession } from "./services.ts";
import { progressOf } from "./work-in-hand.ts";

/** Attempts for files that change while they are read; after that their hits are left out, and the answer says so. */
const ATTEMPTS_MAX = 3;

/** Share of a first answer's time for words; the rest is for the vectors of the best candidates, which need them. */
const WORDS_SHARE = 0.6;

/**
 * Loaded late: its database library is not needed to answer `initialize`. Kept, since importing again takes longer than a
 * lookup.
 */
const searching = once(() =>
  Promise.all([
    import("../search/search.ts"),
    import("../search/query/sought.ts"),
    import("../search/query/parse-query.ts"),
    import("../search/ranking/query-meaning.ts"),
  ]),
);

/** `operation`: its name in the journal. */
export async function answerSearch(
  session: ProjectSession,
  request: SearchRequest,
  operation: string,
  context: OperationContext,
): Promise<AnsweredSearch> {
  const started = performance.now();
  const [{ searchProject }, { soughtBy }, { parseQuery }, { beginEmbedding }] = await searching.get();
  const [index, corpus, embedder, cache, counter] = await Promise.all([
    session.index(),
    session.corpus(),
    session.embedder(),
    session.cache(),
    loadTokenCounter(),
  ]);
  const { signal } = context;
  const { searchWaitMs, firstAnswerMs, embedUpTo, meaningWaitMs } = session.settings;
  const left = (ms: number) => Math.max(0, ms - (performance.now() - started));
  const sought = () => soughtBy(parseQuery(request.query), request.filter);
  // Starts while files are verified. Not at a project's first search: the model's process might have to start for it, beside
  // those that index.
  const isWarm = context.services.lastSearches.has(session.root);
  const begun = embedder !== null && isWarm ? beginEmbedding(embedder, parseQuery(request.query).gist, signal) : null;
  // Checked before the index is updated: an unknown ref is reported at once.
  const { changedSince: ref } = request.filter;
  const commit = ref === undefined ? null : await resolveCommit(session.root, ref, signal);
  let result: SearchResult;
  let attempt = 0;
  do {
    attempt += 1;
    const freshness = await index.freshen({
      waitMs: left(searchWaitMs),
      first: { waitMs: left(WORDS_SHARE * firstAnswerMs), sought },
      embedUpTo,
      signal,
      onProgress: (progress) => context.onProgress(progressOf(progress)),
    });
    throwIfCancelled(signal);
    const { languages } = session;
    // A command loads the model for one answer: if most vectors are missing, it makes as many as fit into a first answer's
    // time.
    const { chunks, chunksEmbedded } = freshness.coverage;
    const isShort = freshness.building || (context.caller.kind === "cli" && chunksEmbedded < chunks);
    result = await searchProject({
      index,
      corpus,
      embedder,
      begun,
      request,
      changed: commit === null ? null : await changedSince(corpus, commit, signal),
      freshness,
      meaningWaitMs,
      deadlineMs: isShort ? started + firstAnswerMs : null,
      cache,
      counter,
      languages,
      signal,
    });
  } while (result.changedFiles.length > 0 && attempt < ATTEMPTS_MAX);
  const told = {
    operation,
    statistics: result.statistics,
    envelopeTokens: Math.max(0, counter.count(renderAnswer(result)) - result.statistics.contextTokens),
    hits: result.hits.length,
    milliseconds: performance.now() - started,
    cached: result.parts.cache.detail.startsWith("hit"),
    lagging: result.lagging,
    query: result.query,
  };
  await recordAnswer(session, told, context);
  const answered: AnsweredSearch = { request, result };
  context.services.lastSearches.set(session.root, answered);
  return answered;
}
