// Removes vectors that no project refers to any more, in short transactions beside servers that write, and frees their
// space. A vector removed by mistake is only computed again.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep, setImmediate as yieldToEvents } from "node:timers/promises";
import type { Connection } from "../system/sqlite.ts";
import { codeOf, throwIfCancelled, unlessAbsent } from "../vocabulary/failure.ts";
import { openKnownFile, translate } from "./vector-file.ts";

export interface Removable {
  /** Vectors without references. */
  readonly count: number;
  /** Vectors that are referred to by the projects given up, and by others too. */
  readonly shared: number;
}

export interface SweepOptions {
  /** Projects whose references no longer count. */
  readonly without: readonly number[];
  /** True: also vectors without any reference. */
  readonly unreferenced: boolean;
  readonly signal: AbortSignal;
}

/** The state of one store at one moment. Vectors written later go only with a project that is given up. */
export interface VectorSweep {
  readonly path: string;
  /** Number of vectors at that moment. */
  readonly vectors: number;
  /** Records that a project (numbered by the caller) refers to these keys. */
  refer(project: number, keys: readonly Buffer[]): void;
  /** Chooses the vectors to remove; each call chooses again from the start. */
  choose(options: SweepOptions): Promise<Removable>;
  /** Removes the vectors chosen last and answers their number. After STORAGE_UNAVAILABLE some of them may be removed. */
  remove(signal: AbortSignal): Promise<number>;
  /** Shrinks the file to its content. After STORAGE_UNAVAILABLE it is intact, and larger than it need be. */
  compact(signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Keys examined between two yields to the event loop: some 10 ms. */
const SLICE = 4_096;
/** Rows a transaction: servers wait for the write lock no longer than some 20 ms. */
const REMOVED_AT_ONCE = 400;
const PAGES_AT_ONCE = 200;
const BUSY_ATTEMPTS = 200;
const BUSY_PAUSE_MS = 50;
/** `PRAGMA auto_vacuum`: pages can be given back a few at a time. */
const INCREMENTAL = 2;

/** Absolute paths of the stores in a folder, one a model. */
export function vectorStoresIn(folder: string): string[] {
  const names = unlessAbsent(() => readdirSync(folder), []);
  return names.filter((name) => /^vectors-.*\.sqlite$/.test(name)).map((name) => join(folder, name));
}

/** Null for a file that is not a store of this version, which must not be touched. STORAGE_UNAVAILABLE. */
export function openVectorSweep(path: string): VectorSweep | null {
  const database = openKnownFile(path);
  if (database === null) {
    return null;
  }
  // The lists of keys: some 30 MB at 500,000 chunks, in memory because the disk may be full.
  database.pragma("temp_store = MEMORY");
  database.exec(`
    CREATE TEMP TABLE refer (key BLOB, project INTEGER, PRIMARY KEY (key, project)) WITHOUT ROWID;
    CREATE TEMP TABLE without (project INTEGER PRIMARY KEY);
    CREATE TEMP TABLE doomed (row INTEGER PRIMARY KEY, key BLOB NOT NULL);
  `);
  const bounds = database.prepare<[], { newest: number | null }>("SELECT max(rowid) AS newest FROM vectors").get();
  const newest = bounds?.newest ?? 0;
  const vectors = database.prepare<[], number>("SELECT count(*) FROM vectors").pluck().get() ?? 0;
  const insert = database.prepare<[Buffer, number]>("INSERT OR IGNORE INTO temp.refer VALUES (?, ?)");

  return {
    path,
    vectors,
    refer(project, keys) {
      database.transaction(() => {
        for (const key of keys) {
          insert.run(key, project);
        }
      })();
    },
    choose: (options) => failing(path, () => doom(database, newest, options)),
    remove: (signal) => failing(path, () => remove(database, signal)),
    compact: (signal) => failing(path, () => compact(database, signal)),
    close: () => void database.close(),
  };
}

async function failing<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw translate(error, path);
  }
}

const GIVEN_UP = "EXISTS (SELECT 1 FROM temp.refer r WHERE r.key = v.key AND r.project IN temp.without)";
const REFERRED = "EXISTS (SELECT 1 FROM temp.refer r WHERE r.key = v.key AND r.project NOT IN temp.without)";

async function doom(database: Connection, newest: number, options: SweepOptions): Promise<Removable> {
  const { without, unreferenced, signal } = options;
  database.exec("DELETE FROM temp.doomed; DELETE FROM temp.without");
  const giveUp = database.prepare<[number]>("INSERT INTO temp.without VALUES (?)");
  for (const project of without) {
    giveUp.run(project);
  }
  // Both walks use an index over the keys; the vectors themselves are not read.
  const given = "SELECT DISTINCT key FROM temp.refer WHERE project IN temp.without";
  const source = unreferenced ? "SELECT key FROM vectors" : given;
  const where = unreferenced ? "WHERE" : "AND";
  const last = database
    .prepare<[Buffer, number], Buffer | null>(`SELECT max(key) FROM (${source} ${where} key > ? ORDER BY key LIMIT ?)`)
    .pluck();
  const choose = database.prepare<[Buffer, Buffer, number]>(
    `INSERT INTO temp.doomed SELECT v.rowid, v.key FROM vectors v
     WHERE v.key > ? AND v.key <= ? AND NOT ${REFERRED}
       AND (${GIVEN_UP} OR v.rowid <= ?)`,
  );
  const countShared = database
    .prepare<[Buffer, Buffer], number>(
      `SELECT count(*) FROM vectors v WHERE v.key > ? AND v.key <= ? AND ${GIVEN_UP} AND ${REFERRED}`,
    )
    .pluck();
  let shared = 0;
  for (let from: Buffer = Buffer.alloc(0); ; ) {
    throwIfCancelled(signal);
    const to = last.get(from, SLICE) ?? null;
    if (to === null) {
      break;
    }
    // A vector without references is removed only if it is old: a process that has just written it may be about to refer to it.
    choose.run(from, to, unreferenced ? newest : 0);
    shared += countShared.get(from, to) ?? 0;
    from = to;
    await yieldToEvents();
  }
  const count = database.prepare<[], number>("SELECT count(*) FROM temp.doomed").pluck().get();
  return { count: count ?? 0, shared };
}

/** By row and key: a row's number may belong to another vector after another process has compacted the whole file. */
async function remove(database: Connection, signal: AbortSignal): Promise<number> {
  const last = database
    .prepare<[number, number], number | null>(
      "SELECT max(row) FROM (SELECT row FROM temp.doomed WHERE row > ? ORDER BY row LIMIT ?)",
    )
    .pluck();
  const take = database.prepare<[number, number]>(
    `DELETE FROM vectors WHERE rowid IN
       (SELECT d.row FROM temp.doomed d JOIN vectors v ON v.rowid = d.row AND v.key = d.key WHERE d.row > ? AND d.row <= ?)`,
  );
  let removed = 0;
  for (let from = -1; ; ) {
    throwIfCancelled(signal);
    const since = from;
    const to = last.get(since, REMOVED_AT_ONCE) ?? null;
    if (to === null) {
      return removed;
    }
    removed += await unlocked(() => database.transaction(() => take.run(since, to).changes).immediate());
    from = to;
    await yieldToEvents();
  }
}

/**
 * A few pages per transaction, so that no server waits long, little space is needed and a kill loses nothing. The file keeps its name
 * and inode, so servers that have it open continue. A file created without incremental vacuum is rewritten once.
 */
async function compact(database: Connection, signal: AbortSignal): Promise<void> {
  const free = () => Number(database.pragma("freelist_count", { simple: true }));
  if (free() > 0 && database.pragma("auto_vacuum", { simple: true }) !== INCREMENTAL) {
    database.pragma("auto_vacuum = INCREMENTAL");
    await unlocked(() => database.exec("VACUUM"));
  }
  for (let before = Number.POSITIVE_INFINITY; free() > 0 && free() < before; ) {
    throwIfCancelled(signal);
    before = free();
    await unlocked(() => database.pragma(`incremental_vacuum(${PAGES_AT_ONCE})`));
    await yieldToEvents();
  }
  // Shortens the file. While another process reads an older state, it keeps its length, and the next writer shortens it.
  database.pragma("wal_checkpoint(TRUNCATE)");
}

/** Tries again, from the event loop, while another process writes. */
async function unlocked<Result>(work: () => Result): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return work();
    } catch (error) {
      if (!codeOf(error).startsWith("SQLITE_BUSY") || attempt >= BUSY_ATTEMPTS) {
        throw error;
      }
      await sleep(BUSY_PAUSE_MS);
    }
  }
}
