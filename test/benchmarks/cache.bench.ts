// What a cached answer costs inside the server on a project of 1,000 files, the check of every file included, beside
// the same answer computed. `npm run bench:part -- cache` prints the figures; words only, so that nothing waits for a model.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { afterAll, describe, expect, it } from "vitest";
import { openProjectIndex } from "../../src/index/coordination/open-project-index.ts";
import { openCorpus } from "../../src/project/open-corpus.ts";
import { QueryCache } from "../../src/search/cache/query-cache.ts";
import { parseQuery } from "../../src/search/query/parse-query.ts";
import { searchProject } from "../../src/search/search.ts";
import { loadTokenCounter } from "../../src/system/token-counter.ts";
import { DEFAULT_RULES } from "../support/default-rules.ts";
import { machine, quantile, table } from "./support.ts";

const FILES = 1_000;
const ROUNDS = 200;
const NOUNS = ["session", "cart", "invoice", "route", "parser", "token", "cache", "queue", "worker", "schema"];
const VERBS = ["open", "read", "parse", "render", "retry", "verify", "merge", "expire", "charge", "close"];

const folder = mkdtempSync(join(tmpdir(), "cb-bench-cache-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeProject(root: string): void {
  for (let i = 0; i < FILES; i++) {
    const [noun = "", verb = ""] = [NOUNS[i % 10], VERBS[Math.floor(i / 10) % 10]];
    const path = join(root, `src/${noun}/${verb}${Math.floor(i / 100)}.ts`);
    const body = Array.from(
      { length: 5 },
      (_, n) =>
        `/** Will ${verb} the ${noun}, step ${n}. */\nexport function ${verb}${noun}${i}x${n}(input: string): string {\n  const ${noun} = input.slice(${n});\n  return ${noun} + "${verb}";\n}\n`,
    ).join("\n");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, body);
  }
}

async function measure(work: () => Promise<unknown>): Promise<string[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return [0.5, 0.95, 0.99].map((at) => quantile(times, at).toFixed(2));
}

describe("the query cache", () => {
  it(`on ${FILES} files`, async () => {
    const root = join(folder, "project");
    writeProject(root);
    const corpus = openCorpus({ root, rules: DEFAULT_RULES });
    const index = await openProjectIndex({
      folder: join(folder, "index"),
      corpus,
      embedder: null,
      vectors: null,
      vectorKind: "auto",
      hnswFrom: 20_000,
      extensions: {},
      analysisWorkers: 0,
    });
    await index.complete({});
    const counter = await loadTokenCounter();
    const ask = async (query: string, cache: QueryCache | null) => {
      const freshness = await index.freshen({ waitMs: 60_000, embedUpTo: 0 });
      return searchProject({
        index,
        corpus,
        embedder: null,
        query: parseQuery(query),
        request: {
          topK: 10,
          filter: { paths: [], languages: [], kinds: [] },
          detail: "snippets",
          maxTokens: 4_000,
        },
        freshness,
        meaningWaitMs: 0,
        cache,
        counter,
        languages: new Set(),
      });
    };
    const query = "how is an expired session verified";
    const memory = new QueryCache(index.folder);
    await ask(query, memory);
    const hits = await ask(query, memory);
    expect(hits.parts.cache.detail).toBe("hit, memory");
    const rows = [
      ["computed", ...(await measure(() => ask(query, null)))],
      ["hit in memory", ...(await measure(() => ask(query, memory)))],
      [
        "hit on disk, cache opened anew",
        ...(await measure(async () => {
          const cache = new QueryCache(index.folder);
          const { parts } = await ask(query, cache);
          expect(parts.cache.detail).toBe("hit, disk");
          cache.close();
        })),
      ],
      ["check of all files alone", ...(await measure(() => index.freshen({ waitMs: 60_000, embedUpTo: 0 })))],
    ];
    process.stdout.write(`\n${machine()}; ${FILES} files, ${ROUNDS} rounds, ms\n\n`);
    process.stdout.write(`${table(["answer", "p50", "p95", "p99"], rows)}\n`);
    memory.close();
    await index.close();
  });
});
