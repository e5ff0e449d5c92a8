// Where sessions are kept: one small SQLite file beside the project's index, shared by every process. Entries are written in one
// transaction, so that a kill leaves all of them or none, and bounded when they are written. Derived and disposable.
import { join } from "node:path";
import { openDerivedDatabase, removeDerivedDatabase } from "../../index/database/derived-database.ts";
import { isCorrupt } from "../../index/database/sqlite-errors.ts";
import { sha256Of } from "../../system/sha256.ts";
import type { Connection } from "../../system/sqlite.ts";

export const SESSIONS_NAME = "sessions.sqlite";

/** Most entries of each kind in a session; those that were used longest ago are deleted first. */
export const ENTRIES_MAX = { overview: 1, symbol: 1_000, result: 100, shown: 2_000, tokens: 1, exchange: 20 } as const;
export type EntryKind = keyof typeof ENTRIES_MAX;
/** Sessions of a project; those that were used longest ago are deleted first. */
export const SESSIONS_MAX = 16;
const SESSION_BYTES_MAX = 2 * 1024 * 1024;
const ENTRY_BYTES_MAX = 64 * 1024;
/** Another process writes for milliseconds; what a session remembers is worth no longer wait. */
const BUSY_WAIT_MS = 250;

const DATABASE = {
  name: "session memory",
  /** "CBsm" in ASCII. */
  applicationId: 0x43_42_73_6d,
  version: 1,
  table: "entry",
  waitMs: BUSY_WAIT_MS,
  layout: `
    DROP TABLE IF EXISTS entry;
    CREATE TABLE entry (
      session TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, json TEXT NOT NULL, digest TEXT NOT NULL,
      bytes INTEGER NOT NULL, used INTEGER NOT NULL, PRIMARY KEY (session, kind, key)
    ) WITHOUT ROWID;
    CREATE INDEX entry_by_use ON entry (session, used);`,
};

export interface StoredEntry {
  readonly kind: EntryKind;
  readonly key: string;
  readonly json: string;
}

/** `json` makes the new text of the entry's present one, or null, which another process may have written; null deletes it. */
export interface EntryChange extends Pick<StoredEntry, "kind" | "key"> {
  readonly json: (present: string | null) => string | null;
}

interface Row extends StoredEntry {
  readonly digest: string;
}

const digestOf = (json: string): string => sha256Of(json, 32);

/** What `work` returns, and whether the file was damaged and is begun again. Throws SQLite's errors. */
function withDatabase<Value>(
  folder: string,
  work: (database: Connection) => Value,
): { readonly value: Value; readonly isRebuilt: boolean } {
  const path = join(folder, SESSIONS_NAME);
  const once = () => {
    const { database, isRebuilt } = openDerivedDatabase({ ...DATABASE, path });
    try {
      return { value: work(database), isRebuilt };
    } finally {
      database.close();
    }
  };
  try {
    return once();
  } catch (error) {
    if (!isCorrupt(error)) {
      throw error;
    }
    removeDerivedDatabase(path);
    return { ...once(), isRebuilt: true };
  }
}

/** The session's entries, least recently used first; `damaged`: entries that are not as they were written, and are left out. */
export function readSession(folder: string, session: string) {
  const { value: rows, isRebuilt } = withDatabase(folder, (database) =>
    database
      .prepare<[string], Row>("SELECT kind, key, json, digest FROM entry WHERE session = ? ORDER BY used")
      .all(session),
  );
  const entries: readonly StoredEntry[] = rows.filter(({ json, digest }) => digestOf(json) === digest);
  return { entries, damaged: rows.length - entries.length, isRebuilt };
}

/** Writes all changes or none. `isRebuilt`: the file was damaged, and has these alone. */
export const writeSession = (
  folder: string,
  session: string,
  changes: readonly EntryChange[],
): { isRebuilt: boolean } =>
  withDatabase(folder, (database) => {
    const write = database.transaction(() => {
      applyChanges(database, session, changes);
      boundSession(database, session);
      boundSessions(database);
    });
    write.immediate();
  });

function applyChanges(database: Connection, session: string, changes: readonly EntryChange[]): void {
  const read = database.prepare<[string, string, string], Row>(
    "SELECT json, digest FROM entry WHERE session = ? AND kind = ? AND key = ?",
  );
  const put = database.prepare("INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)");
  const remove = database.prepare("DELETE FROM entry WHERE session = ? AND kind = ? AND key = ?");
  // Each later change counts as used later, also within one millisecond.
  let used = Date.now() * 1_000;
  for (const { kind, key, json: change } of changes) {
    const present = read.get(session, kind, key);
    const json = change(present === undefined || digestOf(present.json) !== present.digest ? null : present.json);
    const bytes = Buffer.byteLength(key) + Buffer.byteLength(json ?? "");
    if (json === null || bytes > ENTRY_BYTES_MAX) {
      remove.run(session, kind, key);
    } else {
      put.run(session, kind, key, json, digestOf(json), bytes, used);
    }
    used += 1;
  }
}

function boundSession(database: Connection, session: string): void {
  const beyond = database.prepare(`
    DELETE FROM entry WHERE session = @session AND kind = @kind AND key IN
      (SELECT key FROM entry WHERE session = @session AND kind = @kind ORDER BY used DESC LIMIT -1 OFFSET @most)`);
  for (const [kind, most] of Object.entries(ENTRIES_MAX)) {
    beyond.run({ session, kind, most });
  }
  database
    .prepare(`
      DELETE FROM entry WHERE session = @session AND used <= (
        SELECT used FROM (SELECT used, sum(bytes) OVER (ORDER BY used DESC, kind, key) AS bytes FROM entry WHERE session = @session)
        WHERE bytes > @most ORDER BY used DESC LIMIT 1)`)
    .run({ session, most: SESSION_BYTES_MAX });
}

function boundSessions(database: Connection): void {
  database
    .prepare(`
      DELETE FROM entry WHERE session IN
        (SELECT session FROM entry GROUP BY session ORDER BY max(used) DESC LIMIT -1 OFFSET ?)`)
    .run(SESSIONS_MAX);
}
