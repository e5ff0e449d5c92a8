// What the analysis made of each text, for all projects of the machine: a worktree, a clone or a branch that is checked out again parses
// nothing that was parsed before. Derived and disposable: without it, or with any trouble in it, texts are analysed.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { log } from "../../system/log.ts";
import { makeFolder } from "../../system/make-folder.ts";
import { sha256Of } from "../../system/sha256.ts";
import type { Connection, Statement } from "../../system/sqlite.ts";
import { Failure, messageOf } from "../../vocabulary/failure.ts";
import { type DerivedDatabase, OptionalDatabase, openDerivedDatabase } from "../database/derived-database.ts";
import type { AnalyzedDocument } from "../documents.ts";

export interface StoredAnalysis {
  readonly document: AnalyzedDocument;
  /** Null where the text's tokens were never counted. */
  readonly tokens: number | null;
}

/** Names an analysis of a text. */
export interface AnalyzedText {
  /** Relative to the project: it decides on the language, and its words are searched. */
  readonly path: string;
  /** Hex SHA-256 of the file's bytes. */
  readonly contentHash: string;
  /** From analysisName. */
  readonly analysis: string;
}

export interface AnalyzedEntry extends AnalyzedText {
  readonly document: AnalyzedDocument;
}

interface Row {
  readonly document: Buffer;
  readonly digest: string;
  readonly tokens: number | null;
}

/** Above this, those that were stored first are removed, a quarter at once. The analysis of a file of source takes about 10 KB. */
const BYTES_MAX = 512 * 1024 * 1024;
/** Another process writes for milliseconds; a longer wait would cost more than an analysis. */
const BUSY_WAIT_MS = 50;

const DATABASE: Omit<DerivedDatabase, "path"> = {
  name: "store of analyses",
  /** "CBan" in ASCII. */
  applicationId: 0x43_42_61_6e,
  version: 1,
  table: "analysis",
  waitMs: BUSY_WAIT_MS,
  layout: `
    DROP TABLE IF EXISTS analysis;
    CREATE TABLE analysis (
      id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, tokens INTEGER, digest TEXT NOT NULL, document BLOB NOT NULL
    );`,
};

function prepare(database: Connection) {
  return {
    read: database.prepare("SELECT document, digest, tokens FROM analysis WHERE key = ?") as Statement<[Buffer], Row>,
    write: database.prepare("INSERT OR REPLACE INTO analysis (key, digest, document) VALUES (?, ?, ?)"),
    setTokens: database.prepare("UPDATE analysis SET tokens = ? WHERE key = ?"),
    bytes: database
      .prepare<[], number>(
        "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
      )
      .pluck(),
    removeOldest: database.prepare(
      "DELETE FROM analysis WHERE id <= (SELECT id FROM analysis ORDER BY id LIMIT 1 OFFSET (SELECT count(*) / 4 FROM analysis))",
    ),
  };
}

export const analysesPath = (cacheFolder: string): string => join(cacheFolder, "analyses.sqlite");

const keyOf = ({ path, contentHash, analysis }: AnalyzedText): Buffer =>
  Buffer.from(sha256Of(`${analysis}\0${contentHash}\0${path}`, 32), "hex");

/** Null for bytes of another version of Node, whose form this one may not read. */
function documentOf(bytes: Buffer): AnalyzedDocument | null {
  try {
    return deserialize(bytes) as AnalyzedDocument;
  } catch (error) {
    log("info", "index.stored-analysis-unread", { reason: messageOf(error) });
    return null;
  }
}

/** Never throws: after trouble nothing is read or written any more. Nothing is opened before the first call. */
export class AnalysisStore {
  readonly #database: OptionalDatabase<ReturnType<typeof prepare>>;
  readonly #bytesMax: number;

  constructor(cacheFolder: string, bytesMax: number = BYTES_MAX) {
    const open = () => {
      makeFolder(cacheFolder);
      return openDerivedDatabase({ ...DATABASE, path: analysesPath(cacheFolder) }).database;
    };
    this.#database = new OptionalDatabase(open, prepare, (error) => {
      log("warn", "the store of analyses is not used", { folder: cacheFolder, error: messageOf(error) });
    });
    this.#bytesMax = bytesMax;
  }

  read(text: AnalyzedText): StoredAnalysis | null {
    return this.#database.attempt(({ read }) => {
      const row = read.get(keyOf(text));
      if (row === undefined || sha256Of(row.document, 32) !== row.digest) {
        return null;
      }
      const document = documentOf(row.document);
      return document === null ? null : { document, tokens: row.tokens };
    });
  }

  /** Leaves out those that another try might improve: whose parser crashed or took too long. */
  write(entries: readonly AnalyzedEntry[]): void {
    const lasting = entries.filter(({ document }) => document.problems.every(({ code }) => code === "PARSE_PARTIAL"));
    if (lasting.length === 0) {
      return;
    }
    this.#database.attempt((statements, database) => {
      const writeAll = database.transaction(() => {
        for (const entry of lasting) {
          const bytes = serialize(entry.document);
          statements.write.run(keyOf(entry), sha256Of(bytes, 32), bytes);
        }
        if ((statements.bytes.get() ?? 0) > this.#bytesMax) {
          statements.removeOldest.run();
        }
      });
      writeAll.immediate();
    });
  }

  countTokens(counts: readonly (AnalyzedText & { readonly tokens: number })[]): void {
    this.#database.attempt(({ setTokens }, database) => {
      const setAll = database.transaction(() => {
        for (const counted of counts) {
          setTokens.run(counted.tokens, keyOf(counted));
        }
      });
      setAll.immediate();
    });
  }

  close(): void {
    this.#database.close();
  }
}

/** Removes all analyses. Other processes may have the store open: its file stays. STORAGE_UNAVAILABLE. */
export function clearAnalyses(cacheFolder: string): void {
  const path = analysesPath(cacheFolder);
  if (!existsSync(path)) {
    return;
  }
  try {
    const { database } = openDerivedDatabase({ ...DATABASE, path });
    try {
      database.exec("DELETE FROM analysis");
      database.exec("VACUUM");
      database.pragma("wal_checkpoint(TRUNCATE)");
    } finally {
      database.close();
    }
  } catch (cause) {
    const hint = "end the processes that use it, or delete the file";
    throw new Failure("STORAGE_UNAVAILABLE", `${path} cannot be emptied: ${messageOf(cause)}`, { hint, cause });
  }
}
