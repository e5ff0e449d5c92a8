// A whole project in memory for the tests of search/: real chunks, terms and postings, an exact vector index, a corpus
// over a Map. Plain and slow on purpose; the real index is tested in test/index and, through search, in
// test/search/real-index.slow.test.ts.
import { createHash } from "node:crypto";
import { embeddingText } from "../../src/index/embeddings/embedding-text.ts";
import { nearTerms } from "../../src/index/lexical/near-terms.ts";
import { nameTerms, pathTerms, termsOf } from "../../src/index/lexical/terms.ts";
import type { Freshness, ProjectIndex } from "../../src/index/project-index.ts";
import type { ChunkRecord, DocumentRecord, Snapshot, SymbolRecord, TermPostings } from "../../src/index/snapshot.ts";
import { ExactIndex } from "../../src/index/vectors/exact.ts";
import { type Analyzer, openAnalyzer } from "../../src/languages/analyze.ts";
import type { Corpus, CorpusSource } from "../../src/project/corpus.ts";
import type { ChunkId, DocumentId, Generation } from "../../src/vocabulary/chunk.ts";
import type { Facts } from "../../src/vocabulary/facts.ts";
import { Failure } from "../../src/vocabulary/failure.ts";
import type { Stretches } from "../../src/vocabulary/stretches.ts";
import { splitLines } from "../../src/vocabulary/text.ts";
import { HASH_DIMENSIONS, hashEmbedding } from "./hash-embedder.ts";

export type Files = Readonly<Record<string, string>>;

interface Posting {
  path: number;
  names: number;
  readonly chunks: Map<ChunkId, number>;
}

export interface MemoryProject {
  readonly snapshot: Snapshot;
  readonly index: ProjectIndex;
  /** Reads what `files` says at the time of reading: change it to change a file behind the index's back. */
  readonly corpus: CorpusSource;
  readonly files: Map<string, string>;
  readonly freshness: Freshness;
}

export interface MemoryProjectOptions {
  /** Default true. */
  readonly withVectors?: boolean;
  readonly embed?: (text: string) => Float32Array | Promise<Float32Array>;
  readonly dimensions?: number;
  /** Tokens of each document are unknown where false. Default true, counted as 4 characters a token. */
  readonly counted?: boolean;
  readonly generation?: number;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

function memoryCorpus(files: Map<string, string>): CorpusSource {
  const root = "/memory/project";
  const corpus = (): Corpus => ({
    root,
    files: new Map(
      [...files].map(([path, text]) => [path, { path, size: Buffer.byteLength(text), mtimeMs: 1, ctimeMs: 1 }]),
    ),
    excluded: { binary: { count: 2, examples: ["logo.png"] } },
    leftOut: new Map(),
    problems: [],
  });
  return {
    root,
    refresh: () => Promise.resolve(corpus()),
    assume: () => null,
    current: corpus,
    peek: (path, maxBytes) => {
      const text = files.get(path);
      return text === undefined ? null : Buffer.from(text).subarray(0, maxBytes);
    },
    read: (path) => {
      const text = files.get(path);
      if (text === undefined) {
        return Promise.reject(new Failure("PATH_NOT_ADMITTED", `${path} is not admitted`, { hint: "none" }));
      }
      const file = { path, size: Buffer.byteLength(text), mtimeMs: 1, ctimeMs: 1 };
      return Promise.resolve({ file, text, contentHash: sha256(text), problems: [] });
    },
    readLeftOut: () => Promise.resolve(null),
    rulingOf: () => ({ maxBytes: 1_048_576 }),
    rulingOfNew: () => null,
    textOf: (_path, bytes) => ({ text: bytes.toString("utf8") }),
    watchStatus: () => ({ state: "off", reason: "nothing on a disk" }),
    close: () => undefined,
  };
}

const EMPTY_POSTINGS: TermPostings = {
  documents: new Int32Array(),
  pathCounts: new Int32Array(),
  nameCounts: new Int32Array(),
  chunkStarts: new Int32Array(1),
  chunks: new Int32Array(),
  chunkCounts: new Int32Array(),
};

function packPostings(byDocument: ReadonlyMap<DocumentId, Posting>): TermPostings {
  const entries = [...byDocument].sort(([a], [b]) => a - b);
  const chunks = entries.flatMap(([, posting]) => [...posting.chunks]);
  const starts = [0];
  for (const [, posting] of entries) {
    starts.push((starts.at(-1) ?? 0) + posting.chunks.size);
  }
  return {
    documents: Int32Array.from(entries, ([id]) => id),
    pathCounts: Int32Array.from(entries, ([, { path }]) => path),
    nameCounts: Int32Array.from(entries, ([, { names }]) => names),
    chunkStarts: Int32Array.from(starts),
    chunks: Int32Array.from(chunks, ([chunk]) => chunk),
    chunkCounts: Int32Array.from(chunks, ([, count]) => count),
  };
}

/** Lists that a snapshot is made of, while it is built. */
function openTables() {
  const postings = new Map<string, Map<DocumentId, Posting>>();
  return {
    documents: [] as DocumentRecord[],
    chunks: [] as (ChunkRecord & { readonly terms: number; readonly embedded: () => string })[],
    symbols: [] as SymbolRecord[],
    facts: new Map<DocumentId, Facts>(),
    stretches: new Map<DocumentId, Stretches>(),
    postings,
    posting: (term: string, document: DocumentId): Posting => {
      const ofTerm = postings.get(term) ?? new Map<DocumentId, Posting>();
      postings.set(term, ofTerm);
      const posting = ofTerm.get(document) ?? { path: 0, names: 0, chunks: new Map<ChunkId, number>() };
      ofTerm.set(document, posting);
      return posting;
    },
  };
}

type Tables = ReturnType<typeof openTables>;

/** The id of the chunk or document at an index: both start at 1, as in the database. */
const idAt = (index: number): number => index + 1;

async function addDocument(tables: Tables, path: string, text: string, counted: boolean): Promise<void> {
  const analysis = await analysisOf(path, text);
  const document = idAt(tables.documents.length) as DocumentId;
  const firstChunk = idAt(tables.chunks.length) as ChunkId;
  const lines = splitLines(text);
  let bodyTerms = 0;
  for (const draft of analysis.chunks) {
    const id = idAt(tables.chunks.length) as ChunkId;
    const terms = termsOf(lines.slice(draft.startLine - 1, draft.endLine).join("\n"));
    for (const term of terms) {
      const { chunks } = tables.posting(term, document);
      chunks.set(id, (chunks.get(id) ?? 0) + 1);
    }
    bodyTerms += terms.length;
    tables.chunks.push({
      ...draft,
      id,
      document,
      terms: terms.length,
      embedded: () => embeddingText(path, draft, lines),
    });
  }
  const ofPath = pathTerms(path);
  for (const term of ofPath) {
    tables.posting(term, document).path += 1;
  }
  const ofNames = [...new Set(analysis.symbols.map(({ name }) => name))].flatMap(nameTerms);
  for (const term of ofNames) {
    tables.posting(term, document).names += 1;
  }
  tables.symbols.push(...analysis.symbols.map((symbol) => ({ ...symbol, document })));
  if (analysis.facts !== null) {
    tables.facts.set(document, analysis.facts);
  }
  if (analysis.stretches !== null) {
    tables.stretches.set(document, analysis.stretches);
  }
  tables.documents.push({
    id: document,
    path,
    language: analysis.language,
    parse: analysis.parse,
    contentHash: sha256(text),
    size: Buffer.byteLength(text),
    lineCount: analysis.lineCount,
    firstChunk,
    chunkCount: analysis.chunks.length,
    bodyTerms,
    pathTerms: ofPath.length,
    nameTerms: ofNames.length,
    tokens: counted ? Math.ceil(text.length / 4) : null,
  });
}

let analyzer: ReturnType<typeof openAnalyzer> | undefined;
function analyzerOfTests(): ReturnType<typeof openAnalyzer> {
  analyzer ??= openAnalyzer();
  return analyzer;
}

const KEPT_MAX = 2_000;
/** Longer texts are made for one test. */
const KEPT_TEXT_CHARS_MAX = 20_000;

/** Reads a text once: many projects of the tests hold the same files, or differ in one of many. */
function once<Result>(
  read: (analyzer: Analyzer, file: { readonly path: string; readonly text: string }) => Result | Promise<Result>,
): (path: string, text: string) => Promise<Result> {
  const results = new Map<string, Result>();
  return async (path, text) => {
    const key = `${path}\0${text}`;
    const kept = results.get(key);
    if (kept !== undefined) {
      return kept;
    }
    const result = await read(await analyzerOfTests(), { path, text });
    if (text.length <= KEPT_TEXT_CHARS_MAX && results.size < KEPT_MAX) {
      results.set(key, result);
    }
    return result;
  };
}

const analysisOf = once((analyzer, file) => analyzer.analyze(file));
const checkSyntax = once((analyzer, file) => analyzer.check(file));
const fingerprint = once((analyzer, file) => analyzer.fingerprint(file));
const spansOf = once((analyzer, file) => analyzer.spans(file));
const factsOf = once((analyzer, file) => analyzer.facts(file));
const inspect = once((analyzer, file) => analyzer.inspect(file));

function only<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) {
    throw new Error(`no ${what}`);
  }
  return value;
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    group === undefined ? groups.set(key, [item]) : group.push(item);
  }
  return groups;
}

interface SortedTerms {
  /** The first term that is not before another one. */
  atOrAfter(other: string): string | undefined;
  startingWith(prefix: string): string[];
}

/** By their bytes in UTF-8, as the database sorts. */
function openSortedTerms(terms: Iterable<string>): SortedTerms {
  const sorted = Array.from(terms, (term) => ({ term, bytes: Buffer.from(term) })).sort((a, b) =>
    Buffer.compare(a.bytes, b.bytes),
  );
  const placeOf = (other: string): number => {
    const bytes = Buffer.from(other);
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const term = sorted[middle];
      if (term !== undefined && Buffer.compare(term.bytes, bytes) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  };
  return {
    atOrAfter: (other) => sorted[placeOf(other)]?.term,
    startingWith: (prefix) => {
      const from = placeOf(prefix);
      let end = from;
      while (sorted[end]?.term.startsWith(prefix) === true) {
        end += 1;
      }
      return sorted.slice(from, end).map(({ term }) => term);
    },
  };
}

/** No two projects have one database. */
let snapshotsMade = 0;

async function snapshotOf(tables: Tables, options: MemoryProjectOptions): Promise<Snapshot> {
  const { documents, chunks, symbols } = tables;
  const vectors = new ExactIndex(options.dimensions ?? HASH_DIMENSIONS);
  if (options.withVectors !== false) {
    for (const { id, embedded } of chunks) {
      vectors.add(id, await (options.embed ?? hashEmbedding)(embedded()));
    }
  }
  const packed = new Map([...tables.postings].map(([term, byDocument]) => [term, packPostings(byDocument)]));
  const termsInOrder = openSortedTerms(packed.keys());
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const byName = groupBy(symbols, ({ name }) => name.toLowerCase());
  const byDocument = groupBy(symbols, ({ document }) => document);
  const mean = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
    rows.length === 0 ? 1 : Math.max(1, rows.reduce((sum, row) => sum + value(row), 0) / rows.length);
  const chunk = (id: ChunkId) => only(chunks[id - 1], `chunk ${id}`);
  return {
    databaseId: `memory ${++snapshotsMade}`,
    generation: (options.generation ?? 1) as Generation,
    documentCount: documents.length,
    chunkCount: chunks.length,
    tokens: null,
    averages: {
      chunkTerms: mean(chunks, ({ terms }) => terms),
      bodyTerms: mean(documents, ({ bodyTerms }) => bodyTerms),
      pathTerms: mean(documents, (one) => one.pathTerms),
      nameTerms: mean(documents, (one) => one.nameTerms),
    },
    document: (id) => only(documents[id - 1], `document ${id}`),
    documentAt: (path) => byPath.get(path),
    documents: () => documents,
    chunks: (ids) => ids.map(chunk),
    chunkTerms: (id) => chunk(id).terms,
    chunkKind: (id) => chunk(id).kind,
    chunkDocument: (id) => chunk(id).document,
    holdsTerm: (term) => packed.has(term),
    nearTerms: (term, nearness) => nearTerms(term, termsInOrder.atOrAfter, nearness),
    termsFrom: (prefix, most) => termsInOrder.startingWith(prefix).slice(0, most),
    postings: (term) => packed.get(term) ?? EMPTY_POSTINGS,
    definitions: (name, document) =>
      (byName.get(name.toLowerCase()) ?? []).filter((symbol) => document === undefined || symbol.document === document),
    symbols: (document) => byDocument.get(document) ?? [],
    hasFacts: (document) => tables.facts.has(document),
    mayName: (document) => tables.facts.has(document),
    shape: (document) => tables.facts.get(document) ?? null,
    inside: (document) => tables.facts.get(document) ?? { references: [], conversions: [] },
    stretches: (document) => tables.stretches.get(document) ?? null,
    vectors: options.withVectors === false ? null : vectors,
    release: () => undefined,
  };
}

function memoryIndex(snapshot: Snapshot, freshness: Freshness): ProjectIndex {
  const unused = (): never => {
    throw new Error("the index of this test is fixed");
  };
  return {
    root: "/memory/project",
    folder: "/memory/index",
    freshen: () => Promise.resolve(freshness),
    prepare: async () => undefined,
    recount: () => freshness,
    complete: unused,
    exportVectors: unused,
    importVectors: unused,
    publishVectors: unused,
    snapshot: () => snapshot,
    embedFirst: () => Promise.resolve(),
    vectorStatus: () =>
      snapshot.vectors === null
        ? { state: "disabled", kind: null, reason: "" }
        : { state: "applied", kind: "exact", reason: "" },
    outlook: () => null,
    working: () => false,
    progress: () => null,
    readPattern: async (pattern, grammar) => (await analyzerOfTests()).readPattern(pattern, grammar),
    matchPattern: async ({ texts, patterns, most }) => {
      const analyzer = await analyzerOfTests();
      return await Promise.all(texts.map((text) => analyzer.match(text, patterns, most)));
    },
    checkSyntax,
    fingerprint,
    spansOf,
    factsOf,
    inspect,
    occurrencesOf: async (path, text, names) => (await analyzerOfTests()).occurrences({ path, text }, names),
    layoutOf: async (path, text) => (await analyzerOfTests()).layout({ path, text }),
    close: () => Promise.resolve(),
  };
}

export async function memoryProject(files: Files, options: MemoryProjectOptions = {}): Promise<MemoryProject> {
  const tables = openTables();
  for (const [path, text] of Object.entries(files)) {
    await addDocument(tables, path, text, options.counted !== false);
  }
  const snapshot = await snapshotOf(tables, options);
  const { length: chunks } = tables.chunks;
  const filesCount = tables.documents.length;
  const freshness: Freshness = {
    lagging: 0,
    building: false,
    coverage: {
      files: filesCount,
      filesSearchable: filesCount,
      chunks,
      chunksEmbedded: options.withVectors === false ? 0 : chunks,
    },
    writtenElsewhere: false,
    problems: [],
  };
  const living = new Map(Object.entries(files));
  return { snapshot, index: memoryIndex(snapshot, freshness), corpus: memoryCorpus(living), files: living, freshness };
}
