// What operations are handed: the settings in force and each project's opened rooms. app.ts makes it, once a process.

import type { Embedder } from "../embedding/embedder.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import type { CorpusSource } from "../project/corpus.ts";
import type { Detail } from "../vocabulary/search.ts";

/** Values that config/ resolves and app.ts and the operations read; one field a setting, named as its key in camelCase. */
export interface Settings {
  /** Allow-list: folders (absolute) under which any caller may search. */
  readonly allowedProjects: readonly string[];
  /** Hits of a search that does not say. */
  readonly topK: number;
  /** Token budget of an answer that does not say. */
  readonly maxTokens: number;
  readonly detail: Detail;
  /** Longest wait for the words of all files, milliseconds. */
  readonly searchWaitMs: number;
  /** Wait for new chunks' vectors too where at most this many lack one. */
  readonly embedUpTo: number;
  readonly storageMode: "global" | "in-project" | "both";
  /** True leaves out the `.gitignore` of `*` in an in-project folder. */
  readonly shareSaved: boolean;
  /** Saved results of mode `global`, and known projects: `~/.context-broker`. */
  readonly dataFolder: string;
  /** Indexes, vectors and the query cache. */
  readonly cacheFolder: string;
  /** Folder of a custom model, a hub id, or null for the model of the package. */
  readonly model: string | null;
  readonly allowModelDownload: boolean;
  /** Embedding workers; 0 chooses by the cores to spare. */
  readonly embeddingWorkers: number;
  /** `off`: words only. */
  readonly vectors: "auto" | "exact" | "hnsw" | "off";
  /** Searchable chunks from which `auto` takes HNSW. */
  readonly hnswFrom: number;
  readonly queryCache: "memory" | "disk" | "off";
  /** Journal the query text too; off keeps it out of the statistics. */
  readonly journalQueries: boolean;
  /** Excluded classes that the user has turned on (`lock`, `minified`, `generated`, `vendored`, `oversized`, `secret`). */
  readonly include: readonly string[];
  /** Further ignore patterns, git's syntax. */
  readonly exclude: readonly string[];
  /** Files above are not searched, bytes. */
  readonly maxFileBytes: number;
  /** Extension or file name → language identifier, added to the languages table. */
  readonly languages: Readonly<Record<string, string>>;
  /** Projects held open at once; the least recently used closes. */
  readonly openProjects: number;
}

/** One opened project; stays open until the services close it. */
export interface ProjectSession {
  /** Absolute, real path. */
  readonly root: string;
  /** The folder's name. */
  readonly name: string;
  readonly settings: Settings;
  readonly corpus: CorpusSource;
  readonly index: ProjectIndex;
  /** Null where vectors are off. */
  readonly embedder: Embedder | null;
}

export interface Services {
  /** The user's settings; a project's own file may tighten them in its session. */
  readonly settings: Settings;
  /**
   * Opens the project at a real path, or answers the open one, for the time of `use`: it is not closed to make room
   * while in use.
   */
  withProject<Result>(root: string, use: (session: ProjectSession) => Promise<Result>): Promise<Result>;
  /** Ends all work within two seconds, with nothing half-written. */
  close(): Promise<void>;
}
