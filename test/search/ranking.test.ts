// Golden rankings over the shop of fixtures/ranking: one file a query, which a person can judge, and the figures of all.
// A change of ranking is a diff of these files. The real model's part is held to a floor: its last digits depend on the
// processor.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Embedder } from "../../src/embedding/embedder.ts";
import { openEmbedder } from "../../src/embedding/onnx-embedder.ts";
import { bindFilter, compileFilter } from "../../src/search/filter.ts";
import { parseQuery } from "../../src/search/parse-query.ts";
import { rank } from "../../src/search/rank.ts";
import { retrieve } from "../../src/search/retrieve.ts";
import type { Hit } from "../../src/vocabulary/search.ts";
import { expectGolden } from "../support/golden.ts";
import { type MemoryProject, memoryProject } from "../support/memory-project.ts";

interface Judged {
  readonly query: string;
  /** Path of the file that answers. */
  readonly target: string;
}

const folder = fileURLToPath(new URL("../../fixtures/ranking/shop/", import.meta.url));
const judged = JSON.parse(readFileSync(join(folder, "queries.json"), "utf8")) as readonly Judged[];

function readProject(): Record<string, string> {
  const root = join(folder, "project");
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

function ask({ snapshot }: MemoryProject, text: string, vector: Float32Array | null): Hit[] {
  const query = parseQuery(text);
  const scope = bindFilter(compileFilter({ paths: [], languages: [], kinds: [] }, new Set()), snapshot);
  return rank(snapshot, query, retrieve(snapshot, query, scope, vector, 10)).slice(0, 10);
}

/** 1-based place of the target, or 0. */
const placeOf = (hits: readonly Hit[], { target }: Judged): number => hits.findIndex(({ path }) => path === target) + 1;

function renderRanking(one: Judged, hits: readonly Hit[]): string {
  const place = placeOf(hits, one);
  const lines = hits
    .slice(0, 3)
    .flatMap((hit) => [
      `${hit.rank}. ${hit.path}:${hit.startLine}-${hit.endLine} ${hit.symbol ?? "-"}  ${hit.score.toFixed(2)}`,
      `     ${hit.explanation.map(({ signal, share }) => `${signal} ${share.toFixed(2)}`).join("  ")}`,
    ]);
  return [
    `query:  ${one.query}`,
    `target: ${one.target}, ${place === 0 ? "not among the first ten" : `in place ${place}`}`,
    "",
    ...lines,
    "",
  ].join("\n");
}

function figures(places: readonly number[]): { recall1: number; recall5: number; mrr: number } {
  const share = (holds: (place: number) => boolean) => places.filter(holds).length / places.length;
  return {
    recall1: share((place) => place === 1),
    recall5: share((place) => place >= 1 && place <= 5),
    mrr: places.reduce((sum, place) => sum + (place === 0 ? 0 : 1 / place), 0) / places.length,
  };
}

describe("rankings by words", async () => {
  const shop = await memoryProject(readProject(), { withVectors: false });

  it.each(judged)("$query", (one) => {
    const slug = one.query.toLowerCase().replace(/[^a-z0-9]+/g, "-");
    expectGolden(`ranking/shop/goldens/${slug}.txt`, renderRanking(one, ask(shop, one.query, null)));
  });

  it("have these figures", () => {
    const { recall1, recall5, mrr } = figures(judged.map((one) => placeOf(ask(shop, one.query, null), one)));
    expectGolden(
      "ranking/shop/rank-stats.txt",
      `${judged.length} queries, words only\nrecall@1 ${recall1.toFixed(3)}\nrecall@5 ${recall5.toFixed(3)}\nMRR      ${mrr.toFixed(3)}\n`,
    );
  });
});

describe("rankings with the model's vectors", () => {
  let embedder: Embedder;
  let shop: MemoryProject;

  beforeAll(async () => {
    embedder = await openEmbedder({ jobs: 1, model: null, allowDownloads: false, downloadFolder: folder });
    const { dimensions } = embedder;
    shop = await memoryProject(readProject(), {
      dimensions,
      embed: async (text) => (await embedder.embed([text]))[0] ?? new Float32Array(dimensions),
    });
  });
  afterAll(() => embedder.close());

  it("find what words find, and what they miss", async () => {
    const places: { readonly one: Judged; readonly place: number }[] = [];
    for (const one of judged) {
      places.push({ one, place: placeOf(ask(shop, one.query, await embedder.embedQuery(one.query)), one) });
    }
    const missed = places.filter(({ place }) => place === 0 || place > 5).map(({ one }) => one.query);
    const { recall1, mrr } = figures(places.map(({ place }) => place));
    expect(missed).toEqual([]);
    expect(recall1).toBeGreaterThanOrEqual(0.9);
    expect(mrr).toBeGreaterThanOrEqual(0.93);
  });

  it("put what no word names before what is unlike it", async () => {
    const query = "login times out";
    const hits = ask(shop, query, await embedder.embedQuery(query));
    expect(hits.slice(0, 3).map(({ path }) => path)).toContain("src/auth/session.ts");
    expect(hits[0]?.explanation.map(({ signal }) => signal)).toContain("meaning");
  });
});
