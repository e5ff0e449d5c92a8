// The saved document of a search: its fields, what makes one valid, and how one is made from an answer. Its JSON Schema is
// storage/schema/saved-result.schema.json.
import { z } from "zod";
import type { LineRange } from "../vocabulary/chunk.ts";
import { DETAILS, type Detail, type Hit, type TokenStatistics } from "../vocabulary/search.ts";

/** The version of a saved search; saved-document.ts reads all versions. */
const SAVED_RESULT_VERSION = 1;

export const STORAGE_MODES = ["global", "in-project", "both"] as const;
export type StorageMode = (typeof STORAGE_MODES)[number];

export interface SavedStatistics {
  /** Tokens of everything that could have been searched. */
  readonly total_tokens: number;
  /** Tokens of the `content` of all `files` here. */
  readonly context_tokens: number;
  /** total_tokens − context_tokens, never below 0. */
  readonly saved_tokens: number;
  /** 100 × saved_tokens / total_tokens, one decimal. */
  readonly saved_percent: number;
  /** False where total_tokens is partly an estimate from file sizes. */
  readonly total_tokens_exact: boolean;
  /** Tokens of the whole files that the hits lie in. */
  readonly hit_files_tokens: number;
  /** Encoding of every count here. */
  readonly encoding: string;
}

/** One of several projects that were searched together. */
export interface SavedProject {
  /** The folder's name; with as many of its parents as tell two of one name apart. */
  readonly name: string;
  /** Absolute, on the machine that saved it. */
  readonly root: string;
}

export interface SavedFile {
  /** Name of its project, where several were searched. */
  readonly project?: string | undefined;
  /** Absolute, on the machine that saved it; the reader maps it to its own project root. */
  readonly path: string;
  /**
   * The text that was answered for this file, line ends as in the file. `files`: the whole file. `snippets`: its snippets and
   * the lines shown around them, in order of their lines and each once; one line, as `linesLeftOut` writes it, represents each
   * gap between two of them. `locations`: empty.
   */
  readonly content: string;
  /** The lines of the file in `content`, in order, without the lines that mark gaps; absent in older documents. */
  readonly ranges?: readonly SavedRange[] | undefined;
}

/** 1-based, inclusive. */
export interface SavedRange {
  readonly start_line: number;
  readonly end_line: number;
}

/** The line in a saved text that marks omitted lines of the file, without its line break. */
export const linesLeftOut = (first: number, last: number): string =>
  first === last ? `… line ${first} left out …` : `… lines ${first}-${last} left out …`;

export interface SavedHit {
  /** Name of its project, where several were searched. */
  readonly project?: string | undefined;
  /** Relative to the project, `/`-separated. */
  readonly path: string;
  /** 1-based, inclusive. */
  readonly start_line: number;
  readonly end_line: number;
  readonly symbol: string | null;
  readonly kind: string;
  readonly language: string | null;
  readonly score: number;
}

export interface SavedResult {
  readonly schema_version: typeof SAVED_RESULT_VERSION;
  /** The folder's name; all names, where several projects were searched. */
  readonly project: string;
  /** `joinedRoot` of several projects. */
  readonly project_root: string;
  /** Those that have a part in the answer, where several were asked for; absent otherwise. */
  readonly projects?: readonly SavedProject[] | undefined;
  readonly query: string;
  readonly storage_mode: StorageMode;
  readonly top_k: number;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly file_count: number;
  readonly statistics: SavedStatistics;
  readonly files: readonly SavedFile[];
  readonly detail: Detail;
  readonly hits: readonly SavedHit[];
  /**
   * Hex SHA-256 of each whole file's bytes when it was answered, by path relative to the project; by the absolute path, as `files` has
   * it, where several projects were searched.
   */
  readonly content_hashes: Readonly<Record<string, string>>;
}

/** What operations/ passes in to save; paths are relative to the project and `/`-separated. */
export interface AnswerToSave {
  /** Those that have a part in the answer, where several were asked for; hits and files name theirs then. */
  readonly projects?: readonly SavedProject[] | undefined;
  readonly query: string;
  readonly topK: number;
  readonly detail: Detail;
  readonly statistics: TokenStatistics;
  readonly hits: readonly (Omit<Hit, "rank" | "chunk" | "explanation" | "placeScore"> & Pick<SavedHit, "project">)[];
  readonly files: readonly {
    readonly project?: string | undefined;
    readonly path: string;
    /** See SavedFile.content. */
    readonly content: string;
    /** See SavedFile.ranges. */
    readonly ranges: readonly LineRange[];
    /** Hex SHA-256 of the whole file's bytes, as CorpusText has it. */
    readonly contentHash: string;
  }[];
}

/** Relative, `/`-separated, and inside: no empty, `.` or `..` step, no NUL. */
export const isInsidePath = (path: string): boolean =>
  !path.includes("\0") && path.split("/").every((step) => step !== "" && step !== "." && step !== "..");

const count = z.int().min(0);

/** The same in a saved document and in a line of the journal. */
export const statisticsSchema: z.ZodType<SavedStatistics> = z.object({
  total_tokens: count,
  context_tokens: count,
  saved_tokens: count,
  saved_percent: z.number().min(0).max(100),
  total_tokens_exact: z.boolean(),
  hit_files_tokens: count,
  encoding: z.string().min(1),
});

/** ISO 8601, UTC. */
export const TIMESTAMP: RegExp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;

export const savedResultSchema: z.ZodType<SavedResult> = z.object({
  schema_version: z.literal(SAVED_RESULT_VERSION),
  project: z.string().min(1),
  project_root: z.string().min(1),
  projects: z.array(z.object({ name: z.string().min(1), root: z.string().min(1) })).optional(),
  query: z.string(),
  storage_mode: z.enum(STORAGE_MODES),
  top_k: z.int().min(1),
  timestamp: z.string().regex(TIMESTAMP),
  file_count: count,
  statistics: statisticsSchema,
  files: z.array(
    z.object({
      project: z.string().min(1).optional(),
      path: z.string().min(1),
      content: z.string(),
      ranges: z.array(z.object({ start_line: z.int().min(1), end_line: z.int().min(1) })).optional(),
    }),
  ),
  detail: z.enum(DETAILS),
  hits: z.array(
    z.object({
      project: z.string().min(1).optional(),
      path: z.string().refine(isInsidePath, "is not a path inside the project"),
      start_line: z.int().min(1),
      end_line: z.int().min(1),
      symbol: z.string().nullable(),
      kind: z.string().min(1),
      language: z.string().nullable(),
      score: z.number(),
    }),
  ),
  content_hashes: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});

/** Statistics as they are written. */
export const savedStatistics = (statistics: TokenStatistics): SavedStatistics => ({
  total_tokens: statistics.totalTokens,
  context_tokens: statistics.contextTokens,
  saved_tokens: statistics.savedTokens,
  saved_percent: statistics.savedPercent,
  total_tokens_exact: statistics.totalTokensExact,
  hit_files_tokens: statistics.hitFilesTokens,
  encoding: statistics.encoding,
});

export interface SavedContext {
  readonly project: string;
  readonly mode: StorageMode;
  readonly time: Date;
  /** The project's absolute root, and how a file of the answer is written absolutely. */
  readonly root: string;
  readonly absolute: (file: Pick<SavedHit, "project" | "path">) => string;
}

/** The document of an answer, its fields in the order people look for them. */
export const savedResultOf = (answer: AnswerToSave, context: SavedContext): SavedResult => ({
  schema_version: SAVED_RESULT_VERSION,
  project: context.project,
  project_root: context.root,
  ...(answer.projects === undefined ? {} : { projects: answer.projects }),
  query: answer.query,
  storage_mode: context.mode,
  top_k: answer.topK,
  timestamp: context.time.toISOString(),
  file_count: answer.files.length,
  statistics: savedStatistics(answer.statistics),
  files: answer.files.map((file) => ({
    ...ofProject(file),
    path: context.absolute(file),
    content: file.content,
    ranges: file.ranges.map(({ startLine, endLine }) => ({ start_line: startLine, end_line: endLine })),
  })),
  detail: answer.detail,
  hits: answer.hits.map((hit) => ({
    ...ofProject(hit),
    path: hit.path,
    start_line: hit.startLine,
    end_line: hit.endLine,
    symbol: hit.symbol,
    kind: hit.kind,
    language: hit.language,
    score: hit.score,
  })),
  content_hashes: Object.fromEntries(
    answer.files.map((file) => [file.project === undefined ? file.path : context.absolute(file), file.contentHash]),
  ),
});

const ofProject = ({ project }: Pick<SavedHit, "project">) => (project === undefined ? {} : { project });
