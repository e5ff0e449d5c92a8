// Search over the real corpus and the real index: files are edited at random between queries, and what the cache
// answers must be what a search without a cache answers.
import { mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { ProjectIndex } from "../../src/index/project-index.ts";
import type { CorpusSource } from "../../src/project/corpus.ts";
import { openCorpus } from "../../src/project/open-corpus.ts";
import type { SearchResult } from "../../src/search/answer/search-result.ts";
import { QueryCache } from "../../src/search/cache/query-cache.ts";
import { parseQuery } from "../../src/search/query/parse-query.ts";
import { searchProject } from "../../src/search/search.ts";
import { loadTokenCounter } from "../../src/system/token-counter.ts";
import { DEFAULT_RULES } from "../support/default-rules.ts";
import { openHashEmbedder } from "../support/hash-embedder.ts";
import { openTestProject, type TestProject } from "../support/test-index.ts";

const NAMES = ["a.ts", "src/b.ts", "src/c.py", "docs/d.md", "src/deep/e.ts", "notes.txt"];
const WORDS = ["alpha", "beta", "gamma", "delta"];
const QUERIES = ["alpha", "how is beta made from gamma", "delta()", "src/b.ts", "nothing of the kind"];

type Edit =
  | { readonly kind: "write"; readonly path: string; readonly words: readonly string[] }
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "rename"; readonly path: string; readonly to: string }
  | { readonly kind: "nothing" };

const name = fc.constantFrom(...NAMES);
const edits: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      path: name,
      words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), path: name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rename" as const), path: name, to: name }) },
  { weight: 2, arbitrary: fc.constant({ kind: "nothing" as const }) },
);

const source = (words: readonly string[]): string =>
  words.map((word, at) => `export function ${word}${at}() {\n  return ${word}; // ${word}\n}\n`).join("\n");

let project: TestProject | undefined;
let caches: QueryCache[] = [];
afterEach(async () => {
  for (const cache of caches.splice(0)) {
    cache.close();
  }
  await project?.dispose();
  project = undefined;
});

interface Opened {
  readonly project: TestProject;
  readonly index: ProjectIndex;
  readonly corpus: CorpusSource;
}

async function start(files: Readonly<Record<string, string>>): Promise<Opened> {
  const opened = openTestProject(files);
  project = opened;
  const corpus = openCorpus({ root: opened.files, rules: DEFAULT_RULES });
  return { project: opened, corpus, index: await opened.openWithVectors(openHashEmbedder(), { corpus }) };
}

function openCache({ index }: Opened): QueryCache {
  const cache = new QueryCache(index.folder);
  caches = [...caches, cache];
  return cache;
}

async function ask({ index, corpus }: Opened, query: string, cache: QueryCache | null): Promise<SearchResult> {
  const freshness = await index.freshen({ waitMs: 30_000, embedUpTo: 1_000 });
  return searchProject({
    index,
    corpus,
    embedder: openHashEmbedder(),
    query: parseQuery(query),
    request: { topK: 10, filter: { paths: [], languages: [], kinds: [] }, detail: "snippets", maxTokens: 3_000 },
    freshness,
    meaningWaitMs: 0,
    cache,
    counter: await loadTokenCounter(),
    languages: new Set(["typescript"]),
  });
}

/** All but what says whether it came from the cache. */
const content = ({ parts: { vectors }, ...rest }: SearchResult) => ({ ...rest, vectors });

function apply({ files, write, remove }: TestProject, edit: Edit, present: Set<string>): void {
  switch (edit.kind) {
    case "write":
      write(edit.path, source(edit.words));
      present.add(edit.path);
      return;
    case "remove":
      if (present.delete(edit.path)) {
        remove(edit.path);
      }
      return;
    case "rename":
      if (present.delete(edit.path)) {
        mkdirSync(dirname(join(files, edit.to)), { recursive: true });
        renameSync(join(files, edit.path), join(files, edit.to));
        present.add(edit.to);
      }
      return;
    case "nothing":
      return;
  }
}

describe("search over the real index", () => {
  it("answers from the cache what it would answer without, whatever is edited in between", async () => {
    let served = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ edit: edits, query: fc.constantFrom(...QUERIES), restart: fc.boolean() }), {
          minLength: 4,
          maxLength: 12,
        }),
        async (steps) => {
          const opened = await start({ "a.ts": source(["alpha"]), "src/b.ts": source(["beta", "gamma"]) });
          const present = new Set(["a.ts", "src/b.ts"]);
          let cache = openCache(opened);
          for (const { edit, query, restart } of steps) {
            apply(opened.project, edit, present);
            if (restart) {
              cache = openCache(opened);
            }
            // Tokens are counted in the background, each commit of which is a generation and a key of its own.
            await opened.index.complete({});
            const fresh = await ask(opened, query, null);
            const [first, second] = [await ask(opened, query, cache), await ask(opened, query, cache)];
            expect(content(first)).toEqual(content(fresh));
            expect(content(second)).toEqual(content(fresh));
            served += [first, second].filter(({ parts }) => parts.cache.detail.startsWith("hit")).length;
            expect(fresh.changedFiles).toEqual([]);
          }
          for (const one of caches.splice(0)) {
            one.close();
          }
          await opened.project.dispose();
        },
      ),
      { numRuns: 8 },
    );
    // Without this the property would hold of a cache that never answers.
    expect(served).toBeGreaterThan(8);
  });

  it("serves a kept answer after a restart, and not after an edit that keeps size and mtime", async () => {
    const opened = await start({ "a.ts": source(["alpha"]), "src/b.ts": source(["gamma"]) });
    await opened.index.complete({});
    expect((await ask(opened, "alpha", openCache(opened))).parts.cache.detail).toBe("miss");
    const reopened = openCache(opened);
    expect((await ask(opened, "alpha", reopened)).parts.cache.detail).toBe("hit, disk");
    expect((await ask(opened, "alpha", reopened)).parts.cache.detail).toBe("hit, memory");
    opened.project.write("src/b.ts", source(["alpha"]));
    const after = await ask(opened, "alpha", reopened);
    expect(after.parts.cache.detail).not.toMatch(/^hit/);
    expect(after.hits.map(({ path }) => path)).toContain("src/b.ts");
  });

  it("keeps no answer of a database that was made anew", async () => {
    const opened = await start({ "a.ts": source(["alpha"]) });
    await ask(opened, "alpha", openCache(opened));
    const other = await start({ "a.ts": source(["alpha", "beta"]) });
    const cache = new QueryCache(opened.index.folder);
    caches = [...caches, cache];
    expect((await ask(other, "alpha", cache)).parts.cache.detail).toBe("miss");
    await opened.project.dispose();
  });

  it("gives hits that say what the files say", async () => {
    const opened = await start({
      "src/cart.ts": "export class Cart {\n  total(): number {\n    return 1;\n  }\n}\n",
      "src/tax.ts": "export function addTax(cents: number): number {\n  return cents * 1.19;\n}\n",
    });
    const { outcome, hits, coverage } = await ask(opened, "addTax", null);
    expect(outcome).toBe("found");
    expect(coverage).toMatchObject({ files: 2, filesSearchable: 2 });
    expect(hits[0]).toMatchObject({ path: "src/tax.ts", startLine: 1, endLine: 3, symbol: "addTax", kind: "function" });
    expect(hits[0]?.source?.text).toBe("export function addTax(cents: number): number {\n  return cents * 1.19;\n}");
  });
});
