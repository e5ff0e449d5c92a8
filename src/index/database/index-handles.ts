// The open database of a project and the in-memory structures derived from it, and their replacement when the database is
// damaged or another process has replaced it. Independent of files and vectors.
import { log } from "../../system/log.ts";
import type { Problem } from "../../vocabulary/problem.ts";
import { type IndexDatabase, openDatabase } from "./database.ts";
import { completeGenerationOf, type DocumentTable, openDocumentTable } from "./document-table.ts";
import { type DocumentWriter, openDocumentWriter } from "./document-writer.ts";
import { openSnapshots, type SnapshotListener, type SnapshotSource } from "./open-snapshot.ts";

export interface IndexHandles {
  readonly database: IndexDatabase;
  readonly table: DocumentTable;
  readonly snapshots: SnapshotSource;
  /** Null if the folder cannot be written. */
  readonly writer: DocumentWriter | null;
  /** Problems that opening it survived. */
  readonly problems: readonly Problem[];
  /** True once the database has contained the whole corpus; also if this process cannot write to it. */
  wasComplete(): boolean;
  close(): void;
}

/** `damaged`: id of a database that proved damaged in use and is replaced. */
export async function openHandles(
  folder: string,
  damaged: string | null,
  listener: SnapshotListener,
): Promise<IndexHandles> {
  const { database, problems } = await openDatabase(folder, damaged);
  const table = openDocumentTable();
  const snapshots = openSnapshots(database, table, listener);
  return {
    database,
    table,
    snapshots,
    writer: database.writer === null ? null : openDocumentWriter(database.writer),
    problems,
    wasComplete: () => database.writer === null || completeGenerationOf(database.writer) > 0,
    close() {
      snapshots.close();
      try {
        database.close();
      } catch (error) {
        // A damaged file may refuse even this; nothing more can be done with it.
        log("debug", "index.close-failed", { reason: String(error) });
      }
    },
  };
}
