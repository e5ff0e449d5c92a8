// One search from request to answer: freshen within the wait, ask the cache or the index, record what it cost.
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

/** Files that change while they are read are tried again so often; then their hits are left out, and that is said. */
const ATTEMPTS_MAX = 3;

/** Of a first answer's time, what goes to words; the rest is for the vectors of the best candidates, which need them. */
const WORDS_SHARE = 0.6;

/** Loaded late: its database library is no part of answering `initialize`. Kept: to import again takes longer than to ask. */
const searching = once(() =>
  Promise.all([
    import("../search/search.ts"),
    import("../search/query/sought.ts"),
    import("../search/query/parse-query.ts"),
    import("../search/ranking/query-meaning.ts"),
  ]),
);

/** `operation` names the asking operation in the journal. */
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
  // The files are looked at meanwhile. Not at a project's first search: the model's process may have to start for it, beside
  // those that index.
  const isWarm = context.services.lastSearches.has(session.root);
  const begun = embedder !== null && isWarm ? beginEmbedding(embedder, parseQuery(request.query).gist, signal) : null;
  // Before the work of freshening: a ref that is not there is told at once.
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
    // A command loads the model for one answer: where most vectors are missing, it makes those that fit in a first answer's time.
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
