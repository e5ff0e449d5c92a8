// The project as the gathering of a context reads it: its snapshots, its files, its model.
import type { Reading } from "../../context/gather.ts";
import type { FileHints } from "../../index/project-index.ts";
import { correctTypos } from "../../search/query/correct-typos.ts";
import { fileHintsOf } from "../../search/query/file-hints.ts";
import { bindFilter, cheapFilter, compileFilter } from "../../search/query/filter.ts";
import { parseTask } from "../../search/query/parse-query.ts";
import { beginEmbedding, readsQuery } from "../../search/ranking/query-meaning.ts";
import { NO_PHRASES } from "../../search/ranking/retrieve.ts";
import { findPhrases, likelyFiles, suspectFiles } from "../../search/ranking/words-alone.ts";
import type { CodeScene } from "../answer/answer-code.ts";
import type { OperationContext } from "../contract/operation.ts";

const NO_FILTER = { paths: [], languages: [], kinds: [] } as const;

/** What is read first of a project that was never indexed. */
export function taskHints(task: string): FileHints {
  const { query } = parseTask(task);
  return {
    ...fileHintsOf(query),
    rank: (snapshot) => likelyFiles(snapshot, query, bindFilter(cheapFilter(NO_FILTER), snapshot)),
  };
}

export async function openReading(scene: CodeScene, { signal }: Pick<OperationContext, "signal">): Promise<Reading> {
  const { session, corpus, freshness } = scene;
  const embedder = await session.embedder();
  const filter = compileFilter(NO_FILTER, session.languages, null);
  const scopeOf: Reading["scopeOf"] = (snapshot) => bindFilter(filter, snapshot);
  return {
    signal,
    isFirst: freshness.texts !== undefined,
    scopeOf,
    withSnapshot: scene.withSnapshot,
    inSlices: scene.inSlices,
    read: scene.read,
    queryOf: (snapshot, text) =>
      freshness.building ? parseTask(text).query : correctTypos(snapshot, parseTask(text).query),
    async vectorOf(query) {
      // Texts that are not indexed have no vectors, and to load the model would take the time of those that index.
      if (embedder === null || freshness.texts !== undefined || !readsQuery(embedder, query)) {
        return null;
      }
      return await beginEmbedding(embedder, query.gist, signal).vector;
    },
    async phrasesOf(query) {
      const suspects = scene.withSnapshot((snapshot) => suspectFiles(snapshot, query, scopeOf(snapshot)));
      return suspects.length === 0 ? NO_PHRASES : await findPhrases(query, suspects, corpus);
    },
  };
}
