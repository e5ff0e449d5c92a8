// Small databases of derived data beside the index, shared by every process on the project: made when first used, and made again if
// another version made them or they are damaged.
import { rmSync } from "node:fs";
import { log } from "../../system/log.ts";
import { type Connection, openSqlite } from "../../system/sqlite.ts";
import { isBusy, isCorrupt } from "./sqlite-errors.ts";

export interface DerivedDatabase {
  readonly path: string;
  /** As the log names it: "query cache". */
  readonly name: string;
  /** Four letters in ASCII; marks the file as one of its kind. */
  readonly applicationId: number;
  readonly version: number;
  /** Makes its only table, and drops that of another version. */
  readonly layout: string;
  readonly table: string;
  /** How long to wait for another process that writes. Milliseconds. */
  readonly waitMs: number;
}

/** Several processes may open a new file at once: the one with the write lock looks again before it makes anything. */
function makeLayout(database: Connection, { applicationId, version, layout }: DerivedDatabase): void {
  const isMade = (): boolean =>
    database.pragma("application_id", { simple: true }) === applicationId &&
    database.pragma("user_version", { simple: true }) === version;
  if (!isMade()) {
    database
      .transaction(() => {
        if (!isMade()) {
          database.exec(`${layout} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version};`);
        }
      })
      .immediate();
  }
}

function openOnce(derived: DerivedDatabase): Connection {
  const database = openSqlite(derived.path, { timeout: derived.waitMs });
  try {
    database.pragma("journal_mode = WAL");
    // A crash of the machine may lose the last entries; they are made again.
    database.pragma("synchronous = OFF");
    makeLayout(database, derived);
    database.prepare(`SELECT * FROM ${derived.table} LIMIT 1`).get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** `isRebuilt`: the file was damaged and is deleted. Throws SQLite's errors for anything else, such as a lock that stays. */
export function openDerivedDatabase(derived: DerivedDatabase): {
  readonly database: Connection;
  readonly isRebuilt: boolean;
} {
  try {
    return { database: openOnce(derived), isRebuilt: false };
  } catch (error) {
    if (!isCorrupt(error)) {
      throw error;
    }
    const { path, name } = derived;
    log("warn", `${name} is damaged and rebuilt`, { path, error: String(error) });
    removeDerivedDatabase(path);
    return { database: openOnce(derived), isRebuilt: true };
  }
}

/**
 * A derived database that its user can do without: opened at the first use, and never used again after trouble. A lock of another process
 * is no trouble: only that use comes to nothing.
 */
export class OptionalDatabase<Statements> {
  readonly #open: () => Connection;
  readonly #prepare: (database: Connection) => Statements;
  readonly #onTrouble: (error: unknown) => void;
  #opened: { readonly database: Connection; readonly statements: Statements } | null = null;
  #isClosed = false;

  /** `onTrouble`: called once, with the error after which it is closed. */
  constructor(
    open: () => Connection,
    prepare: (database: Connection) => Statements,
    onTrouble: (error: unknown) => void,
  ) {
    this.#open = open;
    this.#prepare = prepare;
    this.#onTrouble = onTrouble;
  }

  /** What `work` returns; null where the database is not used, or locked for this moment. Never throws. */
  attempt<Value>(work: (statements: Statements, database: Connection) => Value): Value | null {
    if (this.#isClosed) {
      return null;
    }
    try {
      this.#opened ??= this.#openNow();
      return work(this.#opened.statements, this.#opened.database);
    } catch (error) {
      if (!isBusy(error)) {
        this.#onTrouble(error);
        this.close();
      }
      return null;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#opened?.database.close();
    this.#opened = null;
  }

  #openNow() {
    const database = this.#open();
    try {
      return { database, statements: this.#prepare(database) };
    } catch (error) {
      database.close();
      throw error;
    }
  }
}

export function removeDerivedDatabase(path: string): void {
  for (const ending of ["", "-wal", "-shm"]) {
    rmSync(path + ending, { force: true });
  }
}
