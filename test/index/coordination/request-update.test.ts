// What a search gives before the files are compared with the index, and after.
import { afterEach, describe, expect, it } from "vitest";
import type { ProjectIndex } from "../../../src/index/project-index.ts";
import type { CorpusSource } from "../../../src/project/corpus.ts";
import { openCorpus } from "../../../src/project/open-corpus.ts";
import { renderAnswer } from "../../../src/search/answer/render-answer.ts";
import { structuredAnswer } from "../../../src/search/answer/structured-answer.ts";
import { QueryCache } from "../../../src/search/cache/query-cache.ts";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { searchProject } from "../../../src/search/search.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import { DEFAULT_RULES } from "../../support/default-rules.ts";
import { openTestProject, type TestProject } from "../../support/test-index.ts";

const FILES = {
  "src/session.ts": "export function renewSession() {\n  return 1;\n}\n",
  "src/order.ts": "export function putOrder() {\n  return 2;\n}\n",
};

let project: TestProject;
afterEach(() => project.dispose());

interface Opened {
  readonly index: ProjectIndex;
  readonly corpus: CorpusSource;
}

async function open(uncheckedFrom: number): Promise<Opened> {
  const corpus = openCorpus({ root: project.files, rules: DEFAULT_RULES });
  return { index: await project.open({ corpus, uncheckedFrom }), corpus };
}

/** Indexed by one process, changed, and opened by the next. */
async function reopened(change: () => void = () => undefined, uncheckedFrom = 1): Promise<Opened> {
  project = openTestProject(FILES);
  const first = await open(1);
  await first.index.freshen({ waitMs: 60_000, embedUpTo: null });
  await first.index.close();
  change();
  return open(uncheckedFrom);
}

async function ask({ index, corpus }: Opened, cache: QueryCache | null = null) {
  const freshness = await index.freshen({ waitMs: 60_000, embedUpTo: null, unchecked: true });
  const result = await searchProject({
    index,
    corpus,
    embedder: null,
    query: parseQuery("renewSession"),
    request: { topK: 5, filter: { paths: [], languages: [], kinds: [] }, detail: "snippets", maxTokens: 3_000 },
    freshness,
    meaningWaitMs: 0,
    cache,
    counter: await loadTokenCounter(),
    languages: new Set(["typescript"]),
  });
  const [head = ""] = renderAnswer(result).split("\n");
  return { freshness, result, head, index: structuredAnswer(result).index, shown: JSON.stringify(result.hits) };
}

describe("a search before the files are compared", () => {
  it("says so, once: the next one is from compared files", async () => {
    const opened = await reopened();
    const cache = new QueryCache(opened.index.folder);
    const first = await ask(opened, cache);
    expect(first.freshness).toMatchObject({ unchecked: true, lagging: 2, coverage: { files: 2, filesSearchable: 2 } });
    expect(first.head).toContain("files are not checked for changes yet");
    expect(first.index).toEqual({ lagging_files: 2, unchecked: true });
    expect(first.result.hits[0]).toMatchObject({ path: "src/session.ts" });
    const second = await ask(opened, cache);
    expect(second.freshness.unchecked).toBeUndefined();
    expect(second.head).not.toContain("checked");
    expect(second.index).toBeUndefined();
    expect(second.result.parts.cache.detail).toBe("miss");
    cache.close();
  });

  it("shows no line of a file that was edited", async () => {
    const opened = await reopened(() =>
      project.write("src/session.ts", "export function renewSession() {\n  return 77;\n}\n"),
    );
    const first = await ask(opened);
    expect(first.result.changedFiles).toEqual(["src/session.ts"]);
    expect(first.shown).not.toContain("return 1");
    expect((await ask(opened)).shown).toContain("return 77");
  });

  it("does not pass over a file that is new, or that is left out now", async () => {
    const opened = await reopened(() => {
      project.write("src/renew.ts", "export const renewSession = 3;\n");
      project.write("src/.ignore", "sess*\n");
    });
    expect((await ask(opened)).result).toMatchObject({ unchecked: true, hits: [], changedFiles: ["src/session.ts"] });
    expect((await ask(opened)).result.hits.map(({ path }) => path)).toEqual(["src/renew.ts"]);
  });

  it("is not made of a project whose files are soon compared", async () => {
    const { freshness } = await ask(await reopened(undefined, 3));
    expect(freshness).toMatchObject({ lagging: 0 });
    expect(freshness.unchecked).toBeUndefined();
  });
});
