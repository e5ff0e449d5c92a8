// The vector store on disk: one SQLite file per model in the machine's cache folder, shared by every process and every
// project.
import type { Connection, Statement } from "../system/sqlite.ts";
import type { ModelId } from "../vocabulary/chunk.ts";
import type { Problem } from "../vocabulary/failure.ts";
import type { Embedding } from "./embedder.ts";
import { bytesOfVector, vectorOfBytes } from "./vector-bytes.ts";
import {
  inodeOf,
  openVectorFile,
  setAside,
  translate,
  UnusableFile,
  type VectorFile,
  type VectorFileIdentity,
  vectorFilePath,
} from "./vector-file.ts";
import type { EmbeddingKey, VectorStore } from "./vector-store.ts";

export interface VectorStoreOptions {
  /** Absolute; made where it is not there. */
  readonly folder: string;
  readonly model: ModelId;
  readonly dimensions: number;
  /** Called when a damaged or foreign file was set aside, so that its vectors have to be computed again. */
  readonly onProblem?: (problem: Problem) => void;
}

/**
 * The store of one model. STORAGE_UNAVAILABLE where the folder or the disk does not allow it, at opening and at any later
 * call; a write that failed so has written nothing and may be repeated.
 */
export class SqliteVectorStore implements VectorStore {
  readonly dimensions: number;
  readonly #identity: VectorFileIdentity;
  readonly #onProblem: ((problem: Problem) => void) | undefined;
  #file: VectorFile;
  #statements: Statements;

  constructor({ folder, model, dimensions, onProblem }: VectorStoreOptions) {
    this.dimensions = dimensions;
    this.#identity = { path: vectorFilePath(folder, model), model, dimensions };
    this.#onProblem = onProblem;
    const inode = inodeOf(this.#identity.path);
    try {
      this.#file = openVectorFile(this.#identity);
    } catch (error) {
      this.#file = this.#replace(error, inode);
    }
    this.#statements = prepare(this.#file.database);
  }

  read(keys: readonly EmbeddingKey[]): Map<EmbeddingKey, Embedding> {
    return this.#transaction(({ get }) => {
      const found = new Map<EmbeddingKey, Embedding>();
      for (const key of keys) {
        const bytes = get.get(keyBytes(key));
        if (bytes !== undefined) {
          found.set(key, vectorOfBytes(bytes));
        }
      }
      return found;
    });
  }

  visit(keys: readonly (Uint8Array | undefined)[], visit: (at: number, vector: Embedding) => void): void {
    this.#transaction(({ find, getAt }) => {
      for (const { at, row } of inOrderOfRows(keys, find)) {
        const bytes = getAt.get(row);
        if (bytes !== undefined) {
          visit(at, vectorOfBytes(bytes));
        }
      }
    });
  }

  write(entries: ReadonlyMap<EmbeddingKey, Embedding>): void {
    for (const [key, vector] of entries) {
      if (vector.length !== this.dimensions) {
        throw new RangeError(`vector ${key} has ${vector.length} dimensions, the store has ${this.dimensions}`);
      }
    }
    this.#transaction(({ insert }) => {
      for (const [key, vector] of entries) {
        insert.run(keyBytes(key), bytesOfVector(vector));
      }
    }, "immediate");
  }

  noteSpeed(texts: number, ms: number): void {
    const measured = texts / (ms / 1000);
    this.#transaction(({ hasSpeed }) => {
      const { database } = this.#file;
      if (hasSpeed.get() === undefined) {
        // A file that was made without it.
        database.exec("ALTER TABLE store ADD COLUMN texts_a_second REAL");
      }
      const before = this.#speedNow() ?? measured;
      const weight = Math.min(1, texts / SPEED_OF_TEXTS);
      database.prepare<[number]>("UPDATE store SET texts_a_second = ?").run(before + weight * (measured - before));
    }, "immediate");
  }

  speed(): number | null {
    return this.#transaction(({ hasSpeed }) => (hasSpeed.get() === undefined ? null : this.#speedNow()));
  }

  close(): void {
    this.#file.database.close();
  }

  #speedNow(): number | null {
    return this.#file.database.prepare<[], number | null>("SELECT texts_a_second FROM store").pluck().get() ?? null;
  }

  /** Runs the work in a transaction; if the present file turns out to be damaged, once more on a new one. */
  #transaction<Result>(work: (statements: Statements) => Result, kind: "deferred" | "immediate" = "deferred"): Result {
    const run = () => this.#file.database.transaction(() => work(this.#statements))[kind]();
    try {
      return run();
    } catch (error) {
      const translated = translate(error, this.#identity.path);
      if (!(translated instanceof UnusableFile)) {
        throw translated;
      }
      const { inode } = this.#file;
      this.#file.database.close();
      this.#file = this.#replace(translated, inode);
      this.#statements = prepare(this.#file.database);
      return run();
    }
  }

  /** Sets the file aside and creates a new one; rethrows errors that this cannot solve. */
  #replace(error: unknown, inode: number | undefined): VectorFile {
    if (!(error instanceof UnusableFile)) {
      throw error;
    }
    const aside = setAside(this.#identity.path, inode);
    if (aside !== null) {
      this.#onProblem?.({
        code: "CACHE_UNAVAILABLE",
        message: `the vector store was renamed to ${aside} (${error.message}); its vectors are recomputed`,
      });
    }
    return openVectorFile(this.#identity);
  }
}

/** A measurement of so many texts replaces what was measured before; one of fewer counts by its share. */
const SPEED_OF_TEXTS = 1_000;

interface Statements {
  readonly get: Statement<[Uint8Array], Buffer>;
  readonly find: Statement<[Uint8Array], number>;
  readonly getAt: Statement<[number], Buffer>;
  readonly insert: Statement<[Buffer, Buffer]>;
  readonly hasSpeed: Statement<[], number>;
}

/** One look-up a key inside a transaction: 20,000 vectors in 64 ms, where `IN` lists of 500 took 130. */
function prepare(database: Connection): Statements {
  return {
    get: database.prepare<[Uint8Array], Buffer>("SELECT vector FROM vectors WHERE key = ?").pluck(),
    find: database.prepare<[Uint8Array], number>("SELECT rowid FROM vectors WHERE key = ?").pluck(),
    getAt: database.prepare<[number], Buffer>("SELECT vector FROM vectors WHERE rowid = ?").pluck(),
    hasSpeed: database
      .prepare<[], number>("SELECT 1 FROM pragma_table_info('store') WHERE name = 'texts_a_second'")
      .pluck(),
    insert: database.prepare<[Buffer, Buffer]>("INSERT INTO vectors VALUES (?, ?) ON CONFLICT (key) DO NOTHING"),
  };
}

interface Found {
  /** The key's place in what was asked. */
  readonly at: number;
  readonly row: number;
}

/** As a number that sorts as the key does, as far as it reaches. */
const beginningOf = (key: Uint8Array): number =>
  (((key[0] ?? 0) << 16) | ((key[1] ?? 0) << 8) | (key[2] ?? 0)) * 256 + (key[3] ?? 0);

/**
 * Where the keys' vectors stand, in the order in which they lie in the file. Keys are spread evenly over their index, and
 * vectors made together lie together: asked in these two orders, each page is read once, in half the time of any other.
 */
function inOrderOfRows(keys: readonly (Uint8Array | undefined)[], find: Statement<[Uint8Array], number>): Found[] {
  const asked = keys.flatMap((key, at) => (key === undefined ? [] : [{ at, key, beginning: beginningOf(key) }]));
  asked.sort((a, b) => a.beginning - b.beginning);
  const found: Found[] = [];
  for (const { at, key } of asked) {
    const row = find.get(key);
    if (row !== undefined) {
      found.push({ at, row });
    }
  }
  return found.sort((a, b) => a.row - b.row);
}

function keyBytes(key: EmbeddingKey): Buffer {
  return Buffer.from(key, "hex");
}
