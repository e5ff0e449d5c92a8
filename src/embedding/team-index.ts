// The contract of a team's shared index: what a server that the user has configured keeps of one project. It has vectors, by the
// content keys of their texts, and where such a text was; never the text itself. What it answers can mislead the ranking, and nothing
// else: the text of an answer is read from local files.
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
   * The chunks whose vectors have the smallest hashes (vectors/background.ts), in that order: what the similarities of a query are
   * compared with.
   */
  readonly sample: readonly { readonly key: EmbeddingKey; readonly path: string }[];
}

/**
 * Reads. Each method throws TEAM_INDEX_UNAVAILABLE if no server answers in time, or refuses; CANCELLED. A project of which nothing is
 * published is empty, not an error.
 */
export interface TeamIndex {
  /** For messages: the kind of server, its address and the tenant. */
  readonly name: string;
  /** Those of the keys that are published. */
  contains(keys: readonly EmbeddingKey[], signal?: AbortSignal): Promise<Set<EmbeddingKey>>;
  /** The published chunks nearest to the query, nearest first; up to `count`, at most NEAREST_MAX. */
  nearest(query: Embedding, count: number, signal?: AbortSignal): Promise<TeamMatch[]>;
  /** Paths of the chunks that words and meaning together find best, best first, each once. Without a vector, words alone. */
  likelyPaths(
    words: readonly string[],
    query: Embedding | null,
    count: number,
    signal?: AbortSignal,
  ): Promise<string[]>;
  /** The cosines of those that are published, by key. */
  similarities(
    query: Embedding,
    keys: readonly EmbeddingKey[],
    signal?: AbortSignal,
  ): Promise<Map<EmbeddingKey, number>>;
  /** The vectors of those that are published; of unit length, others are left out. */
  vectors(keys: readonly EmbeddingKey[], signal?: AbortSignal): Promise<Map<EmbeddingKey, Embedding>>;
  /** Null if nothing is published. */
  publication(signal?: AbortSignal): Promise<Publication | null>;
  close(): Promise<void>;
}

/** More a server does not return at once. */
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
  /** Makes room for the project if there is none yet; idempotent. */
  prepare(signal?: AbortSignal): Promise<void>;
  /** Returns when a majority of the replicas has them. A key that is there already is replaced by the same. */
  put(chunks: readonly PublishedChunk[], signal?: AbortSignal): Promise<void>;
  /** Keys of everything that is published, in no order. */
  keys(signal?: AbortSignal): AsyncIterable<EmbeddingKey>;
  remove(keys: readonly EmbeddingKey[], signal?: AbortSignal): Promise<void>;
  publish(publication: Publication, signal?: AbortSignal): Promise<void>;
}
