// What one report was made of so far: every answer that was paid for, every file that was read. One SQLite file a report. A step is written in one
// transaction when it has ended, so that a run that is killed at any moment goes on behind the last one.
import { join } from "node:path";
import { makeFolder } from "../../system/make-folder.ts";
import { sha256Of } from "../../system/sha256.ts";
import { type Connection, openSqlite } from "../../system/sqlite.ts";
import { codeOf, Failure, messageOf } from "../../vocabulary/failure.ts";
import type { FileSymbol, ReadFile } from "../contract/writing.ts";

/** "CBwr" in ASCII; the second number is the layout's. */
const APPLICATION_ID = 0x43_42_77_72;
const LAYOUT_VERSION = 1;

const LAYOUT = `
CREATE TABLE step (
  ordinal INTEGER PRIMARY KEY, kind TEXT NOT NULL, input TEXT NOT NULL, output TEXT NOT NULL
);
CREATE TABLE file (
  id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, content_hash TEXT NOT NULL, git_commit TEXT, language TEXT, content TEXT NOT NULL
);
CREATE TABLE symbol (
  file INTEGER NOT NULL REFERENCES file, name TEXT NOT NULL, kind TEXT NOT NULL, start_line INTEGER NOT NULL, end_line INTEGER NOT NULL
);
CREATE TABLE chunk (
  id INTEGER PRIMARY KEY, file INTEGER NOT NULL REFERENCES file, start_line INTEGER NOT NULL, end_line INTEGER NOT NULL, text TEXT NOT NULL
);
CREATE VIRTUAL TABLE chunk_words USING fts5(text, content='chunk', content_rowid='id');
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${LAYOUT_VERSION};
`;

/** Lines of a chunk: about what one page shows. */
const CHUNK_LINES = 40;

export interface StoredChunk {
  readonly path: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

/** Names the report of a task: the same task about the same project goes on with it. */
export const reportId = (root: string, prompt: string): string => sha256Of(`${root}\0${prompt.trim()}`, 16);

export class ReportStore {
  readonly #database: Connection;
  #ordinal = 0;

  private constructor(database: Connection) {
    this.#database = database;
  }

  /**
   * Opens the report's store in the folder, or makes it; `again` empties it first. One process at a time has it. Throws STORAGE_UNAVAILABLE, also
   * where another process writes this report.
   */
  static open(folder: string, id: string, again: boolean): ReportStore {
    const path = join(folder, `${id}.sqlite`);
    let database: Connection | null = null;
    try {
      makeFolder(folder);
      database = openSqlite(path, { timeout: 200 });
      // Held until the file is closed, or its process ends.
      database.pragma("locking_mode = EXCLUSIVE");
      database.pragma("journal_mode = WAL");
      database.exec("BEGIN IMMEDIATE");
      if (again || !isOurs(database)) {
        clear(database);
        database.exec(LAYOUT);
      }
      database.exec("COMMIT");
      return new ReportStore(database);
    } catch (cause) {
      database?.close();
      throw storeFailure(path, cause);
    }
  }

  /** The result of the next step: that of an earlier run if it did the same, or of `work`, which is stored. */
  async step<Output>(kind: string, input: string, work: () => Promise<Output>): Promise<Output> {
    const ordinal = this.#ordinal++;
    const digest = sha256Of(input);
    const stored = this.#used(() => {
      const row = this.#database
        .prepare<[number], { kind: string; input: string; output: string }>(
          "SELECT kind, input, output FROM step WHERE ordinal = ?",
        )
        .get(ordinal);
      return row?.kind === kind && row.input === digest ? { output: JSON.parse(row.output) as Output } : null;
    });
    if (stored !== null) {
      return stored.output;
    }
    // What followed rests on another step.
    this.#used(() => this.#database.prepare("DELETE FROM step WHERE ordinal >= ?").run(ordinal));
    const output = await work();
    this.#used(() =>
      this.#database.prepare("INSERT INTO step VALUES (?, ?, ?, ?)").run(ordinal, kind, digest, JSON.stringify(output)),
    );
    return output;
  }

  /** Throws STORAGE_UNAVAILABLE where the disk is full or the file damaged. */
  #used<Value>(work: () => Value): Value {
    try {
      return work();
    } catch (cause) {
      throw storeFailure(this.#database.name, cause);
    }
  }

  /** Steps of this kind that have ended, also in earlier runs. */
  count(kind: string): number {
    return this.#database.prepare<[string], number>("SELECT count(*) FROM step WHERE kind = ?").pluck().get(kind) ?? 0;
  }

  file(path: string): ReadFile | null {
    const row = this.#database
      .prepare<[string], { id: number; content_hash: string; language: string | null; content: string }>(
        "SELECT id, content_hash, language, content FROM file WHERE path = ?",
      )
      .get(path);
    if (row === undefined) {
      return null;
    }
    const symbols = this.#database
      .prepare<[number], FileSymbol>(
        "SELECT name, kind, start_line AS startLine, end_line AS endLine FROM symbol WHERE file = ? ORDER BY start_line, rowid",
      )
      .all(row.id);
    return { path, contentHash: row.content_hash, language: row.language, lines: row.content.split("\n"), symbols };
  }

  put(file: ReadFile, commit: string | null): void {
    const { path, contentHash, language, lines, symbols } = file;
    const put = this.#database.transaction(() => {
      const { lastInsertRowid: id } = this.#database
        .prepare("INSERT INTO file (path, content_hash, git_commit, language, content) VALUES (?, ?, ?, ?, ?)")
        .run(path, contentHash, commit, language, lines.join("\n"));
      const putSymbol = this.#database.prepare("INSERT INTO symbol VALUES (?, ?, ?, ?, ?)");
      for (const { name, kind, startLine, endLine } of symbols) {
        putSymbol.run(id, name, kind, startLine, endLine);
      }
      const putChunk = this.#database.prepare(
        "INSERT INTO chunk (file, start_line, end_line, text) VALUES (?, ?, ?, ?)",
      );
      const putWords = this.#database.prepare("INSERT INTO chunk_words (rowid, text) VALUES (?, ?)");
      for (const { startLine, endLine } of chunksOf(file)) {
        const text = lines.slice(startLine - 1, endLine).join("\n");
        putWords.run(putChunk.run(id, startLine, endLine, text).lastInsertRowid, text);
      }
    });
    this.#used(put);
  }

  /** Stored chunks that have some of the words, best first. */
  find(words: readonly string[], most: number): StoredChunk[] {
    const query = words.map((word) => `"${word.replaceAll('"', "")}"`).join(" OR ");
    return query === ""
      ? []
      : this.#database
          .prepare<[string, number], StoredChunk>(
            `SELECT path, start_line AS startLine, end_line AS endLine FROM chunk_words
             JOIN chunk ON chunk.id = chunk_words.rowid JOIN file ON file.id = chunk.file
             WHERE chunk_words MATCH ? ORDER BY rank, chunk.id LIMIT ?`,
          )
          .all(query, most);
  }

  close(): void {
    this.#database.close();
  }
}

function isOurs(database: Connection): boolean {
  const isMade = database.prepare("SELECT 1 FROM sqlite_master LIMIT 1").get() !== undefined;
  return (
    isMade &&
    database.pragma("application_id", { simple: true }) === APPLICATION_ID &&
    database.pragma("user_version", { simple: true }) === LAYOUT_VERSION
  );
}

function clear(database: Connection): void {
  for (const table of ["chunk_words", "chunk", "symbol", "file", "step"]) {
    database.exec(`DROP TABLE IF EXISTS ${table}`);
  }
}

/** Cut where symbols begin, and after CHUNK_LINES. */
function chunksOf({ lines, symbols }: ReadFile): { startLine: number; endLine: number }[] {
  const starts = new Set(symbols.map(({ startLine }) => startLine));
  const chunks: { startLine: number; endLine: number }[] = [];
  let from = 1;
  for (let line = 2; line <= lines.length + 1; line += 1) {
    const isLong = line - from >= CHUNK_LINES;
    const isCut = starts.has(line) && line - from >= CHUNK_LINES / 4;
    if (line > lines.length || isLong || isCut) {
      chunks.push({ startLine: from, endLine: line - 1 });
      from = line;
    }
  }
  return chunks;
}

function storeFailure(path: string, cause: unknown): Failure {
  const isTaken = codeOf(cause).startsWith("SQLITE_BUSY");
  const message = isTaken ? "another process is writing this report" : `${path} cannot be used: ${messageOf(cause)}`;
  const hint = isTaken ? "wait until it ends, or end it" : "delete the file, or free some disk space";
  return new Failure("STORAGE_UNAVAILABLE", message, { hint, cause });
}
