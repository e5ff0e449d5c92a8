import { describe, expect, it } from "vitest";
import { termsOf } from "../../../src/index/lexical/terms.ts";
import type { Snapshot } from "../../../src/index/snapshot.ts";
import { bindFilter, compileFilter, type Scope } from "../../../src/search/query/filter.ts";
import { weighTerms } from "../../../src/search/ranking/by-words.ts";
import {
  BM25,
  CHUNKS_PER_DOCUMENT_MAX,
  evidenceOf,
  type LexicalEvidence,
  scoreLexically,
  spreadOf,
} from "../../../src/search/ranking/lexical-score.ts";
import type { ChunkId, DocumentId } from "../../../src/vocabulary/chunk.ts";
import { memoryProject } from "../../support/memory-project.ts";

const FILES = {
  "src/cache.ts": "export function readCache() {\n  return cache.read(cache.key);\n}\n",
  "src/read.ts": "export function read(stream) {\n  return stream.read();\n}\n",
  "docs/cache/notes.md": "# Notes\n\nNothing here.\n",
  "src/write.ts": "export function write() {\n  return 1;\n}\n",
};
const { snapshot } = await memoryProject(FILES, { withVectors: false });
const open = bindFilter(compileFilter({ paths: [], languages: [], kinds: [] }, new Set()), snapshot);

/** The evidence of all documents that are scored, which says the same as their numbers do. */
function evidenceIn(of: Snapshot, terms: readonly string[], scope: Scope): LexicalEvidence[] {
  const weighed = weighTerms(of, terms);
  const scores = scoreLexically(of, weighed, scope);
  return [...scores.documents].map((id, at) => {
    const evidence = evidenceOf(of, weighed, scope, id as DocumentId);
    if (evidence === null) {
      throw new Error(`no evidence of document ${id}`);
    }
    const { body, names, pathShare, chunks } = evidence;
    expect([scores.body[at], scores.names[at], scores.pathShare[at]]).toEqual([body, names, pathShare]);
    expect([scores.best[at], scores.spread[at]]).toEqual([chunks[0]?.score ?? 0, spreadOf(evidence)]);
    return evidence;
  });
}

const score = (query: string, scope = open) => {
  const evidence = evidenceIn(snapshot, termsOf(query), scope);
  return new Map(evidence.map((one) => [snapshot.document(one.document).path, one]));
};

/** BM25 spelled out over texts, as the textbook has it. */
function textbook(
  texts: readonly string[][],
  terms: readonly string[],
  at: number,
  { k1, b }: { k1: number; b: number },
): number {
  const average = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  const text = texts[at] ?? [];
  return terms.reduce((sum, term) => {
    const having = texts.filter((other) => other.includes(term)).length;
    const idf = Math.log(1 + (texts.length - having + 0.5) / (having + 0.5));
    const count = text.filter((other) => other === term).length;
    return sum + (idf * count * (k1 + 1)) / (count + k1 * (1 - b + (b * text.length) / average));
  }, 0);
}

/** Share of the terms' idf over `texts` whose terms are in `path`. */
function heldBy(texts: readonly (readonly string[])[], terms: readonly string[], path: readonly string[]): number {
  const weights = terms.map((term) => {
    const having = texts.filter((text) => text.includes(term)).length;
    return Math.log(1 + (texts.length - having + 0.5) / (having + 0.5));
  });
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return sum(weights.filter((_, at) => path.includes(terms[at] ?? ""))) / sum(weights);
}

/** One more than are kept have the word, and the first has not. */
const STEPS = Array.from({ length: CHUNKS_PER_DOCUMENT_MAX + 2 }, (_, n) => n);

describe("lexical scores", () => {
  it("are BM25 over files and chunks, and the share of the query that a path holds", () => {
    const query = ["cach", "read"];
    const paths = Object.keys(FILES);
    const found = evidenceIn(snapshot, query, open);
    // Each file is one chunk here, so that files and chunks have the same texts.
    const texts = Object.values(FILES).map(termsOf);
    for (const one of found) {
      const at = paths.indexOf(snapshot.document(one.document).path);
      expect(one.body).toBeCloseTo(textbook(texts, query, at, BM25.body), 9);
      expect(one.chunks[0]?.score ?? 0).toBeCloseTo(textbook(texts, query, at, BM25.chunk), 9);
      expect(one.pathShare).toBeCloseTo(heldBy(texts, query, termsOf(paths[at] ?? "")), 9);
    }
    expect(found.map(({ document }) => snapshot.document(document).path)).toEqual(paths.slice(0, 3));
  });

  it("propose a file whose path alone has the word", () => {
    const notes = score("cache").get("docs/cache/notes.md");
    expect(notes).toMatchObject({ body: 0, chunks: [] });
    expect(notes?.pathShare).toBe(1);
  });

  it("keep the best chunks of a long file, best first, as many as are kept", async () => {
    const lines = (n: number) =>
      Array.from({ length: 18 }, (_, i) => `  total += ${i}; // filler line of step ${n}`).join("\n");
    const text = STEPS.map((n) => `export function step${n}() {\n${lines(n)}\n  ${"needle();".repeat(n)}\n}\n`).join(
      "\n",
    );
    const long = await memoryProject({ "long.ts": text }, { withVectors: false });
    const scope = bindFilter(compileFilter({ paths: [], languages: [], kinds: [] }, new Set()), long.snapshot);
    const [evidence] = evidenceIn(long.snapshot, ["needl"], scope);
    const symbols = long.snapshot
      .chunks((evidence?.chunks ?? []).map(({ chunk }) => chunk))
      .map(({ symbol }) => symbol);
    expect(symbols).toEqual(
      STEPS.slice(-CHUNKS_PER_DOCUMENT_MAX)
        .reverse()
        .map((n) => `step${n}`),
    );
  });

  it("leave out what the scope does not admit", () => {
    const one = { ...open, document: (id: number) => id !== 1, chunk: (id: ChunkId) => id !== 2 };
    const found = score("cache read", one as typeof open);
    expect([...found.keys()]).toEqual(["src/read.ts", "docs/cache/notes.md"]);
    expect(found.get("src/read.ts")?.chunks).toEqual([]);
  });

  it("are none for terms that are nowhere, and for none", () => {
    expect(evidenceIn(snapshot, ["zzz"], open)).toEqual([]);
    expect(evidenceIn(snapshot, [], open)).toEqual([]);
  });

  it("have no evidence of a document without the terms, or out of scope", () => {
    const terms = weighTerms(snapshot, ["cach", "read"]);
    const scope = { ...open, document: (id: DocumentId) => id !== 1 };
    expect([...scoreLexically(snapshot, terms, scope).documents]).toEqual([2, 3]);
    expect([1, 4, 99].map((id) => evidenceOf(snapshot, terms, scope, id as DocumentId))).toEqual([null, null, null]);
  });
});
