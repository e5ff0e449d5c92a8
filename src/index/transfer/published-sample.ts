// The sample of a publication: the chunks whose vectors have the smallest hashes, taken from the previous publication's sample and from the
// chunks that are published now. A reader's background is computed over it (embeddings/team-vectors.ts).
import type { Embedding } from "../../embedding/embedder.ts";
import type { Publication, TeamIndex } from "../../embedding/team-index.ts";
import type { EmbeddingKey } from "../../embedding/vector-store.ts";
import { BACKGROUND_SAMPLE_MAX, vectorHash } from "../vectors/background.ts";

/** Twice as many as a background takes: a reader may lack some of these chunks, and others may be removed later. */
const SAMPLE_MAX = 2 * BACKGROUND_SAMPLE_MAX;

interface Sampled {
  readonly key: EmbeddingKey;
  readonly path: string;
  readonly hash: number;
}

export class PublishedSample {
  /** Hashes above it are not added: a published chunk with such a hash may be missing from the previous sample. */
  #ceiling = Number.POSITIVE_INFINITY;
  #kept = new Map<number, Sampled>();

  add(key: EmbeddingKey, path: string, vector: Embedding): void {
    const hash = vectorHash(vector, 0);
    if (hash <= this.#ceiling && !this.#kept.has(hash)) {
      this.#kept.set(hash, { key, path, hash });
      if (this.#kept.size >= 2 * SAMPLE_MAX) {
        this.#shrink();
      }
    }
  }

  /** Begins with those chunks of the previous sample that are still published and in the project. */
  async begin(before: Publication, team: TeamIndex, isThere: (key: EmbeddingKey) => boolean, signal: AbortSignal) {
    const vectors = await team.vectors(
      before.sample.map(({ key }) => key),
      signal,
    );
    const hashes = [...vectors.values()].map((vector) => vectorHash(vector, 0));
    if (before.sample.length >= SAMPLE_MAX) {
      this.#ceiling = hashes.reduce((most, hash) => Math.max(most, hash), 0);
    }
    for (const { key, path } of before.sample) {
      const vector = vectors.get(key);
      if (vector !== undefined && isThere(key)) {
        this.add(key, path, vector);
      }
    }
  }

  /** Whether it has as many as a background takes, or all chunks of a smaller project. */
  isEnough(chunks: number): boolean {
    return this.#kept.size >= Math.min(BACKGROUND_SAMPLE_MAX, chunks);
  }

  take(): Publication["sample"] {
    this.#shrink();
    return [...this.#kept.values()].map(({ key, path }) => ({ key, path }));
  }

  #shrink(): void {
    const smallest = [...this.#kept].sort(([a], [b]) => a - b).slice(0, SAMPLE_MAX);
    this.#kept = new Map(smallest);
  }
}
