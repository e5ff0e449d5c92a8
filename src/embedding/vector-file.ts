// The file of a vector store: opens it beside other processes, recognises foreign and damaged files, and sets them aside.
// Vectors can be computed again, so a bad file costs time but never an answer.

import { renameSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "../system/make-folder.ts";
import { BUSY_FILES } from "../system/platform/busy-files.ts";
import { sha256Of } from "../system/sha256.ts";
import { type Connection, openSqlite } from "../system/sqlite.ts";
import { codeOf, Failure, messageOf } from "../vocabulary/failure.ts";

/** "CBVE": identifies the file before anything in it is trusted. */
const APPLICATION_ID = 0x43425645;
/** 1: first format. A file of another version is set aside and its vectors made again. */
const FORMAT_VERSION = 1;
/** Five vectors of 384 dimensions fill a page of 8 KiB: 1.67 KB a vector on disk, 2.08 with pages of 4 KiB. */
const PAGE_BYTES = 8_192;
/** Writes take milliseconds, so a longer wait is for a foreign process. Blocks this thread meanwhile. */
const BUSY_TIMEOUT_MS = 2_000;
/** For callers that try again from the event loop. */
const SHORT_TIMEOUT_MS = 100;
const OPEN_ATTEMPTS = 20;
const OPEN_PAUSE_MS = 50;

export interface VectorFile {
  readonly database: Connection;
  /** Shows whether the path still names the opened file. */
  readonly inode: number | undefined;
}

export interface VectorFileIdentity {
  readonly path: string;
  readonly model: string;
  readonly dimensions: number;
}

/** A file that is not a vector store of this model, or is damaged. */
export class UnusableFile extends Error {}

export function vectorFilePath(folder: string, model: string): string {
  const digest = sha256Of(model, 8);
  return join(folder, `vectors-${model.replace(/[^\w.-]+/g, "_").slice(0, 80)}-${digest}.sqlite`);
}

/** Opens or creates the file. Throws UnusableFile for one that cannot be used, otherwise STORAGE_UNAVAILABLE. */
export function openVectorFile(identity: VectorFileIdentity): VectorFile {
  for (let attempt = 1; ; attempt++) {
    try {
      return tryOpen(identity);
    } catch (error) {
      // Several processes creating one file at once meet locks that SQLite does not wait for by itself.
      if (!(codeOf(error).startsWith("SQLITE_BUSY") && attempt < OPEN_ATTEMPTS)) {
        throw translate(error, identity.path);
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPEN_PAUSE_MS);
    }
  }
}

function tryOpen({ path, model, dimensions }: VectorFileIdentity): VectorFile {
  makeFolder(dirname(path));
  const database = openSqlite(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    if (!hasTables(database)) {
      database.pragma(`page_size = ${PAGE_BYTES}`);
      // Lets what was removed be given back in short transactions, beside servers that write (sweep-vectors.ts).
      database.pragma("auto_vacuum = INCREMENTAL");
      database.pragma("journal_mode = WAL");
      database.transaction(() => createSchema(database, model, dimensions)).immediate();
    }
    checkIdentity(database, model, dimensions);
    database.pragma("journal_mode = WAL");
    // Keys are spread evenly, so no cache of a reasonable size would hold the next key of a large store.
    database.pragma("cache_size = -2000");
    // With WAL, a power cut may lose the last transactions and never harms the file.
    database.pragma("synchronous = NORMAL");
    return { database, inode: inodeOf(path) };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The file at `path` if it is a store of this version, of any model; otherwise null. STORAGE_UNAVAILABLE. */
export function openKnownFile(path: string): Connection | null {
  let database: Connection | null = null;
  try {
    database = openSqlite(path, { timeout: SHORT_TIMEOUT_MS, fileMustExist: true });
    const isOurs =
      database.pragma("application_id", { simple: true }) === APPLICATION_ID &&
      database.pragma("user_version", { simple: true }) === FORMAT_VERSION;
    if (isOurs) {
      return database;
    }
    database.close();
    return null;
  } catch (error) {
    database?.close();
    const translated = translate(error, path);
    if (translated instanceof UnusableFile) {
      return null;
    }
    throw translated;
  }
}

const hasTables = (database: Connection): boolean =>
  database.prepare("SELECT 1 FROM sqlite_master LIMIT 1").get() !== undefined;

/** One transaction, so that another process finds the whole schema or nothing. */
function createSchema(database: Connection, model: string, dimensions: number): void {
  if (hasTables(database)) {
    return;
  }
  database.exec(`
    CREATE TABLE store (model TEXT NOT NULL, dimensions INTEGER NOT NULL, texts_a_second REAL);
    CREATE TABLE vectors (
      key BLOB PRIMARY KEY CHECK (length(key) = 16),
      vector BLOB NOT NULL CHECK (length(vector) = ${dimensions * 4})
    );
  `);
  database.prepare("INSERT INTO store (model, dimensions) VALUES (?, ?)").run(model, dimensions);
  database.pragma(`application_id = ${APPLICATION_ID}`);
  database.pragma(`user_version = ${FORMAT_VERSION}`);
}

function checkIdentity(database: Connection, model: string, dimensions: number): void {
  if (database.pragma("application_id", { simple: true }) !== APPLICATION_ID) {
    throw new UnusableFile("it is not a vector store");
  }
  const version = database.pragma("user_version", { simple: true });
  if (version !== FORMAT_VERSION) {
    throw new UnusableFile(`its format is ${String(version)}, this program writes ${FORMAT_VERSION}`);
  }
  const row = database.prepare<[], { model: unknown; dimensions: unknown }>("SELECT * FROM store").get();
  if (row?.model !== model || row.dimensions !== dimensions) {
    throw new UnusableFile(`it holds vectors of ${String(row?.model)} with ${String(row?.dimensions)} dimensions`);
  }
}

/** The inode of the file now at a path; undefined if there is none. */
export function inodeOf(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.ino;
  } catch {
    // Opening the file will fail for the same reason and report the remedy.
    return undefined;
  }
}

/**
 * Moves a bad file away together with its log. Answers its new name; null if the path no longer names the file `inode`, because
 * another process has replaced it. One bad file is kept for inspection; the next one replaces it.
 */
export function setAside(path: string, inode: number | undefined): string | null {
  if (inode === undefined || inodeOf(path) !== inode) {
    return null;
  }
  try {
    for (const suffix of ["-wal", "-shm", ""]) {
      if (inodeOf(path + suffix) !== undefined) {
        BUSY_FILES.retriedNow(() => renameSync(path + suffix, `${path}.broken${suffix}`));
      }
    }
  } catch (error) {
    throw translate(error, path);
  }
  return `${basename(path)}.broken`;
}

/** Turns an error of SQLite or of the file system into one of this room: UnusableFile, or a Failure with the remedy. */
export function translate(error: unknown, path: string): Error {
  const code = codeOf(error);
  if (error instanceof UnusableFile || error instanceof Failure) {
    return error;
  }
  const message = messageOf(error);
  if (/^SQLITE_(ERROR$|CORRUPT|NOTADB|FORMAT|READONLY_DBMOVED|CANTOPEN_DIRTYWAL)/.test(code)) {
    return new UnusableFile(`SQLite says: ${message}`);
  }
  const hints: readonly (readonly [RegExp, string])[] = [
    [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, "free some disk space; existing vectors are kept"],
    [/^SQLITE_(BUSY|LOCKED)/, "another program has the file open; close it, or try again"],
    [/^(SQLITE_IOERR)/, "check the disk's free space, quota and file-size limit"],
    [
      /^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENOENT)/,
      "make the cache folder writable, or set another `cache_folder`",
    ],
  ];
  const hint = hints.find(([pattern]) => pattern.test(code))?.[1] ?? "run `context-broker doctor`";
  return new Failure("STORAGE_UNAVAILABLE", `the vector store ${path} cannot be used: ${message}`, {
    hint,
    cause: error,
  });
}
