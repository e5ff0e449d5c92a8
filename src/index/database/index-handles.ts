// The open database of a project and the in-memory structures derived from it, and their replacement when the database is
// damaged or another process has replaced it. Independent of files and vectors.
import { log } from "../../system/log.ts";
import type { Problem } from "../../vocabulary/failure.ts";
import { type IndexDatabase, openDatabase } from "./database.ts";
import { completeGenerationOf, DocumentTable } from "./document-table.ts";
import { DocumentWriter } from "./document-writer.ts";
import { type SnapshotListener, Snapshots } from "./open-snapshot.ts";
import { loadTable } from "./saved-table.ts";

export interface IndexHandles {
  readonly database: IndexDatabase;
  readonly table: DocumentTable;
  readonly snapshots: Snapshots;
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
  const table = new DocumentTable((newest) => loadTable(database, newest));
  const snapshots = new Snapshots(database, table, listener);
  return {
    database,
    table,
    snapshots,
    writer: database.writer === null ? null : new DocumentWriter(database.writer),
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
