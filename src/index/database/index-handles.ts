// The open database of a project with what is derived from it in memory, and its exchange for a new one when it turns
// out to be damaged or another process has replaced it. Knows nothing of files or vectors.
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
  /** Null where the folder cannot be written. */
  readonly writer: DocumentWriter | null;
  /** What opening it had to survive. */
  readonly problems: readonly Problem[];
  /** True once the database has held a whole corpus, and where nothing can be added to it here. */
  wasWhole(): boolean;
  close(): void;
}

/** `damaged` is the id of a database that broke in use and is to be replaced. */
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
    wasWhole: () => database.writer === null || completeGenerationOf(database.writer) > 0,
    close() {
      snapshots.close();
      try {
        database.close();
      } catch (error) {
        // A damaged file may refuse even this; nothing is left to do with it.
        log("debug", "index.close-failed", { reason: String(error) });
      }
    },
  };
}
