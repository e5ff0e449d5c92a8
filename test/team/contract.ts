// What every team's index does: one in memory, and a real server.
import { expect, it } from "vitest";
import type { PublishedChunk, TeamPublisher } from "../../src/embedding/team-index.ts";
import { embeddingKey } from "../../src/embedding/vector-store.ts";
import { HASH_DIMENSIONS, hashEmbedding } from "../support/hash-embedder.ts";

const TEXTS = ["open a file", "close a file", "write the journal", "parse a number", "größer als — 数"];

export const chunkOf = (text: string, path = `src/${text.split(" ").join("-")}.ts`): PublishedChunk => ({
  key: embeddingKey(text),
  path,
  words: text.split(" "),
  vector: hashEmbedding(text),
});

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/** `open`: each call opens a project of which nothing is published. */
export function itKeepsTheContract(open: () => Promise<TeamPublisher>): void {
  it("is empty, and no error, before anything is published", async () => {
    const team = await open();
    const query = hashEmbedding("file");
    expect(await team.contains([embeddingKey("x")])).toEqual(new Set());
    expect(await team.nearest(query, 10)).toEqual([]);
    expect(await team.similarities(query, [embeddingKey("x")])).toEqual(new Map());
    expect(await team.vectors([embeddingKey("x")])).toEqual(new Map());
    expect(await team.likelyPaths(["file"], null, 10)).toEqual([]);
    expect(await team.publication()).toBeNull();
  });

  it("answers from what was put, once `prepare` and `put` have returned", async () => {
    const team = await open();
    await team.prepare();
    await team.prepare();
    const chunks = TEXTS.map((text) => chunkOf(text));
    await team.put(chunks);
    // The same again changes nothing.
    await team.put(chunks.slice(0, 2));
    const keys = chunks.map(({ key }) => key);
    expect(await team.contains([...keys, embeddingKey("another")])).toEqual(new Set(keys));
    const query = hashEmbedding("open the file");
    const near = await team.nearest(query, 3);
    const expected = chunks
      .map(({ key, path, vector }) => ({ key, path, similarity: cosine(query, vector) }))
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, 3);
    expect(near.map(({ key, path }) => ({ key, path }))).toEqual(expected.map(({ key, path }) => ({ key, path })));
    for (const [at, { similarity }] of near.entries()) {
      expect(similarity).toBeCloseTo(expected[at]?.similarity ?? 0, 5);
    }
    const [first, second] = keys;
    const similarities = await team.similarities(query, [first ?? "", embeddingKey("another"), second ?? ""]);
    expect([...similarities.keys()].sort()).toEqual([first, second].sort());
    const vectors = await team.vectors(keys);
    expect(vectors.size).toBe(TEXTS.length);
    for (const { key, vector } of chunks) {
      expect(cosine(vectors.get(key) ?? new Float32Array(HASH_DIMENSIONS), vector)).toBeCloseTo(1, 5);
    }
  });

  it("proposes paths by words, and by words and meaning", async () => {
    const team = await open();
    await team.prepare();
    await team.put(TEXTS.map((text) => chunkOf(text)));
    expect(await team.likelyPaths(["journal"], null, 5)).toEqual(["src/write-the-journal.ts"]);
    const both = await team.likelyPaths(["journal"], hashEmbedding("parse a number"), 5);
    expect(both).toContain("src/write-the-journal.ts");
    expect(both).toContain("src/parse-a-number.ts");
  });

  it("lists and removes keys", async () => {
    const team = await open();
    await team.prepare();
    const chunks = TEXTS.map((text) => chunkOf(text));
    await team.put(chunks);
    const [gone, ...kept] = chunks.map(({ key }) => key);
    await team.remove([gone ?? ""]);
    const left: string[] = [];
    for await (const key of team.keys()) {
      left.push(key);
    }
    expect(left.sort()).toEqual(kept.sort());
    expect(await team.contains([gone ?? ""])).toEqual(new Set());
  });

  it("returns the last publication as it was written", async () => {
    const team = await open();
    await team.prepare();
    const publication = {
      commit: "0123456789012345678901234567890123456789",
      publishedAt: "2026-01-02T03:04:05.678Z",
      chunks: 2,
      sample: [{ key: embeddingKey("a"), path: "src/größer.ts" }],
    };
    await team.publish({ ...publication, commit: null });
    await team.publish(publication);
    expect(await team.publication()).toEqual(publication);
  });
}
