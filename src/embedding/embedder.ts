// The contract of embedding/: text in, unit vectors out, all of one model.
import type { ModelId } from "../vocabulary/chunk.ts";

/** A text's vector: `dimensions` float32 values of length 1. */
export type Embedding = Float32Array;

/** `english`: text in other languages gets a vector that means nothing. */
export type ModelLanguages = "english" | "any";

export interface Embedder {
  readonly model: ModelId;
  readonly dimensions: number;
  /** Which languages the model reads. */
  readonly languages: ModelLanguages;
  /** Embeds one query ahead of all queued texts. */
  embedQuery(text: string, signal?: AbortSignal): Promise<Embedding>;
  /**
   * Embeds texts off the main thread, each in a run of its own (vectors do not depend on their neighbours).
   * Answers in the order of `texts`. On cancellation the queued work is dropped and CANCELLED is thrown.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Embedding[]>;
  /**
   * Embeds as many of the texts as `ms` milliseconds allow, the first ones first and ahead of all queued texts. Answers in
   * their order, null for a text that time did not allow or that fails by itself; throws where the model fails.
   */
  embedWithin(texts: readonly string[], ms: number, signal?: AbortSignal): Promise<(Embedding | null)[]>;
  /**
   * Loads the model in advance: for a query in one worker, at the priority of queries; for texts in all workers. Errors show
   * with the first text.
   */
  warm(what: "query" | "texts"): void;
  /** How many texts are worth having in flight at once to keep every worker busy. */
  readonly parallelism: number;
  /** Ends the workers. Pending calls reject with CANCELLED. */
  close(): Promise<void>;
}
