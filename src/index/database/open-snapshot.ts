// Snapshots of one database: each is a read transaction with the view of the document table that belongs to it. Those
// of one generation share a connection; a connection whose last snapshot is released ends its transaction.
import { log } from "../../system/log.ts";
import type { Connection } from "../../system/sqlite.ts";
import type { DocumentId } from "../../vocabulary/chunk.ts";
import { kindOfCode } from "../encoding/chunk-shapes.ts";
import { PostingReader } from "../lexical/posting-reader.ts";
import type { DocumentRecord, Snapshot } from "../snapshot.ts";
import type { VectorIndex } from "../vectors/vector-index.ts";
import type { IndexDatabase } from "./database.ts";
import { type DocumentTable, generationOf, type TableChanges, type TableView } from "./document-table.ts";
import { type FactsCache, type FactsReader, openFactsCache, openFactsReader } from "./facts-reader.ts";
import { OutlineReader } from "./outline-reader.ts";
import { indexFailure, isCorrupt } from "./sqlite-errors.ts";

/** A connection with its statements; it is in a transaction while snapshots use it. */
interface Reader {
  readonly connection: Connection;
  readonly postings: PostingReader;
  readonly outlines: OutlineReader;
  readonly facts: FactsReader;
  view: TableView;
  /** Snapshots that use it. */
  users: number;
}

export interface SnapshotListener {
  /** Called when commits of this or another process were read into the table. */
  onChanges(changes: TableChanges): void;
  /** Called when a snapshot could not be read: the database may be damaged. */
  onError(error: unknown): void;
}

const IDLE_READERS_MAX = 2;

/** Ends the read transactions of snapshots that were garbage collected without being released, which is a bug of the caller. */
const lost = new FinalizationRegistry<() => void>((release) => {
  log("warn", "snapshot.not-released");
  release();
});

export class Snapshots {
  /** Snapshots not yet released. */
  inUse = 0;
  readonly #database: IndexDatabase;
  readonly #table: DocumentTable;
  readonly #listener: SnapshotListener;
  readonly #factsCache = openFactsCache();
  readonly #idle: Reader[] = [];
  readonly #busy = new Set<Reader>();
  #closed = false;

  constructor(database: IndexDatabase, table: DocumentTable, listener: SnapshotListener) {
    this.#database = database;
    this.#table = table;
    this.#listener = listener;
  }

  /** Takes the newest committed generation, and updates the table to it. */
  take(vectors: (view: TableView) => VectorIndex | null): Snapshot {
    const begun = this.#begin();
    const shared = [...this.#busy].find((reader) => reader.view === begun.view);
    const reader = shared ?? begun;
    if (shared !== undefined) {
      this.#end(begun);
    }
    // Before this snapshot counts as in use, changes that waited for the last release are applied.
    const searched = vectors(reader.view);
    this.#busy.add(reader);
    reader.users += 1;
    this.inUse += 1;
    const use = { released: false };
    const releaseOnce = () => {
      if (!use.released) {
        use.released = true;
        this.#release(reader);
      }
    };
    const release = () => {
      lost.unregister(use);
      releaseOnce();
    };
    const snapshot = snapshotOf(this.#database, reader, searched, this.#listener, release);
    lost.register(snapshot, releaseOnce, use);
    return snapshot;
  }

  /** Updates the table to the newest generation, without a snapshot. */
  follow(): void {
    this.#end(this.#begin());
  }

  /** Snapshots in use stay usable until they are released. */
  close(): void {
    this.#closed = true;
    for (const { connection } of this.#idle.splice(0)) {
      connection.close();
    }
  }

  /** A reader inside a transaction at the newest generation. */
  #begin(): Reader {
    const [database, table] = [this.#database, this.#table];
    let reader: Reader | undefined;
    try {
      reader = this.#idle.pop() ?? openReader(database.openReader(), table.view, this.#factsCache);
      reader.connection.exec("BEGIN");
      if (generationOf(reader.connection) !== table.view.generation) {
        this.#listener.onChanges(table.catchUp(reader.connection));
      }
      reader.view = table.view;
      return reader;
    } catch (error) {
      reader?.connection.close();
      throw indexFailure(error, database.folder);
    }
  }

  #release(reader: Reader): void {
    this.inUse -= 1;
    reader.users -= 1;
    if (reader.users === 0) {
      this.#end(reader);
    }
  }

  #end(reader: Reader): void {
    this.#busy.delete(reader);
    try {
      if (!this.#closed && this.#idle.length < IDLE_READERS_MAX) {
        reader.connection.exec("COMMIT");
        this.#idle.push(reader);
        return;
      }
    } catch (error) {
      // The present question has been answered or has failed; the next one meets the same error.
      this.#listener.onError(error);
    }
    reader.connection.close();
  }
}

function openReader(connection: Connection, view: TableView, cache: FactsCache): Reader {
  return {
    connection,
    postings: new PostingReader(connection),
    outlines: new OutlineReader(connection),
    facts: openFactsReader(connection, cache),
    view,
    users: 0,
  };
}

function snapshotOf(
  database: IndexDatabase,
  reader: Reader,
  vectors: VectorIndex | null,
  listener: SnapshotListener,
  release: () => void,
): Snapshot {
  const { view, postings, outlines, facts } = reader;
  const asking = <Answer>(ask: () => Answer): Answer => {
    try {
      return ask();
    } catch (error) {
      if (error instanceof RangeError && !isCorrupt(error)) {
        throw error;
      }
      listener.onError(error);
      throw indexFailure(error, database.folder);
    }
  };
  const document = (id: DocumentId): DocumentRecord => documentIn(view, id);
  return {
    databaseId: database.id,
    generation: view.generation,
    documentCount: view.documentCount,
    chunkCount: view.chunkCount,
    averages: view.averages,
    tokens: view.tokens,
    document,
    documentAt: (path) => view.documents[view.idsByPath.get(path) ?? -1],
    documents: () => view.documents.filter((record) => record !== undefined),
    chunks: (ids) => asking(() => outlines.chunks(ids, view)),
    chunkTerms: (id) => view.chunks.terms[id] ?? 0,
    chunkKind: (id) => kindOfCode(view.chunks.kinds[id] ?? -1),
    chunkDocument: (id) => (view.chunks.documents[id] ?? -1) as DocumentId,
    holdsTerm: (term) => asking(() => postings.holds(term, view.documents.length)),
    nearTerms: (term, nearness) => asking(() => postings.near(term, nearness)),
    termsFrom: (prefix, most) => asking(() => postings.from(prefix, most)),
    postings: (term, chunksEnough) => asking(() => postings.read(term, view.documents, chunksEnough)),
    definitions: (name, of) => asking(() => outlines.symbolsNamed(name, of)),
    symbols: (id) => asking(() => outlines.symbolsOf(document(id).id)),
    hasFacts: (id) => asking(() => facts.hasFacts(document(id))),
    mayName: (id, name) => asking(() => facts.mayName(document(id), name)),
    shape: (id) => asking(() => facts.shapeOf(document(id))),
    inside: (id) => asking(() => facts.insideOf(document(id))),
    stretches: (id) => asking(() => facts.stretchesOf(document(id))),
    vectors,
    release,
  };
}

function documentIn(view: TableView, id: DocumentId): DocumentRecord {
  const record = view.documents[id];
  if (record === undefined) {
    throw new RangeError(`document ${id} is not in this snapshot`);
  }
  return record;
}
