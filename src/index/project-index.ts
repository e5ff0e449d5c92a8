// The contract of index/: one project's index, kept equal to its corpus, shared by every process that opens it.

import type { TeamPublisher } from "../embedding/team-index.ts";
import type { ChunkId } from "../vocabulary/chunk.ts";
import type { Problem } from "../vocabulary/failure.ts";
import type { Coverage } from "../vocabulary/search.ts";
import type { Snapshot } from "./snapshot.ts";
import type { TextAnalyzer } from "./text-analyzer.ts";
import type { VectorKindName } from "./vectors/vector-index.ts";

/** One step of long work. */
export interface WorkCounts {
  readonly phase: "walking" | "indexing" | "embedding" | "counting";
  readonly done: number;
  /** 0 while unknown. */
  readonly total: number;
}

/** The same for progress bars, MCP progress and the status. */
export interface IndexProgress extends WorkCounts {
  /** Files or chunks a second, at present; null until it can be estimated. */
  readonly perSecond: number | null;
  readonly secondsLeft: number | null;
  /** Why it goes slowly on purpose; null where it does not. */
  readonly paused: string | null;
}

/** What a request looks for, as far as its text shows. Used to read and index the files first that most likely matter. */
export interface FileHints {
  /** Terms of the request, as `lexical/terms.ts` makes them; each once. */
  readonly terms: readonly string[];
  /** Beginnings of words in lower case, as they occur in a path: `pars` for parse and parsing. Each once. */
  readonly needles: readonly string[];
  /** Names in the request, as written. */
  readonly names: readonly string[];
  /** Terms of the names that the request is about: without a file that contains them, an answer may be about something else. */
  readonly nameTerms: readonly string[];
  /**
   * The request is about symbols of these names: only texts that have one as written are looked at closely, if there is any. Absent: about
   * whatever has the terms.
   */
  readonly exactNames?: readonly string[];
  /** Endings of paths, or folders, that the request names; in lower case. */
  readonly places: readonly string[];
  /** Paths that the team's index proposes, best first; they may be of files that do not exist here. Never rejects. */
  readonly proposed?: Promise<readonly string[]>;
  /** How far a path is from what the request asks for: 0 for source, up to 1 for side files (tests, prose, generated code). */
  sideDistance(path: string): number;
  /** The files that the request ranks first in this snapshot, best first. */
  rank(snapshot: Snapshot): readonly string[];
}

/** The texts that one request is answered from, besides the index. */
export interface FirstTexts {
  /** The snapshot with the texts of the files that it does not have. */
  over(indexed: Snapshot): Snapshot;
  /** Files that were read and are no text: binary, minified and the like. */
  readonly skipped: number;
  /** The files that the request's hints rank, best first. */
  readonly likely: readonly string[];
}

export interface FreshenOptions {
  /** How long to wait at most for the words of all files, in milliseconds. */
  readonly waitMs: number;
  /**
   * Used instead while the index has never been complete: the request is answered from the raw texts of what is not indexed, which
   * are read for at most this long. `hints` is called only then. Absent: `waitMs`, for all files.
   *
   * `hints` is null for a request that reads files itself: it waits only for what is indexed in no time. `analysed`: it needs what only analysis tells: as many of the
   * files that the hints rank are indexed first as that time allows.
   */
  readonly first?: {
    readonly waitMs: number;
    readonly hints: (() => FileHints) | null;
    readonly analysed?: boolean;
  };
  /** The answer may come before the files of a large project are compared with the index, if none has been in this process. Default: false. */
  readonly unchecked?: boolean;
  /** Also wait (within waitMs) for vectors when at most this many chunks lack one; null where the answer needs none at all. */
  readonly embedUpTo: number | null;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: IndexProgress) => void;
}

/** How well the index agrees with the files when an answer is made. */
export interface Freshness {
  /** True while the index has never been complete. */
  readonly building: boolean;
  /** Admitted files whose indexed content is not known to be their present content. 0 is fresh. */
  readonly lagging: number;
  /** The files have not been compared with the index yet, and `lagging` counts them all. Absent: they have. */
  readonly unchecked?: true;
  readonly coverage: Coverage;
  /** True while another process holds the writer lease and does the work. */
  readonly writtenElsewhere: boolean;
  readonly problems: readonly Problem[];
  /** The raw texts to answer from as well, by the project's root; absent once the index was complete. */
  readonly texts?: TextsByRoot;
}

export type TextsByRoot = ReadonlyMap<string, FirstTexts>;

/** Seconds and counts of an index run to completion. */
export interface IndexReport {
  readonly coverage: Coverage;
  readonly indexedFiles: number;
  readonly removedFiles: number;
  readonly embeddedChunks: number;
  readonly seconds: { readonly walk: number; readonly index: number; readonly embed: number; readonly total: number };
  readonly problems: readonly Problem[];
  /** One of the problems: why vectors could not be made as a whole. Null where they could, or are switched off. */
  readonly vectorFailure: Problem | null;
}

/** Which vector search serves, and why. */
export interface VectorStatus {
  readonly state: "applied" | "disabled" | "unavailable" | "stale" | "falling back";
  readonly kind: VectorKindName | null;
  readonly reason: string;
}

/** What is left to embed. */
export interface EmbeddingOutlook {
  readonly chunks: number;
  /** As earlier ones were embedded on this machine, pauses left out; null before there is a measurement, as is `seconds`. */
  readonly perSecond: number | null;
  readonly seconds: number | null;
}

/** One step of an export or import, which may begin with indexing. */
export interface TransferProgress {
  readonly phase: WorkCounts["phase"] | "checking" | "comparing" | "writing" | "publishing";
  readonly done: number;
  /** 0 while unknown. */
  readonly total: number;
}

/** Where exported vectors were made. */
export interface VectorOrigin {
  /** The folder's name. */
  readonly project: string;
  /** In hex; null where the project is in no git repository that could be read, as is `changed`. */
  readonly commit: string | null;
  /** Whether the project's files differed from the commit. */
  readonly changed: boolean | null;
  /** This program with its version. */
  readonly program: string;
}

interface TransferOptions {
  /** Absolute path. */
  readonly file: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: TransferProgress) => void;
}

export interface ExportOptions extends TransferOptions {
  /** False: a file that exists is refused. */
  readonly overwrite: boolean;
  readonly origin: VectorOrigin;
}

export interface ExportReport {
  readonly model: string;
  readonly chunks: number;
  /** Those whose vector is not in the file, because it could not be made. */
  readonly chunksLeftOut: number;
  /** Chunks of the same text in the same file have one together. */
  readonly vectors: number;
  readonly bytes: number;
  /** Of the whole file, in hex. */
  readonly sha256: string;
}

export type ImportOptions = TransferOptions;

export interface ImportReport {
  readonly origin: VectorOrigin & { readonly model: string; readonly madeAt: string };
  /** Vectors in the file. */
  readonly vectors: number;
  /** All chunks of the project: the sum of the three below. */
  readonly chunks: number;
  readonly imported: number;
  readonly presentBefore: number;
  readonly missing: number;
  /** Chunks of the project whose text has a vector in the file, whether or not it was needed. */
  readonly inFile: number;
  /** Vectors that were made again here and compared. */
  readonly compared: number;
  readonly coverage: Coverage;
  readonly problems: readonly Problem[];
}

export interface PublishOptions {
  /** Full id; null for a project without git. */
  readonly commit: string | null;
  /** Also remove what this project does not have. */
  readonly prune: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: TransferProgress) => void;
}

/** Of distinct texts. */
export interface PublishReport {
  readonly keys: number;
  /** Published before. */
  readonly there: number;
  readonly written: number;
  /** Without a vector here, or changed meanwhile. */
  readonly lacking: number;
  readonly removed: number;
}

export interface EmbedFirstOptions {
  /** Those that the answer most likely shows, first. */
  readonly chunks: readonly ChunkId[];
  /** Longest time to take, in milliseconds. */
  readonly waitMs: number;
  readonly signal?: AbortSignal;
}

export interface ProjectIndex extends TextAnalyzer {
  readonly root: string;
  /** Folder of the database and derived files. */
  readonly folder: string;
  /**
   * Checks the files and updates the index, for `waitMs` at most; the work then goes on
   * in the background, vectors after words. A file that cannot be read or parsed is a problem, not an error.
   */
  freshen(options: FreshenOptions): Promise<Freshness>;
  /**
   * Reads texts for a request that will likely come, if the index has never been complete; for some seconds at most. CANCELLED.
   */
  prepare(signal: AbortSignal): Promise<void>;
  /** The result of the last `freshen`, updated: the work has continued meanwhile. Checks no file. */
  recount(): Freshness;
  /** Runs until every admitted file is indexed and every chunk has its vector. */
  complete(options: { signal?: AbortSignal; onProgress?: (progress: IndexProgress) => void }): Promise<IndexReport>;
  /**
   * Writes the vectors of the project's chunks to a file; call `complete` before. ALREADY_EXISTS, STORAGE_UNAVAILABLE, and as
   * `importVectors` where search by meaning is off or unavailable.
   */
  exportVectors(options: ExportOptions): Promise<ExportReport>;
  /**
   * Indexes the words, then takes from a file the vectors that the project's chunks lack. Throws DOCUMENT_INVALID or
   * MODEL_MISMATCH for a file that is refused, of which nothing is used; INVALID_SETTING, EMBEDDING_UNAVAILABLE.
   */
  importVectors(options: ImportOptions): Promise<ImportReport>;
  /**
   * Writes to the team's index what it lacks of the project's vectors; call `complete` before. TEAM_INDEX_UNAVAILABLE, and as
   * `importVectors` where search by meaning is off or unavailable.
   */
  publishVectors(team: TeamPublisher, options: PublishOptions): Promise<PublishReport>;
  /** The newest committed generation; with the texts of files that it does not have, where a request was given some. */
  snapshot(texts?: TextsByRoot): Snapshot;
  /**
   * Makes the vectors that these chunks lack, the first ones first and ahead of the background's, for `waitMs` at most;
   * they are kept. Throws only CANCELLED; other failures show in `vectorStatus`. Release all snapshots before.
   */
  embedFirst(options: EmbedFirstOptions): Promise<void>;
  vectorStatus(): VectorStatus;
  /** Null where nothing is left to embed, or it cannot be. */
  outlook(): EmbeddingOutlook | null;
  /** True while this process works on the index in the background. */
  working(): boolean;
  /** What this process is doing to the index; null while it does nothing. */
  progress(): IndexProgress | null;
  /** Stops background work within two seconds and closes; nothing half-written stays behind. */
  close(): Promise<void>;
}
