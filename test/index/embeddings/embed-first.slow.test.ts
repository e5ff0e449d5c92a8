// Vectors that an answer waits for, on a real index whose background embedding is held back or runs along.
import { afterEach, describe, expect, it } from "vitest";
import type { ProjectIndex } from "../../../src/index/project-index.ts";
import type { ChunkId } from "../../../src/vocabulary/chunk.ts";
import { cancelled, Failure } from "../../../src/vocabulary/failure.ts";
import { type HashEmbedder, openHashEmbedder } from "../../support/hash-embedder.ts";
import { ask, openTestProject, type TestProject, WAIT } from "../../support/test-index.ts";

const NAMES = ["alpha", "beta", "gamma", "delta", "epsilon"];
const FILES = Object.fromEntries(
  NAMES.map((name) => [`src/${name}.ts`, `export function ${name}() {\n  return "${name}";\n}\n`]),
);

let project: TestProject | undefined;
afterEach(async () => {
  await project?.dispose();
  project = undefined;
});

function start(): TestProject {
  project = openTestProject(FILES);
  return project;
}

/** As if the background had so much to embed that it never comes to an end. */
function withoutBackground(options?: Parameters<typeof openHashEmbedder>[0]): HashEmbedder {
  const embed: HashEmbedder["embed"] = (_, signal) =>
    new Promise((_, reject) => signal?.addEventListener("abort", () => reject(cancelled())));
  return { ...openHashEmbedder(options), embed };
}

const chunkOf = (index: ProjectIndex, name: string): ChunkId =>
  ask(index, (snapshot) => snapshot.documentAt(`src/${name}.ts`)?.firstChunk ?? (-1 as ChunkId));

const embeddedNames = (embedder: HashEmbedder): string[] =>
  embedder.embedded.map((text) => /function (\w+)/.exec(text)?.[1] ?? text);

/** Names whose chunk can be searched by meaning. */
const searchable = (index: ProjectIndex): string[] =>
  NAMES.filter((name) => {
    const chunk = chunkOf(index, name);
    return ask(index, (snapshot) => snapshot.vectors?.has(chunk));
  });

describe("vectors that an answer waits for", () => {
  it("are those asked for, in that order, while the background has not come to them", async () => {
    const embedder = withoutBackground();
    const index = await start().openWithVectors(embedder);
    await index.freshen(WAIT);
    const chunks = ["delta", "alpha", "gamma"].map((name) => chunkOf(index, name));
    await index.embedFirst({ chunks, waitMs: 60_000 });
    expect(embeddedNames(embedder)).toEqual(["delta", "alpha", "gamma"]);
    expect(searchable(index)).toEqual(["alpha", "gamma", "delta"]);
    expect(index.vectorStatus()).toMatchObject({ state: "stale", reason: "3 of 5 chunks are searchable by meaning" });
  });

  it("are made as far as the time allows, the first ones first", async () => {
    const embedder = withoutBackground({ delayMs: 60 });
    const index = await start().openWithVectors(embedder);
    await index.freshen(WAIT);
    const chunks = NAMES.map((name) => chunkOf(index, name));
    await index.embedFirst({ chunks, waitMs: 0 });
    expect(embedder.embedded).toEqual([]);
    await index.embedFirst({ chunks, waitMs: 150 });
    const made = embeddedNames(embedder);
    expect(made.length).toBeLessThan(5);
    expect(made).toEqual(NAMES.slice(0, made.length));
    expect(searchable(index)).toEqual(made);
  });

  it("are kept: neither the background nor the next start makes them again", async () => {
    const { openWithVectors } = start();
    const first = withoutBackground();
    const index = await openWithVectors(first);
    await index.freshen(WAIT);
    await index.embedFirst({ chunks: [chunkOf(index, "beta")], waitMs: 60_000 });
    await index.embedFirst({ chunks: [chunkOf(index, "beta")], waitMs: 60_000 });
    expect(embeddedNames(first)).toEqual(["beta"]);
    await index.close();
    const second = openHashEmbedder();
    const report = await (await openWithVectors(second)).complete({});
    expect(report.coverage).toMatchObject({ chunks: 5, chunksEmbedded: 5 });
    expect(embeddedNames(second).toSorted()).toEqual(["alpha", "delta", "epsilon", "gamma"]);
  });

  it("do not come in the way of the background, which makes the rest", async () => {
    const index = await start().openWithVectors(openHashEmbedder({ delayMs: 5 }));
    await index.freshen(WAIT);
    await index.embedFirst({ chunks: NAMES.map((name) => chunkOf(index, name)), waitMs: 12 });
    await index.complete({});
    expect(searchable(index)).toEqual(NAMES);
  });

  it("leave out a file that has changed since it was indexed, and a chunk that is no more", async () => {
    const embedder = withoutBackground();
    const { openWithVectors, write } = start();
    const index = await openWithVectors(embedder);
    await index.freshen(WAIT);
    const chunks = ["alpha", "beta"].map((name) => chunkOf(index, name));
    write("src/alpha.ts", "export function changed() {}\n");
    await index.embedFirst({ chunks: [...chunks, 4_000 as ChunkId], waitMs: 60_000 });
    expect(embeddedNames(embedder)).toEqual(["beta"]);
  });

  it("cost nothing but themselves where the model fails: the status says why", async () => {
    const failure = new Failure("EMBEDDING_UNAVAILABLE", "the model cannot be run", { hint: "repair it" });
    const index = await start().openWithVectors({
      ...withoutBackground(),
      embedWithin: () => Promise.reject(failure),
    });
    await index.freshen(WAIT);
    await index.embedFirst({ chunks: [chunkOf(index, "beta")], waitMs: 60_000 });
    expect(index.vectorStatus()).toMatchObject({ state: "unavailable", reason: "the model cannot be run" });
  });

  it("find the model loaded: that begins while words are indexed, before any text is there", async () => {
    const embedder = openHashEmbedder();
    const before: unknown[] = [];
    const index = await start().openWithVectors({
      ...embedder,
      warm: (what) => void before.push([what, embedder.embedded.length]),
    });
    await index.complete({});
    expect(before[0]).toEqual(["texts", 0]);
  });

  it("end with who wanted them", async () => {
    const index = await start().openWithVectors(withoutBackground({ delayMs: 50 }));
    await index.freshen(WAIT);
    const chunks = NAMES.map((name) => chunkOf(index, name));
    const signal = AbortSignal.timeout(70);
    await expect(index.embedFirst({ chunks, waitMs: 60_000, signal })).rejects.toMatchObject({ code: "CANCELLED" });
  });
});
