// The input of a search.

import type { ChangedFiles } from "../project/changed-since.ts";
import type { CorpusSource } from "../project/corpus.ts";
import type { TokenCounter } from "../system/token-counter.ts";
import type { InnerFolder } from "../vocabulary/joined-path.ts";
import type { SearchRequest } from "../vocabulary/search.ts";
import type { SearchedProject } from "./answer/search-result.ts";
import type { QueryCache } from "./cache/query-cache.ts";
import type { Query } from "./query/parse-query.ts";
import type { MeaningInputs } from "./ranking/query-meaning.ts";

export interface SearchInputs extends MeaningInputs {
  /** The answer counts the files of its present corpus, which the caller's `freshen` has refreshed. */
  readonly corpus: CorpusSource;
  readonly query: Query;
  readonly request: Omit<SearchRequest, "query">;
  /** The files that the filter `changed_since` admits now; null without that filter. */
  readonly changed?: ChangedFiles | null;
  /** Null if the cache is off. */
  readonly cache: QueryCache | null;
  readonly counter: TokenCounter;
  /** Identifiers of the languages table: the ones a filter may name. */
  readonly languages: ReadonlySet<string>;
  /** Absent if one project is searched. */
  readonly projects?: JoinedSearch | undefined;
}

/** Several projects, whose index, corpus and paths are joined. */
export interface JoinedSearch {
  /** By place. */
  readonly labels: readonly string[];
  /** Which of them lie inside another one. */
  inner(): readonly InnerFolder[];
  /** Their state when the answer was made. */
  members(): readonly SearchedProject[];
}
