// Snapshots of one database: each is a read transaction with the view of the document table that belongs to it. Those
// of one generation share a connection; a connection whose last snapshot is released ends its transaction.
import { log } from "../../system/log.ts";
import type { Connection } from "../../system/sqlite.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import type { ChunkId, DocumentId } from "../../vocabulary/ids.ts";
import { kindOfCode } from "../encoding/chunk-shapes.ts";
import { openPostingReader, type PostingReader } from "../lexical/posting-reader.ts";
import type { DocumentRecord, Snapshot } from "../snapshot.ts";
import type { VectorIndex } from "../vectors/vector-index.ts";
import type { IndexDatabase } from "./database.ts";
import { type DocumentTable, generationOf, type TableChanges, type TableView } from "./document-table.ts";
import { type FactsCache, type FactsReader, openFactsCache, openFactsReader } from "./facts-reader.ts";
import { type OutlineReader, openOutlineReader } from "./outline-reader.ts";
import { indexFailure, isCorrupt } from "./sqlite-errors.ts";

/** A connection with its statements; it is in a transaction while snapshots use it. */
interface Reader extends OutlineReader, FactsReader {
  readonly connection: Connection;
  readonly postings: PostingReader;
  view: TableView;
  /** Snapshots that use it. */
  users: number;
}

export interface SnapshotSource {
  /** Takes the newest committed generation, and updates the table to it. */
  take(vectors: (view: TableView) => VectorIndex | null): Snapshot;
  /** Updates the table to the newest generation, without a snapshot. */
  follow(): void;
  /** Snapshots not yet released. */
  readonly inUse: number;
  /** Snapshots in use stay usable until they are released. */
  close(): void;
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

export function openSnapshots(
  database: IndexDatabase,
  table: DocumentTable,
  listener: SnapshotListener,
): SnapshotSource {
  const idle: Reader[] = [];
  const busy = new Set<Reader>();
  const factsCache = openFactsCache();
  let inUse = 0;
  let closed = false;

  /** A reader inside a transaction at the newest generation. */
  function begin(): Reader {
    let reader: Reader | undefined;
    try {
      reader = idle.pop() ?? openReader(database.openReader(), table.view, factsCache);
      reader.connection.exec("BEGIN");
      if (generationOf(reader.connection) !== table.view.generation) {
        listener.onChanges(table.catchUp(reader.connection));
      }
      reader.view = table.view;
      return reader;
    } catch (error) {
      reader?.connection.close();
      throw indexFailure(error, database.folder);
    }
  }

  function end(reader: Reader): void {
    busy.delete(reader);
    try {
      if (!closed && idle.length < IDLE_READERS_MAX) {
        reader.connection.exec("COMMIT");
        idle.push(reader);
        return;
      }
    } catch (error) {
      // The present question has been answered or has failed; the next one meets the same error.
      listener.onError(error);
    }
    reader.connection.close();
  }

  function release(reader: Reader): void {
    inUse -= 1;
    reader.users -= 1;
    if (reader.users === 0) {
      end(reader);
    }
  }

  return {
    take(vectors) {
      const begun = begin();
      const shared = [...busy].find((reader) => reader.view === begun.view);
      const reader = shared ?? begun;
      if (shared !== undefined) {
        end(begun);
      }
      // Before this snapshot counts as in use, changes that waited for the last release are applied.
      const searched = vectors(reader.view);
      busy.add(reader);
      reader.users += 1;
      inUse += 1;
      const use = { released: false };
      const releaseOnce = () => {
        if (!use.released) {
          use.released = true;
          release(reader);
        }
      };
      const snapshot = snapshotOf(database, reader, searched, listener.onError, () => {
        lost.unregister(use);
        releaseOnce();
      });
      lost.register(snapshot, releaseOnce, use);
      return snapshot;
    },
    follow() {
      end(begin());
    },
    get inUse() {
      return inUse;
    },
    close() {
      closed = true;
      for (const { connection } of idle.splice(0)) {
        connection.close();
      }
    },
  };
}

function openReader(connection: Connection, view: TableView, cache: FactsCache): Reader {
  const postings = openPostingReader(connection);
  const facts = openFactsReader(connection, cache);
  return { connection, postings, ...openOutlineReader(connection), ...facts, view, users: 0 };
}

function snapshotOf(
  database: IndexDatabase,
  reader: Reader,
  vectors: VectorIndex | null,
  onError: (error: unknown) => void,
  release: () => void,
): Snapshot {
  const { view } = reader;
  function asking<Answer>(ask: () => Answer): Answer {
    try {
      return ask();
    } catch (error) {
      if (error instanceof RangeError && !isCorrupt(error)) {
        throw error;
      }
      onError(error);
      throw indexFailure(error, database.folder);
    }
  }
  function document(id: DocumentId): DocumentRecord {
    const record = view.documents[id];
    if (record === undefined) {
      throw new RangeError(`document ${id} is not in this snapshot`);
    }
    return record;
  }
  return {
    databaseId: database.id,
    generation: view.generation,
    documentCount: view.documentCount,
    chunkCount: view.chunkCount,
    averages: view.averages,
    document,
    documentAt(path) {
      const id = view.idsByPath.get(path);
      return id === undefined ? undefined : view.documents[id];
    },
    *documents() {
      for (const record of view.documents) {
        if (record !== undefined) {
          yield record;
        }
      }
    },
    chunks: (ids) => asking(() => reader.chunks(ids, view)),
    chunkTerms: (id: ChunkId) => view.chunks.terms[id] ?? 0,
    chunkKind: (id: ChunkId): ChunkKind => kindOfCode(view.chunks.kinds[id] ?? -1),
    chunkDocument: (id: ChunkId) => (view.chunks.documents[id] ?? -1) as DocumentId,
    holdsTerm: (term) => asking(() => reader.postings.holds(term, view.documents.length)),
    nearTerms: (term, nearness) => asking(() => reader.postings.near(term, nearness)),
    termsFrom: (prefix, most) => asking(() => reader.postings.from(prefix, most)),
    postings: (term) => asking(() => reader.postings.read(term, view.documents)),
    definitions: (name, document) => asking(() => reader.symbolsNamed(name, document)),
    symbols: (id) => asking(() => reader.symbolsOf(document(id).id)),
    hasFacts: (id) => asking(() => reader.hasFacts(document(id))),
    mayName: (id, name) => asking(() => reader.mayName(document(id), name)),
    shape: (id) => asking(() => reader.shapeOf(document(id))),
    inside: (id) => asking(() => reader.insideOf(document(id))),
    vectors,
    release,
  };
}
