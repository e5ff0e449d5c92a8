import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChunkRecord, SymbolRecord } from "../../../src/index/snapshot.ts";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { type LexicalEvidence, spreadOf } from "../../../src/search/ranking/lexical-score.ts";
import { about } from "../../../src/search/ranking/measure-meaning.ts";
import { askedKind, beside, nameInQuery } from "../../../src/search/ranking/path-signals.ts";
import { definition } from "../../../src/search/ranking/query-names.ts";
import type { ChunkId, ChunkKind, DocumentId } from "../../../src/vocabulary/chunk.ts";

const document = 1 as DocumentId;

/** `Cart.total 4-9 method`. */
function symbol(text: string): SymbolRecord {
  const [path = "", lines = "", kind = ""] = text.split(" ");
  const [startLine = 0, endLine = 0] = lines.split("-").map(Number);
  const name = path.split(".").at(-1) ?? "";
  return { document, name, path, kind: kind as ChunkKind, startLine, endLine, nameLine: startLine };
}

const chunk: ChunkRecord = {
  id: 1 as ChunkId,
  document,
  kind: "block",
  symbol: null,
  context: "",
  defines: [],
  startLine: 1,
  endLine: 10,
};

describe("how well a chunk defines a name", () => {
  it.each<[string, string, readonly string[], number]>([
    ["as asked", "total", ["total 2-9 function"], 1],
    ["of a variable", "total", ["total 2-9 variable"], 0.5],
    ["in another case", "Total", ["total 2-9 function"], 0.5],
    ["nested", "total", ["Cart.total 2-9 method"], 0.8],
    ["nested and qualified", "Cart.total", ["Cart.total 2-9 method"], 1],
    ["of an overload", "total", ["total 2-2 function", "total 12-30 function"], 0.5],
    ["beside its overload", "total", ["total 2-9 function", "total 12-12 function"], 1],
    ["beside a longer one of another class", "A.total", ["A.total 2-3 method", "B.total 12-30 method"], 1],
    ["elsewhere", "total", ["total 12-30 function"], 0],
    ["the best of several", "total", ["total 2-2 variable", "total 3-9 function"], 1],
  ])("%s", (_, query, symbols, expected) => {
    expect(definition(parseQuery(query), chunk, symbols.map(symbol))).toBe(expected);
  });
});

describe("how much of a file's name a query names", () => {
  it.each<[query: string, path: string, share: number]>([
    ["how is a session renewed", "src/session.ts", 1],
    ["how is a session renewed", "src/session-store.ts", 0.5],
    ["how is a session renewed", "src/session/profile.ts", 0],
    ["sessionStore", "src/session_store.go", 1],
    ["how do extractors work", "src/extract/mod.rs", 1],
    ["how do extractors work", "src/extract/index.ts", 1],
    ["the index of a book", "index.ts", 1],
    ["how do extractors work", "src/ext.rs", 0],
    ["a window", "src/win.ts", 0],
    ["what is (a+)+$", "src/(a+)+$.ts", 0],
    ["anything", "", 0],
    ["anything", "src/___.ts", 0],
  ])("%s, of %s: %d", (query, path, share) => {
    expect(nameInQuery(parseQuery(query), path)).toBeCloseTo(share, 9);
  });
});

describe("what stands beside the source", () => {
  it.each<[query: string, path: string, value: number]>([
    ["how is a session renewed", "src/session.ts", 0],
    ["how is a session renewed", "test/session.test.ts", 0.7],
    ["tests of a session", "test/session.test.ts", 0],
    ["tests of a session", "docs/session.md", 0.65],
  ])("%s, of %s: %d", (query, path, value) => {
    expect(beside(parseQuery(query), path, false)).toBe(value);
    expect(beside(parseQuery(query), path, true)).toBe(0);
  });
});

describe("a file of the kind asked for", () => {
  it.each<[query: string, path: string, value: 0 | 1]>([
    ["tests of a session", "test/session.test.ts", 1],
    ["tests of a session", "src/session.ts", 0],
    ["docs on sessions", "docs/session.md", 1],
    ["docs on sessions", "test/session.test.ts", 0],
    ["what does the package export", "src/index.ts", 1],
    ["what does the package export", "src/session.ts", 0],
    ["the public API", "pkg/__init__.py", 1],
    ["the exporter of metrics", "src/index.ts", 0],
    ["how is a session renewed", "src/index.ts", 0],
  ])("%s, of %s: %d", (query, path, value) => {
    expect(askedKind(parseQuery(query), path)).toBe(value);
  });
});

describe("what a file as a whole is about", () => {
  it.each<[name: string, zScores: readonly number[], chunkCount: number, value: number]>([
    ["no chunk", [], 0, 0],
    ["none measured", [], 5, 0],
    ["one chunk", [2], 1, 2],
    ["four of the same say more than one", [2, 2, 2, 2], 4, 4],
    ["nine say all that there is to say", Array.from({ length: 9 }, () => 2), 9, 6],
    ["more say no more", Array.from({ length: 100 }, () => 2), 100, 6],
    ["what is not measured counts as 0", [2, 2], 4, 2],
    ["unlike the query", [-1], 1, -1],
    ["for and against", [3, -3], 2, 0],
  ])("%s", (_, zScores, chunkCount, value) => {
    expect(about(zScores, chunkCount)).toBeCloseTo(value, 9);
  });

  it("is what it would be with a 0 for each that is missing", () => {
    const z = fc.double({ min: -5, max: 5, noNaN: true });
    fc.assert(
      fc.property(fc.array(z, { maxLength: 20 }), fc.integer({ min: 0, max: 20 }), (zScores, missing) => {
        const zeros = Array.from({ length: missing }, () => 0);
        expect(about(zScores, zScores.length + missing)).toBeCloseTo(
          about([...zScores, ...zeros], zScores.length + missing),
          9,
        );
      }),
    );
  });
});

it.each<[scores: readonly number[], spread: number]>([
  [[], 0],
  [[5], 1],
  [[5, 4, 3, 2, 1], 3],
  [[5, 4, 3, 2, 1, 1, 1], 3],
])("the spread of %j is %d", (scores, spread) => {
  const chunks = scores.map((score, at) => ({ chunk: at as ChunkId, score }));
  const evidence: LexicalEvidence = { document, body: 0, names: 0, pathShare: 0, chunks };
  expect(spreadOf(evidence)).toBe(spread);
});
