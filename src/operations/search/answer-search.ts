// One search from request to answer: parse the query, update the index within the wait, search, record the cost.
import type { TeamIndex } from "../../embedding/team-index.ts";
import type { FileHints, Freshness } from "../../index/project-index.ts";
import { type ChangedFiles, changedSince } from "../../project/changed-since.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import { resolveCommit } from "../../project/resolve-commit.ts";
import { renderAnswer } from "../../search/answer/render-answer.ts";
import type { SearchResult } from "../../search/answer/search-result.ts";
import type { BegunEmbedding } from "../../search/ranking/query-meaning.ts";
import type { JoinedSearch } from "../../search/search-inputs.ts";
import { log } from "../../system/log.ts";
import { once } from "../../system/memo.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import { messageOf } from "../../vocabulary/failure.ts";
import type { SearchRequest } from "../../vocabulary/search.ts";
import { answerFresh, type Waits } from "../answer/answer-fresh.ts";
import { type Entry, recordAnswer } from "../answer/record-answer.ts";
import type { JoinedProjects } from "../contract/join-sessions.ts";
import type { OperationContext } from "../contract/operation.ts";
import type { AnsweredSearch, ProjectSession } from "../contract/services.ts";
import { isClear } from "./clear-answer.ts";

/** Chunks that the team's index proposes. */
const PROPOSED_MAX = 100;

/**
 * Loaded late: its database library is not needed to answer `initialize`. Kept, since importing again takes longer than a
 * lookup.
 */
const searching = once(() =>
  Promise.all([
    import("../../search/search.ts"),
    import("../../search/query/file-hints.ts"),
    import("../../search/query/parse-query.ts"),
    import("../../search/ranking/query-meaning.ts"),
    import("../../search/ranking/words-alone.ts"),
    import("../../search/query/filter.ts"),
  ]),
);

/** Loads the code of a search ahead of the first one. */
export async function loadSearch(): Promise<void> {
  await searching.get();
}

interface Asked {
  readonly request: SearchRequest;
  /** Tokens of the answer, where the caller adds to it; default the request's. */
  readonly room?: number;
}

/** Searches, records the answer, and keeps it for saving. `joined`: the projects whose session it is, where it is of several. */
export async function answerSearch(
  session: ProjectSession,
  asked: Asked,
  context: OperationContext,
  joined?: JoinedProjects,
): Promise<AnsweredSearch> {
  const { answered, entry } = await searchOnce(session, asked, context, joined);
  await recordAnswer(session, { operation: "search_codebase", ...entry }, context);
  return answered;
}

/** The same without recording the answer. `entry`: what the journal says of the search, if it is sent as it is. */
export async function searchOnce(
  session: ProjectSession,
  { request, room = request.maxTokens }: Asked,
  context: OperationContext,
  joined?: JoinedProjects,
): Promise<{ readonly answered: AnsweredSearch; readonly entry: Omit<Entry, "operation"> }> {
  const started = performance.now();
  const result = await searchFresh(session, { ...request, maxTokens: room }, context, started, joined);
  const { count } = await loadTokenCounter();
  const entry = {
    statistics: result.statistics,
    outcome: result.outcome,
    envelopeTokens: Math.max(0, count(renderAnswer(result)) - result.statistics.contextTokens),
    hits: result.hits.length,
    milliseconds: performance.now() - started,
    cached: result.parts.cache.detail.startsWith("hit"),
    lagging: result.lagging,
    query: result.query,
  };
  const answered: AnsweredSearch = { request, result };
  remember(context.services.lastSearches, session.root, answered);
  return { answered, entry };
}

/** Answers that are kept; any set of projects has one. */
const LAST_SEARCHES_MAX = 64;

function remember(searches: Map<string, AnsweredSearch>, root: string, answered: AnsweredSearch): void {
  searches.delete(root);
  searches.set(root, answered);
  const [oldest] = searches.keys();
  if (searches.size > LAST_SEARCHES_MAX && oldest !== undefined) {
    searches.delete(oldest);
  }
}

/** `started`: when the request came, by performance.now(). */
async function searchFresh(
  session: ProjectSession,
  { query: text, ...request }: SearchRequest,
  context: OperationContext,
  started: number,
  joined: JoinedProjects | undefined,
): Promise<SearchResult> {
  const [
    { searchProject },
    { fileHintsOf },
    { parseQuery },
    { beginEmbedding, readsQuery },
    { likelyFiles },
    { bindFilter, cheapFilter },
  ] = await searching.get();
  const [index, corpus, embedder, cache, counter, team] = await Promise.all([
    session.index(),
    session.corpus(),
    session.embedder(),
    session.cache(),
    loadTokenCounter(),
    session.team(),
  ]);
  const { languages } = session;
  const { signal } = context;
  const { searchWaitMs, firstAnswerMs, embedUpTo, meaningWaitMs } = session.settings;
  const query = parseQuery(text);
  // Starts while files are verified. Not at a project's first search: the model's process would have to start then, at the same time as
  // those that index.
  const isWarm = context.services.lastSearches.has(session.root);
  const isRead = embedder !== null && readsQuery(embedder, query);
  const begun = isRead && isWarm ? beginEmbedding(embedder, query.gist, signal) : null;
  // Checked before the index is updated: an unknown ref is reported at once.
  const { changedSince: ref } = request.filter;
  const changedFiles = ref === undefined ? null : await findChanged(session, corpus, joined, ref, signal);
  const admitted = cheapFilter(request.filter);
  const left = (ms: number) => Math.max(0, ms - (performance.now() - started));
  const hints = (): FileHints => ({
    ...fileHintsOf(query),
    rank: (snapshot) => likelyFiles(snapshot, query, bindFilter(admitted, snapshot)),
    proposed: proposedFiles(team, query.terms, begun, signal),
  });
  // A command asks once, and gets an answer from files that were checked.
  const unchecked = context.caller.kind !== "cli" && ref === undefined && joined === undefined;
  const waits = (): Waits => ({
    unchecked,
    waitMs: left(searchWaitMs),
    first: { waitMs: left(firstAnswerMs), hints },
    // An answer that does not use vectors does not wait for any.
    embedUpTo: isRead ? embedUpTo : 0,
  });
  const projects = joined && joinedSearch(joined);
  const inputs = {
    index,
    corpus,
    embedder,
    begun,
    query,
    request,
    meaningWaitMs,
    cache,
    counter,
    languages,
    signal,
    projects,
  };
  const { found } = await answerFresh(index, waits, context, async (freshness) => {
    const changed = changedFiles === null ? null : await changedFiles();
    const deadlineMs = isShort(freshness, context) ? started + firstAnswerMs : null;
    const result = await searchProject({ ...inputs, changed, freshness, deadlineMs });
    const isLacking = freshness.unchecked === true && !isClear(result);
    return { found: result, changed: result.changedFiles.length + (isLacking ? 1 : 0) };
  });
  return found;
}

/** Files of a project that is not indexed yet: the team's index knows better than a look at their bytes which matter. */
async function proposedFiles(
  team: TeamIndex | null,
  words: readonly string[],
  begun: BegunEmbedding | null,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (team === null) {
    return [];
  }
  try {
    const vector = (await begun?.vector.catch(() => null)) ?? null;
    return await team.likelyPaths(words, vector, PROPOSED_MAX, signal);
  } catch (error) {
    log("info", "team-index.no-proposals", { reason: messageOf(error) });
    return [];
  }
}

const joinedSearch = ({ members, session: { inner = () => [] } }: JoinedProjects): JoinedSearch => ({
  labels: members().map(({ label }) => label),
  inner,
  members: () =>
    members().map(({ label, root, commit, freshness, failure }) => ({
      label,
      root,
      ...(commit === null ? {} : { commit }),
      lagging: freshness?.lagging ?? 0,
      coverage: freshness?.coverage ?? null,
      failure: failure === null ? null : { code: failure.code, message: failure.message },
    })),
});

/** Resolves the ref at once; what is answered lists the files that differ from it now. */
async function findChanged(
  { root }: ProjectSession,
  corpus: CorpusSource,
  joined: JoinedProjects | undefined,
  ref: string,
  signal: AbortSignal,
): Promise<() => Promise<ChangedFiles>> {
  if (joined !== undefined) {
    return joined.changedSince(ref, signal);
  }
  const commit = await resolveCommit(root, ref, signal);
  return () => changedSince(corpus, commit, signal);
}

/**
 * Whether an answer takes a first answer's time at most. A command loads the model for one answer: if vectors are missing, it makes as
 * many as fit into that time.
 */
const isShort = ({ building, coverage }: Freshness, { caller }: OperationContext): boolean =>
  building || (caller.kind === "cli" && coverage.chunksEmbedded < coverage.chunks);
