// What a search is given.
import type { ChangedFiles } from "../project/changed-since.ts";
import type { CorpusSource } from "../project/corpus.ts";
import type { TokenCounter } from "../system/token-counter.ts";
import type { SearchRequest } from "../vocabulary/search.ts";
import type { SearchedProject } from "./answer/search-result.ts";
import type { QueryCache } from "./cache/query-cache.ts";
import type { Query } from "./query/parse-query.ts";
import type { MeaningInputs } from "./ranking/query-meaning.ts";

export interface SearchInputs extends MeaningInputs {
  /** Refreshed by the caller's `freshen`; its present corpus is the one the answer counts. */
  readonly corpus: CorpusSource;
  readonly query: Query;
  readonly request: Omit<SearchRequest, "query">;
  /** The present result of the filter's `changedSince`; null without one. */
  readonly changed?: ChangedFiles | null;
  /** Null where the cache is off. */
  readonly cache: QueryCache | null;
  readonly counter: TokenCounter;
  /** Identifiers of the languages table: the ones a filter may name. */
  readonly languages: ReadonlySet<string>;
  /** Absent where one project is searched. */
  readonly projects?: JoinedSearch | undefined;
}

/** Several projects, whose index, corpus and paths are joined. */
export interface JoinedSearch {
  /** By place. */
  readonly labels: readonly string[];
  /** Their state when the answer was made. */
  members(): readonly SearchedProject[];
}
