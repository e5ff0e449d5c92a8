// Ranking on judged queries: indexes each repository with the real index, asks every query, and writes one line a query
// for a scorer to read: {"repo", "query", "hits": [{"path", "start_line", "end_line"}]}.
//   QUALITY_REPOSITORIES=repos.json QUALITY_CHECKOUTS=DIR QUALITY_QUERIES=queries.jsonl QUALITY_RESULTS=results.jsonl \
//     [QUALITY_VECTORS=on] [QUALITY_ONLY=name,name] [QUALITY_CACHE=DIR] npm run bench -- quality
// A checkout is DIR/<name>; the project is its `root` as the list says. The data stays outside this repository.
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Embedder } from "../../src/embedding/embedder.ts";
import { openEmbedder } from "../../src/embedding/onnx-embedder.ts";
import { openVectorStore } from "../../src/embedding/sqlite-vector-store.ts";
import type { VectorStore } from "../../src/embedding/vector-store.ts";
import { openProjectIndex } from "../../src/index/open-project-index.ts";
import { openCorpus } from "../../src/project/open-corpus.ts";
import { DEFAULT_RULES } from "../../src/project/rules.ts";
import { searchProject } from "../../src/search/search.ts";
import { loadTokenCounter } from "../../src/system/token-counter.ts";

interface Repository {
  readonly name: string;
  readonly root: string;
}
interface Judged {
  readonly repo: string;
  readonly query: string;
}

const setting = (name: string): string => process.env[`QUALITY_${name}`] ?? "";
const needed = ["REPOSITORIES", "CHECKOUTS", "QUERIES", "RESULTS"];
const missing = needed.filter((name) => setting(name) === "");
const cache = setting("CACHE") === "" ? mkdtempSync(join(tmpdir(), "cb-quality-")) : setting("CACHE");

let embedder: Embedder | null = null;
let vectors: VectorStore | null = null;

async function openMeaning(): Promise<void> {
  embedder = await openEmbedder({ jobs: 0, model: null, allowDownloads: false, downloadFolder: cache });
  const { model, dimensions } = embedder;
  mkdirSync(join(cache, "vectors"), { recursive: true });
  vectors = openVectorStore({ folder: join(cache, "vectors"), model, dimensions });
}

afterAll(async () => {
  vectors?.close();
  await embedder?.close();
});

async function askRepository({ name, root }: Repository, queries: readonly Judged[]): Promise<void> {
  const corpus = openCorpus({ root: realpathSync(join(setting("CHECKOUTS"), name, root)), rules: DEFAULT_RULES });
  const index = await openProjectIndex({
    folder: join(cache, "projects", name),
    corpus,
    embedder,
    vectors,
    vectorKind: "auto",
    hnswFrom: 20_000,
    extensions: {},
    analysisWorkers: 0,
  });
  const report = await index.complete({});
  const counter = await loadTokenCounter();
  for (const { query } of queries) {
    const result = await searchProject({
      index,
      corpus,
      embedder,
      request: {
        query,
        topK: 10,
        filter: { paths: [], languages: [], kinds: [] },
        detail: "locations",
        maxTokens: 20_000,
      },
      freshness: await index.freshen({ waitMs: 60_000, embedUpTo: 100_000 }),
      cache: null,
      counter,
      languages: new Set(),
    });
    const hits = result.hits.map(({ path, startLine, endLine }) => ({
      path,
      start_line: startLine,
      end_line: endLine,
    }));
    appendFileSync(setting("RESULTS"), `${JSON.stringify({ repo: name, query, hits })}\n`);
  }
  const { files, chunks } = report.coverage;
  process.stdout.write(`${name}: ${files} files, ${chunks} chunks, ${queries.length} queries\n`);
  await index.close();
}

describe("ranking on judged queries", () => {
  it("writes the results for the scorer", async () => {
    if (missing.length > 0) {
      process.stdout.write(`ranking is not measured: set ${missing.map((name) => `QUALITY_${name}`).join(", ")}\n`);
      return;
    }
    const only = setting("ONLY").split(",").filter(Boolean);
    const repositories = JSON.parse(readFileSync(setting("REPOSITORIES"), "utf8")) as readonly Repository[];
    const judged = readFileSync(setting("QUERIES"), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Judged);
    if (setting("VECTORS") === "on") {
      await openMeaning();
    }
    writeFileSync(setting("RESULTS"), "");
    for (const repository of repositories.filter(({ name }) => only.length === 0 || only.includes(name))) {
      await askRepository(
        repository,
        judged.filter(({ repo }) => repo === repository.name),
      );
    }
    expect(readFileSync(setting("RESULTS"), "utf8")).not.toBe("");
  });
});
