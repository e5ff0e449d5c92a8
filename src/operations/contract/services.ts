// What operations get: the settings and each project's opened rooms. app.ts creates it, once for the process.

import type { Settings } from "../../config/settings.ts";
import type { EditStore } from "../../edits/store/edit-store.ts";
import type { Embedder } from "../../embedding/embedder.ts";
import type { TeamPublisher } from "../../embedding/team-index.ts";
import type { History } from "../../history/history.ts";
import type { ProjectIndex } from "../../index/project-index.ts";
import type { LanguageModel } from "../../language-model/contract.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import type { SearchResult } from "../../search/answer/search-result.ts";
import type { QueryCache } from "../../search/cache/query-cache.ts";
import type { CallLog } from "../../statistics/call-log.ts";
import type { Journal } from "../../statistics/journal.ts";
import type { SavedResults } from "../../storage/saved-results.ts";
import type { InnerFolder } from "../../vocabulary/joined-path.ts";
import type { SearchRequest } from "../../vocabulary/search.ts";

/** A search with its answer. */
export interface AnsweredSearch {
  readonly request: SearchRequest;
  readonly result: SearchResult;
}

/** One opened project. Each room is opened at its first use. */
export interface ProjectSession {
  /** Absolute, real path; `joinedRoot` of several projects that are asked at once. */
  readonly root: string;
  /** The roots of several, by the place that marks their paths; absent for one project. */
  readonly roots?: readonly string[];
  /** Which of several lie inside another one; absent for one project. */
  readonly inner?: () => readonly InnerFolder[];
  /** The folder's name. */
  readonly name: string;
  /** The user's settings as tightened by the project's own file. */
  readonly settings: Settings;
  /**
   * The same, tightened further by another state of the project's file; `name` names it in errors. Throws INVALID_SETTING.
   */
  settingsUnder(name: string, text: string): Settings;
  corpus(): Promise<CorpusSource>;
  index(): Promise<ProjectIndex>;
  history(): Promise<History>;
  /** Null if vectors are off. */
  embedder(): Promise<Embedder | null>;
  /** Null for a project whose vectors are on this machine only. */
  team(): Promise<TeamPublisher | null>;
  saved(): Promise<SavedResults>;
  /** Its sessions of edits, and the only writer of its files. */
  edits(): Promise<EditStore>;
  /** Null if the query cache is off. */
  cache(): Promise<QueryCache | null>;
  /** Identifiers of the languages table: the values that a filter accepts. */
  readonly languages: ReadonlySet<string>;
}

export interface Services {
  /** The user's settings. */
  readonly settings: Settings;
  readonly journal: Pick<Journal, "record" | "entries">;
  readonly calls: Pick<CallLog, "isOn" | "record" | "find">;
  /** The last answer, by project root. */
  readonly lastSearches: Map<string, AnsweredSearch>;
  /** Answers about several projects; null if the query cache is off. */
  joinedCache(): Promise<QueryCache | null>;
  /**
   * The language model that the user has configured; null where none is, and always in a server: what a client asks must not spend its user's
   * money. Opened when it is first asked for. Throws INVALID_SETTING.
   */
  languageModel(): Promise<LanguageModel | null>;
  /** Opens the project at a real path, or uses the open one, for the duration of `use`; it is not closed while in use. */
  withProject<Result>(root: string, use: (session: ProjectSession) => Promise<Result>): Promise<Result>;
  /** Ends all work within two seconds, without partial writes. */
  close(): Promise<void>;
}
