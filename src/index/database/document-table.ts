// The documents of an index in memory, for ranking: every row, and the kind, length and document of every chunk. Follows the
// database by generation, including other processes' commits; each view of it is immutable.

import type { Connection } from "../../system/sqlite.ts";
import type { ChunkId, DocumentId, Generation } from "../../vocabulary/chunk.ts";
import type { Problem } from "../../vocabulary/failure.ts";
import type { DocumentStamp } from "../documents.ts";
import { visitShapes } from "../encoding/chunk-shapes.ts";
import type { DocumentRecord, LexicalAverages, TokenSums } from "../snapshot.ts";
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
  readonly tokens: TokenSums;
  /** Ids by path, including removed documents and documents newer than the view. */
  readonly idsByPath: ReadonlyMap<string, DocumentId>;
  readonly chunks: Readonly<ChunkArrays>;
}

/** As it was at one generation. */
export interface SavedTable {
  readonly generation: Generation;
  /** By chunk id. */
  readonly kinds: Uint8Array;
  readonly terms: Uint32Array;
  readonly documents: readonly { readonly record: DocumentRecord; readonly stamp: DocumentStamp }[];
  readonly problems: ReadonlyMap<DocumentId, readonly Problem[]>;
}

/** A run of chunk ids. */
export interface ChunkRun {
  readonly first: ChunkId;
  readonly count: number;
}

export const chunksOf = ({ first, count }: ChunkRun): ChunkId[] =>
  Array.from({ length: count }, (_, at) => (first + at) as ChunkId);

/** The result of a catch-up. */
export interface TableChanges {
  readonly removed: readonly ChunkRun[];
  readonly added: readonly ChunkRun[];
}

interface Sums {
  chunks: number;
  documents: number;
  body: number;
  path: number;
  names: number;
  countedBytes: number;
  countedTokens: number;
  openBytes: number;
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

export class DocumentTable {
  view: TableView;
  /** Documents that were read or touched since the table was saved, or since the saved one was loaded. */
  behind = 0;
  /** By path, for existing documents. */
  readonly stamps = new Map<string, DocumentStamp>();
  readonly #idsByPath = new Map<string, DocumentId>();
  readonly #chunks: ChunkArrays = { kinds: new Uint8Array(0), terms: new Uint32Array(0), documents: new Int32Array(0) };
  readonly #problems = new Map<DocumentId, readonly Problem[]>();
  #restamped: Set<string> | null = null;
  #sums: Sums = {
    chunks: 0,
    documents: 0,
    body: 0,
    path: 0,
    names: 0,
    countedBytes: 0,
    countedTokens: 0,
    openBytes: 0,
  };

  readonly #loadSaved: (newest: Generation) => SavedTable | null;

  /** `loadSaved`: the table as it was saved, of a generation up to `newest`. */
  constructor(loadSaved: (newest: Generation) => SavedTable | null = () => null) {
    this.#loadSaved = loadSaved;
    this.view = this.#viewOf(0 as Generation, []);
  }

  /** Paths whose stamp appeared, vanished or changed since the last call; null at the first call, when all are new. */
  takeRestamped(): ReadonlySet<string> | null {
    const taken = this.#restamped;
    this.#restamped = new Set();
    return taken;
  }

  /** Problems of existing documents. */
  problems(): Problem[] {
    return [...this.#problems.values()].flat();
  }

  problemsById(): (readonly [DocumentId, readonly Problem[]])[] {
    return [...this.#problems];
  }

  /** Records that documents were found unchanged, as DocumentWriter.touch does in the database. */
  touch(touched: readonly DocumentStamp[]): void {
    this.behind += touched.length;
    for (const stamp of touched) {
      if (this.stamps.get(stamp.path)?.contentHash === stamp.contentHash) {
        this.stamps.set(stamp.path, stamp);
        this.#restamped?.add(stamp.path);
      }
    }
  }

  /** Reads what is newer than the view; `connection` must be in a read transaction. */
  catchUp(connection: Connection): TableChanges {
    const generation = generationOf(connection);
    const removed: ChunkRun[] = [];
    const added: ChunkRun[] = [];
    if (generation === this.view.generation) {
      return { removed, added };
    }
    const saved = this.view.generation === 0 ? this.#loadSaved(generation) : null;
    const since = saved?.generation ?? this.view.generation;
    const rows = connection.prepare<[number], DocumentRow>(since === 0 ? READ_ALL : READ_NEWER).raw(true);
    // After an error the same view is read again. Everything else is then set to the same values, but these sums would be
    // counted twice.
    const sums = { ...this.#sums };
    const documents = saved === null ? this.view.documents.slice() : this.#restore(saved, sums, added);
    for (const values of rows.iterate(since)) {
      this.behind += 1;
      const [id, path, isRemoved] = values;
      const old = documents[id];
      const record = isRemoved === 1 ? undefined : recordOf(values);
      this.#idsByPath.set(path, id);
      while (documents.length < id) {
        documents.push(undefined);
      }
      documents[id] = record;
      this.#replace(old, record, values);
      count(sums, old, -1);
      count(sums, record, 1);
      // A token count changes a row but none of its chunks. A document without chunks has the id that the next chunk gets.
      if (old?.firstChunk !== record?.firstChunk || old?.chunkCount !== record?.chunkCount) {
        pushRun(removed, old);
        pushRun(added, record);
      }
    }
    this.#sums = sums;
    this.view = this.#viewOf(generation, documents);
    return { removed, added };
  }

  /** Enters all documents of the saved table at once, in place of their rows. */
  #restore(saved: SavedTable, sums: Sums, added: ChunkRun[]): (DocumentRecord | undefined)[] {
    const documents: (DocumentRecord | undefined)[] = [];
    grow(this.#chunks, saved.kinds.length);
    this.#chunks.kinds.set(saved.kinds);
    this.#chunks.terms.set(saved.terms);
    for (const { record, stamp } of saved.documents) {
      const { id, path, firstChunk, chunkCount } = record;
      while (documents.length < id) {
        documents.push(undefined);
      }
      documents[id] = record;
      this.#idsByPath.set(path, id);
      this.stamps.set(path, stamp);
      this.#chunks.documents.fill(id, firstChunk, firstChunk + chunkCount);
      count(sums, record, 1);
      pushRun(added, record);
    }
    for (const [id, problems] of saved.problems) {
      this.#problems.set(id, problems);
    }
    return documents;
  }

  #viewOf(generation: Generation, documents: TableView["documents"]): TableView {
    return {
      generation,
      documents,
      documentCount: this.#sums.documents,
      chunkCount: this.#sums.chunks,
      averages: averagesOf(this.#sums),
      tokens: this.#sums,
      idsByPath: this.#idsByPath,
      chunks: this.#chunks,
    };
  }

  #replace(old: DocumentRecord | undefined, record: DocumentRecord | undefined, values: DocumentRow): void {
    if (old !== undefined) {
      if (old.path !== record?.path) {
        this.stamps.delete(old.path);
      }
      this.#restamped?.add(old.path);
      this.#problems.delete(old.id);
    }
    if (record !== undefined) {
      this.#enter(record, values);
    }
  }

  #enter(record: DocumentRecord, values: DocumentRow): void {
    const { id, path, firstChunk, chunkCount } = record;
    const [shapes, problems] = [values[18], values[19]];
    this.stamps.set(path, stampOf(values, record));
    this.#restamped?.add(path);
    if (problems !== null) {
      this.#problems.set(id, JSON.parse(problems) as Problem[]);
    }
    grow(this.#chunks, firstChunk + chunkCount);
    const { kinds, terms, documents } = this.#chunks;
    visitShapes(shapes, (ordinal, kind, length) => {
      const at = firstChunk + ordinal;
      kinds[at] = kind;
      terms[at] = length;
      documents[at] = id;
    });
  }
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

function count(sums: Sums, record: DocumentRecord | undefined, sign: 1 | -1): void {
  if (record === undefined) {
    return;
  }
  sums.documents += sign;
  sums.chunks += sign * record.chunkCount;
  sums.body += sign * record.bodyTerms;
  sums.path += sign * record.pathTerms;
  sums.names += sign * record.nameTerms;
  sums.openBytes += record.tokens === null ? sign * record.size : 0;
  sums.countedBytes += record.tokens === null ? 0 : sign * record.size;
  sums.countedTokens += sign * (record.tokens ?? 0);
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
