// The documents of an index in memory, for ranking: every row, and the kind, length and document of every chunk. Follows the
// database by generation, including other processes' commits; each view of it is immutable.

import type { Connection } from "../../system/sqlite.ts";
import type { ChunkId, DocumentId, Generation } from "../../vocabulary/ids.ts";
import type { Problem } from "../../vocabulary/problem.ts";
import type { DocumentStamp } from "../documents.ts";
import { visitShapes } from "../encoding/chunk-shapes.ts";
import type { DocumentRecord, LexicalAverages } from "../snapshot.ts";
import { type DocumentRow, READ_ALL, READ_NEWER, recordOf, stampOf } from "./document-rows.ts";

/** By chunk id. A chunk never changes, so all views share these arrays as they grow. */
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
  /** Ids by path, including removed documents and documents newer than the view. */
  readonly idsByPath: ReadonlyMap<string, DocumentId>;
  readonly chunks: Readonly<ChunkArrays>;
}

/** A run of chunk ids. */
export interface ChunkRun {
  readonly first: ChunkId;
  readonly count: number;
}

/** The result of a catch-up. */
export interface TableChanges {
  readonly removed: readonly ChunkRun[];
  readonly added: readonly ChunkRun[];
}

export interface DocumentTable {
  readonly view: TableView;
  /** By path, for existing documents. */
  readonly stamps: ReadonlyMap<string, DocumentStamp>;
  /** Paths whose stamp appeared, vanished or changed since the last call; null at the first call, when all are new. */
  takeRestamped(): ReadonlySet<string> | null;
  /** Problems of existing documents. */
  problems(): Problem[];
  /** Reads what is newer than the view; `connection` must be in a read transaction. */
  catchUp(connection: Connection): TableChanges;
  /** Records that documents were found unchanged, as DocumentWriter.touch does in the database. */
  touch(stamps: readonly DocumentStamp[]): void;
}

interface Sums {
  chunks: number;
  documents: number;
  body: number;
  path: number;
  names: number;
}

const askGeneration = (connection: Connection) =>
  connection.prepare<[], Generation>("SELECT generation FROM meta").pluck();

/** Every snapshot asks, so the statements are kept as long as their connections. */
const generationStatements = new WeakMap<Connection, ReturnType<typeof askGeneration>>();

export function generationOf(connection: Connection): Generation {
  const statement = generationStatements.get(connection) ?? askGeneration(connection);
  generationStatements.set(connection, statement);
  return statement.get() ?? (0 as Generation);
}

/** The last generation that contained the whole corpus; 0 for none yet. */
export function completeGenerationOf(connection: Connection): number {
  return connection.prepare<[], number>("SELECT complete_generation FROM meta").pluck().get() ?? 0;
}

export function openDocumentTable(): DocumentTable {
  const idsByPath = new Map<string, DocumentId>();
  const chunks: ChunkArrays = { kinds: new Uint8Array(0), terms: new Uint32Array(0), documents: new Int32Array(0) };
  const stamps = new Map<string, DocumentStamp>();
  let restamped: Set<string> | null = null;
  const problems = new Map<DocumentId, readonly Problem[]>();
  let sums: Sums = { chunks: 0, documents: 0, body: 0, path: 0, names: 0 };
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
    stamps.delete(old.path);
    restamped?.add(old.path);
    problems.delete(old.id);
  }

  function enter(values: DocumentRow, record: DocumentRecord): void {
    const { id, path, firstChunk, chunkCount } = record;
    const [shapes, problemsJson] = [values[18], values[19]];
    stamps.set(path, stampOf(values, record));
    restamped?.add(path);
    if (problemsJson !== null) {
      problems.set(id, JSON.parse(problemsJson) as Problem[]);
    }
    grow(chunks, firstChunk + chunkCount);
    visitShapes(shapes, (ordinal, kind, terms) => {
      const at = firstChunk + ordinal;
      chunks.kinds[at] = kind;
      chunks.terms[at] = terms;
      chunks.documents[at] = id;
    });
  }

  function catchUp(connection: Connection): TableChanges {
    const generation = generationOf(connection);
    const removed: ChunkRun[] = [];
    const added: ChunkRun[] = [];
    if (generation === view.generation) {
      return { removed, added };
    }
    const rows = connection.prepare<[number], DocumentRow>(view.generation === 0 ? READ_ALL : READ_NEWER).raw(true);
    const documents = view.documents.slice();
    // After an error the same view is read again. Everything else is then set to the same values, but these sums would be
    // counted twice.
    const counted = { ...sums };
    for (const values of rows.iterate(view.generation)) {
      const [id, path, isRemoved] = values;
      const old = documents[id];
      const record = isRemoved === 1 ? undefined : recordOf(values);
      idsByPath.set(path, id);
      while (documents.length < id) {
        documents.push(undefined);
      }
      documents[id] = record;
      if (old !== undefined) {
        count(counted, old, -1);
        leave(old);
      }
      if (record !== undefined) {
        count(counted, record, 1);
        enter(values, record);
      }
      // A token count changes a row but none of its chunks. A document without chunks has the id that the next chunk gets.
      if (old?.firstChunk !== record?.firstChunk || old?.chunkCount !== record?.chunkCount) {
        pushRun(removed, old);
        pushRun(added, record);
      }
    }
    sums = counted;
    view = viewOf(generation, documents);
    return { removed, added };
  }

  return {
    get view() {
      return view;
    },
    stamps,
    takeRestamped() {
      const taken = restamped;
      restamped = new Set();
      return taken;
    },
    problems: () => [...problems.values()].flat(),
    catchUp,
    touch(touched) {
      for (const stamp of touched) {
        if (stamps.get(stamp.path)?.contentHash === stamp.contentHash) {
          stamps.set(stamp.path, stamp);
          restamped?.add(stamp.path);
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

/** BM25 divides by these, so they are 1 where there is nothing to average. */
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
  const { kinds, terms, documents } = chunks;
  chunks.kinds = new Uint8Array(capacity);
  chunks.kinds.set(kinds);
  chunks.terms = new Uint32Array(capacity);
  chunks.terms.set(terms);
  chunks.documents = new Int32Array(capacity);
  chunks.documents.set(documents);
}
