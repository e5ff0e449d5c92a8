// The documents of an index in memory, for ranking: every row, and kind, length and document of every chunk. Follows the
// database by generation, whoever wrote it; each view of it stays as it was.
import { PARSE_STATES, type ParseState } from "../vocabulary/chunk.ts";
import type { ChunkId, DocumentId, Generation } from "../vocabulary/ids.ts";
import type { Problem } from "../vocabulary/problem.ts";
import { visitShapes } from "./chunk-shapes.ts";
import type { Connection } from "./database.ts";
import type { DocumentStamp } from "./freshness.ts";
import type { DocumentRecord, LexicalAverages } from "./snapshot.ts";

/** Kind, length and document by chunk id. A chunk never changes, so all views share these arrays as they grow. */
interface ChunkArrays {
  kinds: Uint8Array;
  terms: Uint32Array;
  documents: Int32Array;
}

/** The table as of one generation. Immutable. */
export interface TableView {
  readonly generation: Generation;
  /** By document id; undefined for a removed one. */
  readonly documents: readonly (DocumentRecord | undefined)[];
  readonly documentCount: number;
  readonly chunkCount: number;
  readonly averages: LexicalAverages;
  /** Ids by path, of removed documents too, and of documents newer than the view. */
  readonly idsByPath: ReadonlyMap<string, DocumentId>;
  readonly chunks: Readonly<ChunkArrays>;
}

/** A run of chunk ids. */
export interface ChunkRun {
  readonly first: ChunkId;
  readonly count: number;
}

/** What a catch-up brought. */
export interface TableChanges {
  readonly gone: readonly ChunkRun[];
  readonly come: readonly ChunkRun[];
}

export interface DocumentTable {
  readonly view: TableView;
  /** By path, of the documents that are there. */
  readonly stamps: ReadonlyMap<string, DocumentStamp>;
  /** Problems of the documents that are there. */
  problems(): Problem[];
  /** Reads what is newer than the view; `connection` must be in a read transaction. */
  catchUp(connection: Connection): TableChanges;
  /** Notes that documents were found unchanged, as DocumentWriter.touch writes. */
  touch(stamps: readonly DocumentStamp[]): void;
}

interface Sums {
  chunks: number;
  documents: number;
  body: number;
  path: number;
  names: number;
}

interface Row {
  readonly id: DocumentId;
  readonly path: string;
  readonly removed: number;
  readonly language: string | null;
  readonly parse: string;
  readonly content_hash: Buffer;
  readonly analysis: string;
  readonly size: number;
  readonly mtime_ms: number;
  readonly ctime_ms: number;
  readonly verified_at_ms: number;
  readonly line_count: number;
  readonly first_chunk: ChunkId;
  readonly chunk_count: number;
  readonly body_terms: number;
  readonly path_terms: number;
  readonly name_terms: number;
  readonly tokens: number | null;
  readonly chunk_shapes: Uint8Array;
  readonly problems: string | null;
}

const COLUMNS = `id, path, removed, language, parse, content_hash, analysis, size, mtime_ms, ctime_ms, verified_at_ms,
  line_count, first_chunk, chunk_count, body_terms, path_terms, name_terms, tokens, chunk_shapes, problems`;

export function generationOf(connection: Connection): Generation {
  return connection.prepare<[], Generation>("SELECT generation FROM meta").pluck().get() ?? (0 as Generation);
}

/** The last generation that held a whole corpus; 0 for none yet. */
export function completeGenerationOf(connection: Connection): number {
  return connection.prepare<[], number>("SELECT complete_generation FROM meta").pluck().get() ?? 0;
}

export function openDocumentTable(): DocumentTable {
  const idsByPath = new Map<string, DocumentId>();
  const chunks: ChunkArrays = { kinds: new Uint8Array(0), terms: new Uint32Array(0), documents: new Int32Array(0) };
  const stamps = new Map<string, DocumentStamp>();
  const problems = new Map<DocumentId, readonly Problem[]>();
  const sums: Sums = { chunks: 0, documents: 0, body: 0, path: 0, names: 0 };
  let view = viewOf(0 as Generation, []);

  function viewOf(generation: Generation, documents: readonly (DocumentRecord | undefined)[]): TableView {
    return {
      generation,
      documents,
      documentCount: sums.documents,
      chunkCount: sums.chunks,
      averages: averagesOf(sums),
      idsByPath,
      chunks,
    };
  }

  function leave(old: DocumentRecord): void {
    count(sums, old, -1);
    stamps.delete(old.path);
    problems.delete(old.id);
  }

  function enter(row: Row, record: DocumentRecord): void {
    count(sums, record, 1);
    stamps.set(row.path, stampOf(row, record.contentHash));
    if (row.problems !== null) {
      problems.set(row.id, JSON.parse(row.problems) as Problem[]);
    }
    grow(chunks, row.first_chunk + row.chunk_count);
    visitShapes(row.chunk_shapes, (ordinal, kind, terms) => {
      const at = row.first_chunk + ordinal;
      chunks.kinds[at] = kind;
      chunks.terms[at] = terms;
      chunks.documents[at] = row.id;
    });
  }

  function catchUp(connection: Connection): TableChanges {
    const generation = generationOf(connection);
    const gone: ChunkRun[] = [];
    const come: ChunkRun[] = [];
    if (generation === view.generation) {
      return { gone, come };
    }
    const rows = connection.prepare<[number], Row>(`SELECT ${COLUMNS} FROM document WHERE generation > ? ORDER BY id`);
    const documents = view.documents.slice();
    for (const row of rows.iterate(view.generation)) {
      const old = documents[row.id];
      const record = row.removed === 1 ? undefined : recordOf(row);
      idsByPath.set(row.path, row.id);
      while (documents.length < row.id) {
        documents.push(undefined);
      }
      documents[row.id] = record;
      if (old !== undefined) {
        leave(old);
      }
      if (record !== undefined) {
        enter(row, record);
      }
      // A token count changes a row and none of its chunks.
      if (old?.firstChunk !== record?.firstChunk) {
        pushRun(gone, old);
        pushRun(come, record);
      }
    }
    view = viewOf(generation, documents);
    return { gone, come };
  }

  return {
    get view() {
      return view;
    },
    stamps,
    problems: () => [...problems.values()].flat(),
    catchUp,
    touch(touched) {
      for (const stamp of touched) {
        if (stamps.get(stamp.path)?.contentHash === stamp.contentHash) {
          stamps.set(stamp.path, stamp);
        }
      }
    },
  };
}

/** True when the chunk belongs to a document of the view. */
export function isAlive(view: TableView, chunk: ChunkId): boolean {
  const record = view.documents[view.chunks.documents[chunk] ?? -1];
  return record !== undefined && chunk >= record.firstChunk && chunk < record.firstChunk + record.chunkCount;
}

/** The chunks of each document of the view. */
export function* runsOf(view: TableView): Iterable<ChunkRun> {
  for (const record of view.documents) {
    if (record !== undefined && record.chunkCount > 0) {
      yield { first: record.firstChunk, count: record.chunkCount };
    }
  }
}

function pushRun(runs: ChunkRun[], record: DocumentRecord | undefined): void {
  if (record !== undefined && record.chunkCount > 0) {
    runs.push({ first: record.firstChunk, count: record.chunkCount });
  }
}

function count(sums: Sums, record: DocumentRecord, sign: 1 | -1): void {
  sums.documents += sign;
  sums.chunks += sign * record.chunkCount;
  sums.body += sign * record.bodyTerms;
  sums.path += sign * record.pathTerms;
  sums.names += sign * record.nameTerms;
}

/** BM25 divides by these: 1 where there is nothing to average. */
function averagesOf(sums: Sums): LexicalAverages {
  const mean = (sum: number, over: number) => (sum > 0 && over > 0 ? sum / over : 1);
  return {
    chunkTerms: mean(sums.body, sums.chunks),
    bodyTerms: mean(sums.body, sums.documents),
    pathTerms: mean(sums.path, sums.documents),
    nameTerms: mean(sums.names, sums.documents),
  };
}

function grow(chunks: ChunkArrays, length: number): void {
  if (length <= chunks.kinds.length) {
    return;
  }
  const capacity = Math.max(length, Math.ceil(chunks.kinds.length * 1.5));
  const kinds = new Uint8Array(capacity);
  kinds.set(chunks.kinds);
  const terms = new Uint32Array(capacity);
  terms.set(chunks.terms);
  const documents = new Int32Array(capacity);
  documents.set(chunks.documents);
  chunks.kinds = kinds;
  chunks.terms = terms;
  chunks.documents = documents;
}

function recordOf(row: Row): DocumentRecord {
  return {
    id: row.id,
    path: row.path,
    language: row.language,
    parse: PARSE_STATES.find((state): state is ParseState => state === row.parse) ?? "fallback",
    contentHash: row.content_hash.toString("hex"),
    size: row.size,
    lineCount: row.line_count,
    firstChunk: row.first_chunk,
    chunkCount: row.chunk_count,
    bodyTerms: row.body_terms,
    pathTerms: row.path_terms,
    nameTerms: row.name_terms,
    tokens: row.tokens,
  };
}

function stampOf(row: Row, contentHash: string): DocumentStamp {
  return {
    document: row.id,
    path: row.path,
    size: row.size,
    mtimeMs: row.mtime_ms,
    ctimeMs: row.ctime_ms,
    verifiedAtMs: row.verified_at_ms,
    analysis: row.analysis,
    contentHash,
  };
}
