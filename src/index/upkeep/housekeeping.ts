// A small database of the cache: the lease under which one process cleans at a time, and when that was last done.

import { join } from "node:path";
import { makeFolder } from "../../system/make-folder.ts";
import { PRIVATE_MODES } from "../../system/platform/permissions.ts";
import type { ProcessIdentity } from "../../system/process-identity.ts";
import { openSqlite } from "../../system/sqlite.ts";
import { LEASE_TABLE } from "../database/schema.ts";
import { type Lease, leaseHolder, tryAcquireLease } from "../database/writer-lease.ts";

const HOUSEKEEPING_NAME = "housekeeping.sqlite";
const BUSY_MS = 200;

export interface Housekeeping {
  /** Null while another process cleans. */
  acquire(): Lease | null;
  /** The process that cleans now. */
  holder(): ProcessIdentity | null;
  /** Wall clock of the last time, milliseconds; 0 for never. */
  lastMs(): number;
  noteDone(nowMs: number): void;
  close(): void;
}

/** Throws SQLite's or the system's error if the cache cannot be written. */
export function openHousekeeping(cacheFolder: string): Housekeeping {
  makeFolder(cacheFolder, PRIVATE_MODES.folder);
  const database = openSqlite(join(cacheFolder, HOUSEKEEPING_NAME), { timeout: BUSY_MS });
  try {
    database.pragma("journal_mode = WAL");
    database.exec(LEASE_TABLE.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS"));
    database.exec("CREATE TABLE IF NOT EXISTS cleaned (one INTEGER PRIMARY KEY CHECK (one = 1), at_ms REAL NOT NULL)");
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    acquire: () => tryAcquireLease(database, "cleaning"),
    holder: () => leaseHolder(database, "cleaning"),
    lastMs: () => database.prepare<[], number>("SELECT at_ms FROM cleaned").pluck().get() ?? 0,
    noteDone: (nowMs) => void database.prepare("INSERT OR REPLACE INTO cleaned VALUES (1, ?)").run(nowMs),
    close: () => void database.close(),
  };
}
