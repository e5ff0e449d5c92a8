// A deterministic embedder without a model: a text's vector is the sum of pseudo-random vectors of its words, so that
// texts sharing words are near. For tests whose subject is not the model.
import { createHash } from "node:crypto";
import type { Embedder, Embedding } from "../../src/embedding/embedder.ts";
import type { ModelId } from "../../src/vocabulary/chunk.ts";
import { throwIfCancelled } from "../../src/vocabulary/failure.ts";

export const HASH_DIMENSIONS = 32;

const DIGEST_BYTES = 32;
const KEPT_MAX = 20_000;
const KEPT_LETTERS_MAX = 100;

/** Of words met before: the same few stand in most texts. */
const kept = new Map<string, Float64Array>();

function vectorOf(word: string): Float64Array {
  const known = kept.get(word);
  if (known !== undefined) {
    return known;
  }
  const digest = createHash("sha256").update(word).digest();
  const vector = Float64Array.from(digest, (byte) => (byte - 127.5) / 127.5);
  if (kept.size < KEPT_MAX && word.length <= KEPT_LETTERS_MAX) {
    kept.set(word, vector);
  }
  return vector;
}

export function hashEmbedding(text: string, dimensions = HASH_DIMENSIONS): Embedding {
  const vector = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [""]) {
    const ofWord = vectorOf(word);
    for (let i = 0; i < dimensions; i++) {
      vector[i] = (vector[i] ?? 0) + (ofWord[i % DIGEST_BYTES] ?? 0);
    }
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

export interface HashEmbedder extends Embedder {
  /** Texts embedded so far, in order. */
  readonly embedded: readonly string[];
}

export function openHashEmbedder(
  options: { readonly delayMs?: number; readonly dimensions?: number } = {},
): HashEmbedder {
  const { dimensions = HASH_DIMENSIONS } = options;
  const embedded: string[] = [];
  return {
    model: "hash-test" as ModelId,
    dimensions,
    languages: "any",
    parallelism: 2,
    embedded,
    embedQuery: async (text) => hashEmbedding(text, dimensions),
    embed: async (texts, signal) => {
      const vectors: Embedding[] = [];
      for (const text of texts) {
        await new Promise((resolve) => setTimeout(resolve, options.delayMs ?? 0));
        throwIfCancelled(signal);
        embedded.push(text);
        vectors.push(hashEmbedding(text, dimensions));
      }
      return vectors;
    },
    embedWithin: async (texts, ms, signal) => {
      const deadline = performance.now() + ms;
      const vectors: (Embedding | null)[] = [];
      for (const text of texts) {
        await new Promise((resolve) => setTimeout(resolve, options.delayMs ?? 0));
        throwIfCancelled(signal);
        const inTime = performance.now() < deadline;
        if (inTime) {
          embedded.push(text);
        }
        vectors.push(inTime ? hashEmbedding(text, dimensions) : null);
      }
      return vectors;
    },
    warm: () => undefined,
    close: async () => undefined,
  };
}
