import { describe, expect, it } from "vitest";
import type { Embedder } from "../../src/embedding/embedder.ts";
import { renderAnswer } from "../../src/search/answer/render-answer.ts";
import { structuredAnswer } from "../../src/search/answer/structured-answer.ts";
import { BYTES_PER_TOKEN } from "../../src/search/answer/token-statistics.ts";
import { QueryCache } from "../../src/search/cache/query-cache.ts";
import { beginEmbedding } from "../../src/search/ranking/query-meaning.ts";
import type { ModelId } from "../../src/vocabulary/chunk.ts";
import { Failure } from "../../src/vocabulary/failure.ts";
import { hashEmbedding, openHashEmbedder } from "../support/hash-embedder.ts";
import { type MemoryProject, memoryProject } from "../support/memory-project.ts";
import { searchMemory } from "./search-memory.ts";

const FILES = {
  "src/parser.ts":
    "/** Reads a document. */\nexport class Parser {\n  parse(text: string): string[] {\n    return text.split(',');\n  }\n}\n",
  "src/writer.ts": "export class Writer {\n  write(rows: string[]): string {\n    return rows.join(',');\n  }\n}\n",
  "src/other-writer.ts": "export class OtherWriter {\n  write(): void {}\n}\n",
  "README.md": "# Documents\n\nReads and writes documents.\n",
};
const project = await memoryProject(FILES);
const wordsOnly = await memoryProject(FILES, { withVectors: false });

/** Of the model that doubt is fitted to, for which every question is like this text. */
const likeText = (text: string): Embedder => ({
  ...openHashEmbedder(),
  model: "all-MiniLM-L6-v2@test" as ModelId,
  embedQuery: async () => hashEmbedding(text),
});

const failing = (error: unknown): Embedder => ({ ...openHashEmbedder(), embedQuery: () => Promise.reject(error) });

describe("a search", () => {
  it("finds by words and meaning together", async () => {
    const result = await searchMemory(project, { query: "how is a document parsed" });
    expect(result).toMatchObject({
      outcome: "found",
      matchType: "hybrid",
      generation: 1,
      lagging: 0,
      parts: {
        vectors: { state: "applied", detail: "exact" },
        cache: { state: "disabled" },
        diskCache: { state: "disabled" },
      },
      scope: { filesInScope: 4, excluded: { binary: 2 } },
      problems: [],
      changedFiles: [],
    });
    expect(result.hits[0]).toMatchObject({ path: "src/parser.ts", rank: 1 });
    expect(result.hits[0]?.source?.text).toContain("class Parser");
  });

  it("finds a symbol by its name", async () => {
    const result = await searchMemory(project, { query: "Parser" });
    expect(result).toMatchObject({ outcome: "found", matchType: "symbol", definitions: [] });
  });

  it("says that a name is ambiguous, lists the definitions, and gives the hits all the same", async () => {
    const result = await searchMemory(project, { query: "write" });
    expect(result.outcome).toBe("ambiguous");
    expect(result.definitions).toEqual([
      { path: "src/other-writer.ts", line: 2, symbol: "OtherWriter.write", kind: "method" },
      { path: "src/writer.ts", line: 2, symbol: "Writer.write", kind: "method" },
    ]);
    expect(result.hits.length).toBeGreaterThan(1);
  });

  it("says that nothing was found, with what was searched and the words that occur nowhere", async () => {
    const result = await searchMemory(wordsOnly, { query: "zzz qqq" }, { embedder: null });
    expect(result).toMatchObject({ outcome: "empty", matchType: "none", hits: [], coverage: { files: 4 } });
    expect(renderAnswer(result)).toContain("empty: no hits; “zzz” and “qqq” occur nowhere in the project\n");
    const scope = { ...result.scope, excluded: { oversized: 1 } };
    expect(renderAnswer({ ...result, scope })).toContain(
      "empty: no hits; “zzz” and “qqq” occur in no file that is searched\n",
    );
    const structured = structuredAnswer(result);
    expect(structured).toMatchObject({ outcome: "empty", hits: [] });
    expect(structured).not.toHaveProperty("cut");
  });

  it("says that nothing answers, with the words that occur nowhere and the nearest places alone", async () => {
    const embedder = likeText("reads a document");
    const result = await searchMemory(project, { query: "asdfgh qwertz uiop" }, { embedder });
    expect(result).toMatchObject({ outcome: "none", detail: "locations", missingWords: ["asdfgh", "qwertz", "uiop"] });
    expect(result.hits.length).toBeLessThanOrEqual(3);
    expect(result.hits.every(({ source }) => source === null)).toBe(true);
    const [first, advice] = renderAnswer(result).split("\n");
    expect(first).toBe(
      "none: nothing here answers this; “asdfgh”, “qwertz” and “uiop” occur nowhere in the project; the nearest places are listed",
    );
    expect(advice).toBe("try the words that the project itself uses, or a name");
    const structured = structuredAnswer(result);
    expect(structured).toMatchObject({ outcome: "none", missing_words: ["asdfgh", "qwertz", "uiop"] });
    expect(result.statistics.contextTokens).toBe(0);
  });

  it("says that nothing clearly answers, and gives what it has", async () => {
    const result = await searchMemory(project, { query: "where are the rows of invoices and mortgages rounded" });
    expect(result.outcome).toBe("weak");
    expect(result.hits.some(({ source }) => source !== null)).toBe(true);
    expect(renderAnswer(result)).toMatch(
      /^weak: nothing clearly answers this; “\w+”.* and “\w+” occur nowhere in the project; \d hits? \(hybrid\)\n/,
    );
  });

  it("names what occurs nowhere in an answer that is not doubtful", async () => {
    const result = await searchMemory(
      project,
      { query: "how are rows of text in a YAML document parsed and joined by the writer" },
      { embedder: likeText("reads a document parser") },
    );
    expect(result).toMatchObject({ outcome: "found", missingWords: ["YAML"] });
    expect(renderAnswer(result)).toContain("(hybrid); “YAML” occurs nowhere in the project\n");
    expect(await searchMemory(project, { query: "how is a document parsed" })).not.toHaveProperty("missingWords");
  });

  it("does not doubt what is named, nor while files are not indexed yet", async () => {
    expect((await searchMemory(project, { query: "asdfgh OtherWriter.write qwertz" })).outcome).toBe("found");
    expect((await searchMemory(project, { query: "asdfgh qwertz src/parser.ts" })).outcome).toBe("found");
    const building = { building: true, lagging: 3 };
    const embedder = likeText("reads a document");
    const early = await searchMemory(project, { query: "asdfgh qwertz uiop" }, { freshness: building, embedder });
    expect(early.outcome).toBe("found");
    expect(early).not.toHaveProperty("missingWords");
  });

  it("keeps a doubtful answer like another", async () => {
    const cache = new QueryCache(null);
    const query = "asdfgh qwertz uiop";
    const embedder = likeText("reads a document");
    const first = await searchMemory(project, { query }, { cache, embedder });
    const second = await searchMemory(project, { query }, { cache, embedder });
    expect(first.outcome).toBe("none");
    expect(second.parts.cache.detail).toContain("hit");
    expect(structuredAnswer(second)).toEqual(structuredAnswer(first));
  });

  it("narrows by paths, languages and kinds, and says so", async () => {
    const filter = { paths: ["src/**", "!**/other*"], languages: ["typescript"], kinds: ["class" as const] };
    const result = await searchMemory(project, { query: "write", filter });
    expect(new Set(result.hits.map(({ path }) => path))).toEqual(new Set(["src/writer.ts"]));
    expect(result.scope).toMatchObject({ filter, filesInScope: 2 });
    expect(renderAnswer(result)).toContain(
      "scope: paths src/** !**/other*; languages typescript; kinds class (2 files)",
    );
  });

  it.each([
    ["an empty query", { query: " " }, "empty"],
    ["an unknown language", { query: "a", filter: { paths: [], languages: ["klingon"], kinds: [] } }, "klingon"],
    ["a broken glob", { query: "a", filter: { paths: ["src/["], languages: [], kinds: [] } }, "src/["],
  ])("refuses %s", async (_, request, named) => {
    await expect(searchMemory(project, request)).rejects.toThrowError(
      expect.objectContaining({ code: "INVALID_INPUT", message: expect.stringContaining(named) as string }) as Failure,
    );
  });

  it("answers by words when the embedder fails, and says why", async () => {
    const error = new Failure("EMBEDDING_UNAVAILABLE", "the model's worker died", { hint: "none" });
    const result = await searchMemory(project, { query: "parse a document" }, { embedder: failing(error) });
    expect(result).toMatchObject({ outcome: "found", matchType: "words" });
    expect(result.parts.vectors).toEqual({
      state: "unavailable",
      detail: "the query could not be embedded: the model's worker died",
    });
    expect(renderAnswer(result)).toContain("search by meaning unavailable: the query could not be embedded");
  });

  it("does not ask a model that reads only English about a question in another language", async () => {
    const english: Embedder = { ...failing(new Error("asked")), languages: "english" };
    const result = await searchMemory(
      project,
      { query: "Wie wird ein Dokument vom Parser gelesen?" },
      { embedder: english },
    );
    expect(result).toMatchObject({ outcome: "found", matchType: "words", parts: { vectors: { state: "not used" } } });
    expect(result.corrections).toBeUndefined();
    const said =
      "The question is not in English; it was read by its words and names alone. Ask in English, or set a multilingual model.";
    expect(renderAnswer(result)).toContain(`\n${said}\n`);
    expect(structuredAnswer(result)).toMatchObject({ parts: { vectors: { state: "not used", detail: said } } });
  });

  it("asks a multilingual model, and a model that reads only English about names", async () => {
    const question = "Wie wird ein Dokument vom Parser gelesen?";
    expect((await searchMemory(project, { query: question })).parts.vectors.state).toBe("applied");
    const english: Embedder = { ...openHashEmbedder(), languages: "english" };
    expect((await searchMemory(project, { query: "Parser" }, { embedder: english })).parts.vectors.state).toBe(
      "applied",
    );
  });

  it("keeps the answers of a model that reads the question apart from those of one that does not", async () => {
    const cache = new QueryCache(null);
    const query = "Wie wird das Dokument gelesen?";
    await searchMemory(project, { query }, { cache, embedder: { ...openHashEmbedder(), languages: "english" } });
    expect((await searchMemory(project, { query }, { cache })).parts.cache.detail).toBe("miss");
    expect((await searchMemory(project, { query }, { cache })).parts.cache.detail).toContain("hit");
  });

  it("answers by words where vectors are off", async () => {
    const result = await searchMemory(wordsOnly, { query: "parse a document" }, { embedder: null });
    expect(result).toMatchObject({ outcome: "found", matchType: "words", parts: { vectors: { state: "disabled" } } });
  });

  it("ends when the caller gives up", async () => {
    const gone = new AbortController();
    gone.abort();
    await expect(searchMemory(project, { query: "parse" }, { signal: gone.signal })).rejects.toMatchObject({
      code: "CANCELLED",
    });
    const late = new AbortController();
    const slow: Embedder = {
      ...openHashEmbedder(),
      embedQuery: () => {
        late.abort();
        return Promise.reject(new Error("stopped"));
      },
    };
    await expect(
      searchMemory(project, { query: "parse" }, { signal: late.signal, embedder: slow }),
    ).rejects.toMatchObject({
      code: "CANCELLED",
    });
  });

  it("takes a snapshot for each piece of work between two waits: three for an answer, one for an answer from the cache", async () => {
    let taken = 0;
    const snapshot = () => {
      taken += 1;
      return project.snapshot;
    };
    const counted = { ...project, index: { ...project.index, snapshot } };
    const cache = new QueryCache(null);
    await searchMemory(counted, { query: "how is a document parsed" }, { cache });
    expect(taken).toBe(3);
    await searchMemory(counted, { query: "how is a document parsed" }, { cache });
    expect(taken).toBe(4);
    cache.close();
  });

  it("takes an embedding that was begun before, where it is of this query; its trouble costs the meaning alone", async () => {
    const model = openHashEmbedder();
    const query = "how is a document parsed";
    const expected = await searchMemory(project, { query });
    const never = failing(new Error("asked again"));
    const begun = beginEmbedding(model, query);
    expect(await searchMemory(project, { query }, { embedder: never, begun })).toEqual(expected);
    const ofAnother = beginEmbedding(model, "something else");
    expect(await searchMemory(project, { query }, { begun: ofAnother })).toEqual(expected);
    const broken = beginEmbedding(failing(new Error("no model")), query);
    const result = await searchMemory(project, { query }, { begun: broken });
    expect(result).toMatchObject({ matchType: "words", parts: { vectors: { state: "unavailable" } } });
  });

  it("says how far the index lags and how complete it is", async () => {
    const coverage = { files: 3_019, filesSearchable: 3_019, chunks: 21_514, chunksEmbedded: 1_240 };
    const result = await searchMemory(project, { query: "parse" }, { freshness: { lagging: 2, coverage } });
    const text = renderAnswer(result);
    expect(text).toContain("meaning index 1,240/21,514");
    expect(text).toContain("2 files not indexed yet");
    expect(structuredAnswer(result)).toMatchObject({
      index: { lagging_files: 2 },
      completeness: { files: 3_019, files_by_words: 3_019, chunks: 21_514, chunks_by_meaning: 1_240 },
    });
  });

  it("names the trouble where every chunk has a vector and those that are elsewhere cannot be fetched", async () => {
    const result = await searchMemory(project, { query: "parse" });
    const vectors = { state: "stale", detail: "team: the team's index at host:443 does not answer" } as const;
    const text = renderAnswer({ ...result, parts: { ...result.parts, vectors } });
    expect(text).toContain("search by meaning stale: team: the team's index at host:443 does not answer");
    expect(renderAnswer(result)).not.toContain("search by meaning");
  });

  it("estimates the project's tokens from its size until they are counted, and says so", async () => {
    const uncounted = await memoryProject(FILES, { counted: false });
    const { statistics } = await searchMemory(uncounted, { query: "parse" });
    const bytes = Object.values(FILES).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(statistics).toMatchObject({ totalTokensExact: false, totalTokens: Math.round(bytes / BYTES_PER_TOKEN) });
  });
});

describe("a search with a cache", () => {
  const ask = (subject: MemoryProject, cache = new QueryCache(null)) => ({
    cache,
    search: (query: string, asking = {}) => searchMemory(subject, { query }, { cache, ...asking }),
  });

  it("gives the same answer again from memory, whatever the spaces in the query", async () => {
    const { search } = ask(project);
    const first = await search("parse  a document");
    expect(first.parts.cache).toEqual({ state: "applied", detail: "miss" });
    const second = await search(" parse a\tdocument ");
    expect(second.parts.cache).toEqual({ state: "applied", detail: "hit, memory" });
    expect({ ...second, parts: null }).toEqual({ ...first, parts: null });
  });

  it("does not serve it to another generation", async () => {
    const { cache, search } = ask(project);
    await search("parse");
    const next = await memoryProject(FILES, { generation: 2 });
    expect((await searchMemory(next, { query: "parse" }, { cache })).parts.cache.detail).toBe("miss");
  });

  it.each([
    ["files lag", { freshness: { lagging: 1 } }],
    ["words are missing", { freshness: { coverage: { files: 5, filesSearchable: 4, chunks: 6, chunksEmbedded: 6 } } }],
    [
      "vectors are missing",
      { freshness: { coverage: { files: 4, filesSearchable: 4, chunks: 6, chunksEmbedded: 5 } } },
    ],
  ])("keeps nothing while %s", async (_, asking) => {
    const { search } = ask(project);
    expect((await search("parse", asking)).parts.cache.detail).toBe("not kept");
    expect((await search("parse", asking)).parts.cache.detail).toBe("not kept");
  });

  it("keeps nothing that was answered without the meaning it should have had", async () => {
    const { search } = ask(project);
    await search("parse", { embedder: failing(new Error("down")) });
    const again = await search("parse");
    expect(again.parts.cache.detail).toBe("miss");
    expect(again.parts.vectors.state).toBe("applied");
  });

  it("keeps nothing that was read while files moved", async () => {
    const moving = await memoryProject(FILES);
    const { search } = ask(moving);
    moving.files.set("src/parser.ts", "changed\n");
    expect((await search("parse")).changedFiles).toEqual(["src/parser.ts"]);
    moving.files.set("src/parser.ts", FILES["src/parser.ts"]);
    const again = await search("parse");
    expect(again.parts.cache.detail).toBe("miss");
    expect(again.changedFiles).toEqual([]);
  });

  it("keeps nothing under the key of a generation that passed while it was answered", async () => {
    const later = await memoryProject(FILES, { generation: 2 });
    let current = project;
    const moving: MemoryProject = { ...project, index: { ...project.index, snapshot: () => current.index.snapshot() } };
    const cache = new QueryCache(null);
    const embedder: Embedder = {
      ...openHashEmbedder(),
      embedQuery: (text, signal) => {
        current = later;
        return openHashEmbedder().embedQuery(text, signal);
      },
    };
    expect((await searchMemory(moving, { query: "parse" }, { cache, embedder })).generation).toBe(2);
    current = project;
    expect((await searchMemory(moving, { query: "parse" }, { cache })).parts.cache.detail).toBe("miss");
  });
});
