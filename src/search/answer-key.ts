// The key by which a search's answer is cached: all that the answer depends on.
import type { Snapshot } from "../index/snapshot.ts";
import type { CorpusSource } from "../project/corpus.ts";
import { countProject } from "./answer/token-statistics.ts";
import { type CacheKey, cacheKey } from "./cache/query-cache.ts";
import { readsQuery } from "./ranking/query-meaning.ts";
import { RANKING_VERSION } from "./ranking/weights.ts";
import type { SearchInputs } from "./search-inputs.ts";

/** Files the project does not search, by class. */
export function excludedCounts(corpus: CorpusSource): Record<string, number> {
  const { excluded } = corpus.current();
  return Object.fromEntries(Object.entries(excluded).map(([name, { count }]) => [name, count]));
}

/**
 * Null if the answer must not be cached: files are not indexed yet, vectors are missing, search by meaning failed, or one of several projects is
 * left out.
 */
export function keyFor(snapshot: Snapshot, inputs: SearchInputs): CacheKey | null {
  const { index, corpus, embedder, query, request, freshness, counter } = inputs;
  const { coverage, lagging } = freshness;
  const status = index.vectorStatus();
  // A scan finds the same as the graph, or better, so it may be cached; a graph that lacks chunks may not.
  const settled = embedder === null || (status.state !== "stale" && status.state !== "unavailable");
  const embedded = status.state === "disabled" || embedder === null || coverage.chunksEmbedded === coverage.chunks;
  const members = inputs.projects?.members() ?? [];
  const isWhole = members.every(({ failure }) => failure === null);
  if (lagging > 0 || !isWhole || !settled || !embedded || coverage.filesSearchable < coverage.files) {
    return null;
  }
  return cacheKey({
    projectRoot: index.root,
    databaseId: snapshot.databaseId,
    generation: snapshot.generation,
    query: query.text,
    request,
    changed: inputs.changed ?? null,
    model: embedder?.model ?? null,
    isRead: embedder === null || readsQuery(embedder, query),
    rankingVersion: RANKING_VERSION,
    vectorState: `${status.state} ${status.kind} ${snapshot.vectors?.size ?? "none"} ${status.reason}`,
    encoding: counter.encoding,
    envelope: [
      freshness,
      excludedCounts(corpus),
      corpus.current().problems.length,
      countProject(snapshot, corpus.current(), true),
      members,
    ],
  });
}
