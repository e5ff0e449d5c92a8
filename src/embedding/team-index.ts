// The contract of a team's shared index: one project's vectors on a server that the user has configured. The server has each vector with the
// content key of its text and the text's path, never the text itself. A wrong answer of the server can change the ranking, and nothing else:
// the text of an answer is read from local files.
import type { Embedding } from "./embedder.ts";
import type { EmbeddingKey } from "./vector-store.ts";

/** A published chunk that is near a query. */
export interface TeamMatch {
  readonly key: EmbeddingKey;
  /** Project-relative, as published. */
  readonly path: string;
  /** Cosine, −1 to 1. */
  readonly similarity: number;
}

/** What was published last. */
export interface Publication {
  /** Full id of the commit; null for a project without git. */
  readonly commit: string | null;
  /** ISO 8601, UTC. */
  readonly publishedAt: string;
  readonly chunks: number;
  /**
   * The chunks whose vectors have the smallest hashes (index/vectors/background.ts), in that order. The similarities of a query are compared
   * with those of this sample.
   */
  readonly sample: readonly { readonly key: EmbeddingKey; readonly path: string }[];
}

/**
 * Reads. Each method throws TEAM_INDEX_UNAVAILABLE if no server answers in time, or if it refuses, and CANCELLED. If nothing of the project is
 * published, answers are empty.
 */
export interface TeamIndex {
  /** For messages: the kind of server, its address and the tenant. */
  readonly name: string;
  /** The published ones of these keys. */
  contains(keys: readonly EmbeddingKey[], signal?: AbortSignal): Promise<Set<EmbeddingKey>>;
  /** The published chunks nearest to the query, nearest first; up to `count`, at most NEAREST_MAX. */
  nearest(query: Embedding, count: number, signal?: AbortSignal): Promise<TeamMatch[]>;
  /** Paths of the best chunks by words and meaning together, best first, each path once. `query` null: by words alone. */
  likelyPaths(
    words: readonly string[],
    query: Embedding | null,
    count: number,
    signal?: AbortSignal,
  ): Promise<string[]>;
  /** By key, the cosines of the published ones of these keys. */
  similarities(
    query: Embedding,
    keys: readonly EmbeddingKey[],
    signal?: AbortSignal,
  ): Promise<Map<EmbeddingKey, number>>;
  /** By key, the vectors of the published ones of these keys. Vectors that are not of length 1 are left out. */
  vectors(keys: readonly EmbeddingKey[], signal?: AbortSignal): Promise<Map<EmbeddingKey, Embedding>>;
  /** Null if nothing is published. */
  publication(signal?: AbortSignal): Promise<Publication | null>;
  close(): Promise<void>;
}

/** A server returns no more chunks than this at once. */
export const NEAREST_MAX = 10_000;

export interface PublishedChunk {
  readonly key: EmbeddingKey;
  readonly path: string;
  /** The chunk's terms, as `index/lexical/terms.ts` makes them. */
  readonly words: readonly string[];
  readonly vector: Embedding;
}

/** Writes, for `index publish`. */
export interface TeamPublisher extends TeamIndex {
  /** Creates what the server needs for the project, if it is missing; idempotent. */
  prepare(signal?: AbortSignal): Promise<void>;
  /** Returns when a majority of the replicas has them. Writing a published key again changes nothing. */
  put(chunks: readonly PublishedChunk[], signal?: AbortSignal): Promise<void>;
  /** The keys of all published chunks, in no order. */
  keys(signal?: AbortSignal): AsyncIterable<EmbeddingKey>;
  remove(keys: readonly EmbeddingKey[], signal?: AbortSignal): Promise<void>;
  publish(publication: Publication, signal?: AbortSignal): Promise<void>;
}
