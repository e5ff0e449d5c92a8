// Opens a project's database: finds it by the pointer file, creates it if there is none, and starts again if it is damaged or
// has another layout, since an index is only a cache. Handles the folder and the file, not the tables.

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeFileAtomically } from "../../system/atomic-file.ts";
import { log } from "../../system/log.ts";
import { makeFolder } from "../../system/make-folder.ts";
import { PRIVATE_MODES } from "../../system/platform/permissions.ts";
import { type Connection, openSqlite } from "../../system/sqlite.ts";
import { codeOf, Failure, messageOf, type Problem, unlessAbsent } from "../../vocabulary/failure.ts";
import { beginLog } from "./begin-log.ts";
import { removeDatabase, removeOrphans } from "./orphans.ts";
import {
  APPLICATION_ID,
  DATABASE_NAME_FORM,
  databaseName,
  FORMAT_VERSION,
  POINTER_NAME,
  SCHEMA,
  TABLES,
} from "./schema.ts";
import { indexFailure, isBusy, isCorrupt, isReadOnly } from "./sqlite-errors.ts";

export interface IndexDatabase {
  readonly folder: string;
  /** Random, chosen when the database is created. */
  readonly id: string;
  /** Null if the folder cannot be written: the index is then read as it is. */
  readonly writer: Connection | null;
  openReader(): Connection;
  /** True if the pointer now names another database, so that this one is no longer used. */
  replaced(): boolean;
  close(): void;
}

export interface OpenedDatabase {
  readonly database: IndexDatabase;
  readonly problems: readonly Problem[];
}

/** A synchronous wait blocks the whole server: it is short, and repeated from the event loop. */
const WRITER_BUSY_MS = 200;
/** A reader waits only while another connection recovers or closes the log. */
const READER_BUSY_MS = 2_000;
const OPEN_ATTEMPTS_MS = 10_000;

/**
 * Opens the project's database in `folder`, or creates one. INDEX_UNAVAILABLE if neither is possible. A database with the id
 * `damaged` turned out to be damaged in use and is not opened again.
 */
export async function openDatabase(folder: string, damaged: string | null = null): Promise<OpenedDatabase> {
  const problems: Problem[] = [];
  const deadline = Date.now() + OPEN_ATTEMPTS_MS;
  for (;;) {
    try {
      const database = await openOnce(folder, damaged, problems);
      return { database, problems };
    } catch (error) {
      if (!(isBusy(error) || wasTakenAway(error, folder)) || Date.now() > deadline) {
        throw indexFailure(error, folder);
      }
      await sleep(20);
    }
  }
}

/** The folder was made, and removed by another process before anything was in it: it is made again. */
function wasTakenAway(error: unknown, folder: string): boolean {
  // For a folder that does not exist the library throws a TypeError without a code.
  const isMissing = /^(ENOENT|SQLITE_CANTOPEN)/.test(codeOf(error)) || error instanceof TypeError;
  return isMissing && !existsSync(folder) && existsSync(dirname(folder));
}

async function openOnce(folder: string, damaged: string | null, problems: Problem[]): Promise<IndexDatabase> {
  try {
    makeFolder(folder, PRIVATE_MODES.folder);
    const name = readPointer(folder) ?? (await createDatabase(folder, null));
    if (damaged !== null && name === databaseName(damaged)) {
      throw new UnusableDatabase("it is damaged");
    }
    return openNamed(folder, name);
  } catch (error) {
    const name = readPointer(folder);
    if (error instanceof UnusableDatabase || isCorrupt(error)) {
      const reason = messageOf(error);
      log("warn", "index.rebuilt", { folder, reason });
      const fresh = await createDatabase(folder, name);
      problems.push({
        code: "INDEX_REBUILT",
        message: `The index could not be used (${reason}) and is being rebuilt.`,
      });
      return openNamed(folder, fresh);
    }
    if (isReadOnly(error) && name !== null) {
      problems.push({
        code: "INDEX_READ_ONLY",
        message: "The index folder cannot be written: answers come from the index as it was last saved.",
      });
      return openReadOnly(folder, name);
    }
    throw error;
  }
}

/** The file exists and is not a database of this layout. */
class UnusableDatabase extends Error {}

function readPointer(folder: string): string | null {
  const name = unlessAbsent(() => readFileSync(join(folder, POINTER_NAME), "utf8").trim(), "");
  return DATABASE_NAME_FORM.test(name) ? name : null;
}

/** Creates an empty database and points at it, unless another process was first. Returns the name to open. */
async function createDatabase(folder: string, insteadOf: string | null): Promise<string> {
  const id = randomBytes(8).toString("hex");
  const name = databaseName(id);
  const connection = openSqlite(join(folder, name), { timeout: WRITER_BUSY_MS });
  try {
    connection.pragma("journal_mode = WAL");
    connection.transaction(() => {
      connection.exec(SCHEMA);
      connection.prepare("INSERT INTO meta VALUES (1, ?, 0, 0, 0, 1, 1)").run(id);
      connection.pragma(`application_id = ${APPLICATION_ID}`);
      connection.pragma(`user_version = ${FORMAT_VERSION}`);
    })();
  } catch (error) {
    connection.close();
    removeDatabase(folder, name);
    throw error;
  }
  connection.close();
  const current = readPointer(folder);
  if (current !== null && current !== insteadOf) {
    removeDatabase(folder, name);
    return current;
  }
  try {
    const first = insteadOf === null && !pointerExists(folder);
    await writeFileAtomically(join(folder, POINTER_NAME), `${name}\n`, { overwrite: !first });
  } catch (error) {
    removeDatabase(folder, name);
    const winner = readPointer(folder);
    if (codeOf(error) === "EEXIST" && winner !== null) {
      return winner;
    }
    throw error;
  }
  if (insteadOf !== null) {
    removeDatabase(folder, insteadOf);
  }
  return name;
}

const pointerExists = (folder: string): boolean =>
  statSync(join(folder, POINTER_NAME), { throwIfNoEntry: false }) !== undefined;

/** Throws UnusableDatabase unless the connection reads a database of this program and layout. Returns its id. */
function verify(connection: Connection): string {
  const application = connection.pragma("application_id", { simple: true });
  const format = connection.pragma("user_version", { simple: true });
  if (application !== APPLICATION_ID) {
    throw new UnusableDatabase("it is not a context-broker index");
  }
  if (format !== FORMAT_VERSION) {
    throw new UnusableDatabase(`it has format ${String(format)}; this version reads ${FORMAT_VERSION}`);
  }
  const tables = connection.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  const lost = TABLES.find((table) => !tables.includes(table));
  if (lost !== undefined) {
    throw new UnusableDatabase(`it lacks the table ${lost}`);
  }
  const meta = connection.prepare<[], { database_id: string }>("SELECT database_id FROM meta").get();
  if (meta === undefined) {
    throw new UnusableDatabase("it lacks its first row");
  }
  return meta.database_id;
}

function openNamed(folder: string, name: string): IndexDatabase {
  const path = join(folder, name);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) {
    throw new UnusableDatabase("its file no longer exists");
  }
  const writer = openSqlite(path, { timeout: WRITER_BUSY_MS, fileMustExist: true });
  try {
    const id = verify(writer);
    writer.pragma("journal_mode = WAL");
    // A power cut may lose the last commits but never their order: the files are indexed again.
    writer.pragma("synchronous = NORMAL");
    writer.pragma("journal_size_limit = 67108864");
    beginLog(writer);
    checkWritable(writer);
    removeOrphans(folder, name);
    return handleOf(folder, name, id, writer, path);
  } catch (error) {
    writer.close();
    throw error;
  }
}

/**
 * Throws SQLITE_READONLY here instead of in the middle of work. It tries a write, because SQLite begins even an immediate
 * transaction on a file that it could only open for reading.
 */
function checkWritable(writer: Connection): void {
  writer.exec("BEGIN IMMEDIATE");
  try {
    writer.exec("UPDATE meta SET generation = generation");
  } finally {
    // After some errors SQLite has rolled back itself.
    if (writer.inTransaction) {
      writer.exec("ROLLBACK");
    }
  }
}

/** Largest index, in bytes, that is read into memory if it cannot be opened in place. */
const IMAGE_BYTES_MAX = 256 * 1024 * 1024;

function openReadOnly(folder: string, name: string): IndexDatabase {
  const path = join(folder, name);
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  const inUse = log !== undefined && log.size > 0;
  const source = inUse ? path : readImage(path);
  const connection = openSqlite(source, { readonly: true, timeout: READER_BUSY_MS });
  try {
    return handleOf(folder, name, verify(connection), null, source);
  } finally {
    connection.close();
  }
}

/**
 * The bytes of a database without a pending log. SQLite cannot open it in a read-only folder, since even reading would create
 * the log's shared memory there. So the image is marked as a database without a log.
 */
function readImage(path: string): Buffer {
  if (statSync(path).size > IMAGE_BYTES_MAX) {
    throw new Failure("INDEX_UNAVAILABLE", `${path} is too large to be read in a folder that cannot be written`, {
      hint: "give this user write access to it, or set another `cache_folder`",
    });
  }
  const image = readFileSync(path);
  // File format, write and read version: 2 is with a log, 1 without (https://www.sqlite.org/fileformat.html, 1.3).
  image.fill(1, 18, 20);
  return image;
}

const handleOf = (
  folder: string,
  name: string,
  id: string,
  writer: Connection | null,
  source: string | Buffer,
): IndexDatabase => ({
  folder,
  id,
  writer,
  openReader() {
    const reader = openSqlite(source, { readonly: true, timeout: READER_BUSY_MS });
    reader.pragma("cache_size = -32000");
    return reader;
  },
  replaced: () => writer !== null && readPointer(folder) !== name,
  close() {
    writer?.close();
  },
});

/** Throws if the work needs to write and the folder does not allow it. */
export function writerOf(database: IndexDatabase): Connection {
  if (database.writer === null) {
    throw new Failure("INDEX_UNAVAILABLE", `the index folder ${database.folder} cannot be written`, {
      hint: "give this user write access to it, or set another `cache_folder`",
    });
  }
  return database.writer;
}
