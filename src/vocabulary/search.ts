// The request and the answer of a search, as every room sees them. All text comes from local files.
import type { ChunkId, ChunkKind, LineRange } from "./chunk.ts";

export const DETAILS = ["snippets", "files", "locations"] as const;
/** `snippets`: the chunks; `files`: the whole files they lie in; `locations`: no source at all. */
export type Detail = (typeof DETAILS)[number];

/** Narrows a search before ranking. Empty lists admit everything. */
export interface SearchFilter {
  /** Globs over project-relative paths; one starting with `!` excludes. */
  readonly paths: readonly string[];
  /** Language identifiers of the languages table (`typescript`, `go`, …). */
  readonly languages: readonly string[];
  readonly kinds: readonly ChunkKind[];
  /** A branch, tag or commit: admits only files that differ from it now. */
  readonly changedSince?: string;
}

/** Each field is part of the key of cached answers (`cacheKey` in src/search/cache/query-cache.ts). */
export interface SearchRequest {
  readonly query: string;
  /** Most hits to return, 1 to 100. */
  readonly topK: number;
  readonly filter: SearchFilter;
  readonly detail: Detail;
  /** Upper bound on tokens of the whole answer, in the encoding the statistics name. */
  readonly maxTokens: number;
  /** Whether each hit says what its score is made of. */
  readonly explain?: boolean;
}

/** One ranking signal's part in a score; a hit's shares sum to its score. */
export interface SignalShare {
  readonly signal: string;
  readonly share: number;
}

/** A ranked chunk. */
export interface Hit extends LineRange {
  /** 1-based place in this answer. */
  readonly rank: number;
  readonly chunk: ChunkId;
  /** Project-relative, `/`-separated. */
  readonly path: string;
  readonly symbol: string | null;
  readonly kind: ChunkKind;
  readonly language: string | null;
  /** Comparable within one answer only. */
  readonly score: number;
  readonly explanation: readonly SignalShare[];
  /**
   * How well this place answers, beside the places of any file: it decides who is given room first. Files are ordered by `score`, in which
   * each file's best place stands for all.
   */
  readonly placeScore: number;
}

/** Tokens of a whole file. */
export interface FileTokens {
  readonly path: string;
  readonly tokens: number;
}

/** What grep would have printed in place of an answer. */
export interface GrepEstimate {
  /** What is grepped for: one or two words of the question, as they are written there. */
  readonly words: readonly string[];
  readonly tokens: number;
}

/** What an assistant without this program would have read in place of an answer. */
export interface Alternatives {
  /** The whole files of the first three hits, each once. */
  readonly files: readonly FileTokens[];
  /** Null where there is no word to grep for. */
  readonly grep: GrepEstimate | null;
}

/** Token accounting of one answer; the method is documented in docs/inside/statistics.md. */
export interface TokenStatistics {
  /** Tokens of every file that the project admits to search. */
  readonly totalTokens: number;
  /** False while some admitted file is estimated from its size instead of counted. */
  readonly totalTokensExact: boolean;
  /** Tokens of the source that this answer carries. */
  readonly contextTokens: number;
  /** totalTokens − contextTokens, never below 0. */
  readonly savedTokens: number;
  /** 100 × savedTokens / totalTokens, one decimal; 0 for an empty project. */
  readonly savedPercent: number;
  /** Tokens of the whole files that the hits lie in: what reading those files would have cost. */
  readonly hitFilesTokens: number;
  /** Absent where the answer stands in place of nothing. */
  readonly alternatives?: Alternatives;
  /** Tokenizer encoding of every count here, such as `o200k_base`. */
  readonly encoding: string;
}

/** 100 × part / whole to one decimal; 0 of nothing. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10;

/** How much of the project an answer could see. */
export interface Coverage {
  /** Files the project admits. */
  readonly files: number;
  /** Of those, searchable by words in their present content. */
  readonly filesSearchable: number;
  /** Chunks of the searchable files. */
  readonly chunks: number;
  /** Of those, searchable by meaning. */
  readonly chunksEmbedded: number;
}
