// The query cache's disk layer: one small SQLite file beside the index, shared by every process on the project. Derived and
// disposable: a problem with it is reported once, and searches go on without it.
import { join } from "node:path";
import { OptionalDatabase, openDerivedDatabase } from "../../index/database/derived-database.ts";
import { log } from "../../system/log.ts";
import { sha256Of } from "../../system/sha256.ts";
import type { Connection, Statement } from "../../system/sqlite.ts";
import { messageOf } from "../../vocabulary/failure.ts";
import type { PartStatus } from "../answer/search-result.ts";

export const DISK_CACHE_NAME = "query-cache.sqlite";
/** "CBqc" in ASCII, and the layout's version. */
const APPLICATION_ID = 0x43_42_71_63;
const LAYOUT_VERSION = 1;
/** Bounds of all entries; the least recently used are deleted first. */
const ROWS_MAX = 2_000;
const BYTES_MAX = 32 * 1024 * 1024;
/** One entry may take this share at most. */
const ENTRY_BYTES_MAX = BYTES_MAX / 16;
/** Another process writes for a millisecond; a longer wait would cost more than the answer is worth. */
const BUSY_WAIT_MS = 50;

const digest = (json: string): string => sha256Of(json, 32);

const LAYOUT = `
  DROP TABLE IF EXISTS answer;
  CREATE TABLE answer (
    key TEXT PRIMARY KEY, json TEXT NOT NULL, digest TEXT NOT NULL, bytes INTEGER NOT NULL, used INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX answer_by_use ON answer (used);`;

const DATABASE = {
  name: "query cache",
  applicationId: APPLICATION_ID,
  version: LAYOUT_VERSION,
  layout: LAYOUT,
  table: "answer",
  waitMs: BUSY_WAIT_MS,
};

interface Statements {
  readonly read: Statement<[string], { json: string; digest: string }>;
  readonly touch: Statement<[number, string]>;
  readonly write: Statement<[string, string, string, number, number]>;
  readonly totals: Statement<[], { entries: number; bytes: number | null }>;
  readonly oldest: Statement<[], { key: string; bytes: number }>;
  readonly remove: Statement<[string]>;
}

const prepare = (database: Connection): Statements => ({
  read: database.prepare("SELECT json, digest FROM answer WHERE key = ?"),
  touch: database.prepare("UPDATE answer SET used = ? WHERE key = ?"),
  write: database.prepare("INSERT OR REPLACE INTO answer (key, json, digest, bytes, used) VALUES (?, ?, ?, ?, ?)"),
  totals: database.prepare("SELECT count(*) AS entries, sum(bytes) AS bytes FROM answer"),
  oldest: database.prepare("SELECT key, bytes FROM answer ORDER BY used, key LIMIT 64"),
  remove: database.prepare("DELETE FROM answer WHERE key = ?"),
});

function shrink({ totals, oldest, remove }: Statements): void {
  let { entries, bytes } = totals.get() ?? { entries: 0, bytes: 0 };
  while (entries > ROWS_MAX || (bytes ?? 0) > BYTES_MAX) {
    const batch = oldest.all();
    if (batch.length === 0) {
      return;
    }
    for (const entry of batch) {
      remove.run(entry.key);
      entries--;
      bytes = (bytes ?? 0) - entry.bytes;
      if (entries <= ROWS_MAX && bytes <= BYTES_MAX) {
        return;
      }
    }
  }
}

/**
 * Never throws: what goes wrong becomes the status, and from then on nothing is read or written. A file that another
 * process is just making is tried again at the next use.
 */
export class DiskCache {
  readonly #database: OptionalDatabase<Statements>;
  #status: PartStatus = { state: "applied", detail: "" };

  /** `folder`: the project's index folder. */
  constructor(folder: string) {
    const path = join(folder, DISK_CACHE_NAME);
    const open = () => openDerivedDatabase({ ...DATABASE, path }).database;
    this.#database = new OptionalDatabase(open, prepare, (error) => {
      this.#status = { state: "unavailable", detail: messageOf(error) };
      log("warn", "query cache on disk is unavailable", { path, error: this.#status.detail });
    });
    this.#database.attempt(() => undefined);
  }

  get status(): PartStatus {
    return this.#status;
  }

  get(key: string): string | null {
    const row = this.#database.attempt(({ read }) => read.get(key));
    if (row == null || digest(row.json) !== row.digest) {
      return null;
    }
    this.#database.attempt(({ touch }) => touch.run(Date.now(), key));
    return row.json;
  }

  set(key: string, json: string): void {
    const bytes = Buffer.byteLength(json);
    if (bytes <= ENTRY_BYTES_MAX) {
      this.#database.attempt((statements, database) => {
        const writeAndShrink = database.transaction(() => {
          statements.write.run(key, json, digest(json), bytes, Date.now());
          shrink(statements);
        });
        writeAndShrink.immediate();
      });
    }
  }

  close(): void {
    this.#database.close();
  }
}
