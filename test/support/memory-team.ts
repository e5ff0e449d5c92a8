// A team's index in memory, exact, for tests whose subject is this side of it. `test/team/contract.ts` holds it to what a real server
// does.
import {
  NEAREST_MAX,
  type Publication,
  type PublishedChunk,
  type TeamPublisher,
} from "../../src/embedding/team-index.ts";
import type { EmbeddingKey } from "../../src/embedding/vector-store.ts";
import { Failure } from "../../src/vocabulary/failure.ts";

export interface MemoryTeam extends TeamPublisher {
  /** What is published, by key; a test may change it as a foreign hand would. */
  readonly chunks: Map<EmbeddingKey, PublishedChunk>;
  /** From now on it does not answer, or does again. */
  setDown(isDown: boolean): void;
  /** After so many more writes, each fails. */
  failAfter(puts: number): void;
  /** Calls since it was made, by name. */
  readonly calls: Record<string, number>;
}

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

export function openMemoryTeam(): MemoryTeam {
  const chunks = new Map<EmbeddingKey, PublishedChunk>();
  const calls: Record<string, number> = {};
  let publication: Publication | null = null;
  let isDown = false;
  let putsLeft = Number.POSITIVE_INFINITY;
  const answer = async <Result>(name: string, work: () => Result): Promise<Result> => {
    calls[name] = (calls[name] ?? 0) + 1;
    if (isDown) {
      throw new Failure("TEAM_INDEX_UNAVAILABLE", "the team's index at memory does not answer", { hint: "wait" });
    }
    return work();
  };
  const there = (keys: readonly EmbeddingKey[]) => keys.flatMap((key) => chunks.get(key) ?? []);
  const ranked = (query: Float32Array) =>
    [...chunks.values()]
      .map(({ key, path, vector }) => ({ key, path, similarity: cosine(query, vector) }))
      .sort((a, b) => b.similarity - a.similarity);
  return {
    name: "memory",
    chunks,
    calls,
    setDown: (value) => {
      isDown = value;
    },
    failAfter: (puts) => {
      putsLeft = puts;
    },
    contains: (keys) => answer("contains", () => new Set(there(keys).map(({ key }) => key))),
    nearest: (query, count) => answer("nearest", () => ranked(query).slice(0, Math.min(count, NEAREST_MAX))),
    likelyPaths: (words, query, count) =>
      answer("likelyPaths", () => {
        const byWords = [...chunks.values()].filter((chunk) => words.some((word) => chunk.words.includes(word)));
        const byMeaning = query === null ? [] : ranked(query).slice(0, count);
        return [...new Set([...byWords, ...byMeaning].map(({ path }) => path))].slice(0, count);
      }),
    similarities: (query, keys) =>
      answer("similarities", () => new Map(there(keys).map(({ key, vector }) => [key, cosine(query, vector)]))),
    vectors: (keys) => answer("vectors", () => new Map(there(keys).map(({ key, vector }) => [key, vector]))),
    publication: () => answer("publication", () => publication),
    prepare: () => answer("prepare", () => undefined),
    put: (some) =>
      answer("put", () => {
        putsLeft -= 1;
        if (putsLeft < 0) {
          throw new Error("the connection was lost");
        }
        for (const chunk of some) {
          chunks.set(chunk.key, chunk);
        }
      }),
    async *keys() {
      yield* chunks.keys();
    },
    remove: (keys) =>
      answer("remove", () => {
        for (const key of keys) {
          chunks.delete(key);
        }
      }),
    publish: (value) =>
      answer("publish", () => {
        publication = value;
      }),
    close: async () => undefined,
  };
}
