// What operations are handed: the settings in force and each project's opened rooms. app.ts makes it, once a process.
import type { Settings } from "../config/settings.ts";
import type { Embedder } from "../embedding/embedder.ts";
import type { History } from "../history/history.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import type { CorpusSource } from "../project/corpus.ts";
import type { SearchResult } from "../search/answer/search-result.ts";
import type { QueryCache } from "../search/cache/query-cache.ts";
import type { Journal } from "../statistics/journal.ts";
import type { SavedResults } from "../storage/saved-results.ts";
import type { SearchRequest } from "../vocabulary/search.ts";

/** A search as it was asked and answered. */
export interface AnsweredSearch {
  readonly request: SearchRequest;
  readonly result: SearchResult;
}

/** One opened project. Each room is opened when it is first asked for, and once. */
export interface ProjectSession {
  /** Absolute, real path. */
  readonly root: string;
  /** The folder's name. */
  readonly name: string;
  /** The user's settings as tightened by the project's own file. */
  readonly settings: Settings;
  corpus(): Promise<CorpusSource>;
  index(): Promise<ProjectIndex>;
  history(): Promise<History>;
  /** Null where vectors are off. */
  embedder(): Promise<Embedder | null>;
  saved(): Promise<SavedResults>;
  /** Null where the query cache is off. */
  cache(): Promise<QueryCache | null>;
  /** Identifiers of the languages table: those that a filter may name. */
  readonly languages: ReadonlySet<string>;
}

export interface Services {
  /** The user's settings. */
  readonly settings: Settings;
  readonly journal: Journal;
  /** What was answered last, by project root. */
  readonly lastSearches: Map<string, AnsweredSearch>;
  /**
   * Opens the project at a real path, or takes the open one, for the time of `use`: it is not closed to make room
   * while in use.
   */
  withProject<Result>(root: string, use: (session: ProjectSession) => Promise<Result>): Promise<Result>;
  /** Ends all work within two seconds, with nothing half-written. */
  close(): Promise<void>;
}
