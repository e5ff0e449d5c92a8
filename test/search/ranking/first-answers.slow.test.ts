// The first answers on a project whose vectors are still to be made: over the real index, with an embedder whose
// background work never ends.
import { afterEach, describe, expect, it } from "vitest";
import { openCorpus } from "../../../src/project/open-corpus.ts";
import { renderAnswer } from "../../../src/search/answer/render-answer.ts";
import type { SearchResult } from "../../../src/search/answer/search-result.ts";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { searchProject } from "../../../src/search/search.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import { cancelled, Failure } from "../../../src/vocabulary/failure.ts";
import { DEFAULT_RULES } from "../../support/default-rules.ts";
import { type HashEmbedder, openHashEmbedder } from "../../support/hash-embedder.ts";
import { openTestProject, type TestProject } from "../../support/test-index.ts";

const NAMES = ["read", "write", "open", "close", "flush", "seek"];
const FILES = {
  ...Object.fromEntries(
    NAMES.map((name) => [`src/${name}.ts`, `export function ${name}File() {\n  return disk.${name}("a file");\n}\n`]),
  ),
  "src/unlike.ts": "export const colours = [red, green, blue];\n",
};

let project: TestProject | undefined;
afterEach(async () => {
  await project?.dispose();
  project = undefined;
});

const withoutBackground = (): HashEmbedder => ({
  ...openHashEmbedder(),
  embed: (_, signal) => new Promise((_, reject) => signal?.addEventListener("abort", () => reject(cancelled()))),
});

async function firstAnswer(query: string, embedder: HashEmbedder, meaningWaitMs: number): Promise<SearchResult> {
  const opened = openTestProject(FILES);
  project = opened;
  const corpus = openCorpus({ root: opened.files, rules: DEFAULT_RULES });
  const index = await opened.openWithVectors(embedder, { corpus });
  return searchProject({
    index,
    corpus,
    embedder,
    query: parseQuery(query),
    request: {
      topK: 10,
      filter: { paths: [], languages: [], kinds: [] },
      detail: "locations",
      maxTokens: 3_000,
    },
    freshness: await index.freshen({ waitMs: 60_000, embedUpTo: 0 }),
    meaningWaitMs,
    cache: null,
    counter: await loadTokenCounter(),
    languages: new Set(),
  });
}

const weighedByMeaning = ({ hits }: SearchResult): string[] =>
  hits.filter(({ explanation }) => explanation.some(({ signal }) => signal === "meaning")).map(({ path }) => path);

describe("a first answer", () => {
  it("is weighed by meaning, and says of how many candidates", async () => {
    const result = await firstAnswer("how is a file flushed to the disk", withoutBackground(), 60_000);
    expect(result.matchType).toBe("hybrid");
    expect(weighedByMeaning(result)).toHaveLength(6);
    expect(result.coverage).toMatchObject({ chunks: 7, chunksEmbedded: 6 });
    expect(result.parts.vectors).toEqual({
      state: "stale",
      detail: "exact: 6 of 7 chunks are searchable by meaning; 6 of 6 candidates measured by meaning",
    });
    expect(renderAnswer(result)).toContain("meaning index 6/7");
  });

  it("is by words alone where no time is given for it", async () => {
    const embedder = withoutBackground();
    const result = await firstAnswer("how is a file flushed to the disk", embedder, 0);
    expect(result).toMatchObject({ matchType: "words", coverage: { chunksEmbedded: 0 } });
    expect(weighedByMeaning(result)).toEqual([]);
    expect(embedder.embedded).toEqual([]);
  });

  it("is by words alone, and says why, where the model fails", async () => {
    const failure = new Failure("EMBEDDING_UNAVAILABLE", "the model cannot be run", { hint: "repair it" });
    const result = await firstAnswer(
      "how is a file flushed",
      { ...withoutBackground(), embedWithin: () => Promise.reject(failure) },
      60_000,
    );
    expect(result).toMatchObject({ matchType: "words", coverage: { chunksEmbedded: 0 } });
    expect(result.parts.vectors).toEqual({ state: "unavailable", detail: "the model cannot be run" });
  });

  it("embeds nothing for a query that no word of the project answers", async () => {
    const embedder = withoutBackground();
    const result = await firstAnswer("zebras", embedder, 60_000);
    expect(result.outcome).toBe("empty");
    expect(embedder.embedded).toEqual([]);
  });
});
