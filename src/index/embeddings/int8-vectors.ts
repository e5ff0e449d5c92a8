// Keeps the int8 scan of a large project: opens it from its saved rows in place of the exact scan, and saves them again when
// they have changed by enough. The rows of chunks that were added since are read from the store.
import { statSync } from "node:fs";
import { join } from "node:path";
import { growHeapSlowly } from "../../system/heap-growth.ts";
import { log } from "../../system/log.ts";
import { throwIfReplaced } from "../database/replacement.ts";
import { tryAcquireLease } from "../database/writer-lease.ts";
import { isWorthRebuilding, isWorthSavingMidway } from "../vectors/choose.ts";
import { Int8Index, type ReadVectors } from "../vectors/int8.ts";
import { type Int8Load, loadInt8File, saveInt8File } from "../vectors/int8-file.ts";
import { int8RecordBytes } from "../vectors/int8-rows.ts";
import type { VectorIndexOrigin } from "../vectors/vector-index.ts";
import type { VectorKindInput } from "./vector-kind-input.ts";

const INT8_FILE = "vectors.int8";

export class Int8Vectors {
  readonly #input: VectorKindInput;
  readonly #file: string;
  readonly #origin: VectorIndexOrigin;
  #serving: Int8Index | null = null;
  #begun: Promise<Int8Load> | null = null;
  /** Of `#serving.changes`, when its rows were last saved. */
  #savedAt = 0;

  constructor(input: VectorKindInput) {
    this.#input = input;
    const { database } = input.handles;
    this.#file = join(database.folder, INT8_FILE);
    this.#origin = { databaseId: database.id, model: input.embedder.model, dimensions: input.embedder.dimensions };
  }

  /** Begins to read the saved rows, if a scan of so many chunks is wanted. */
  begin(isWanted: (chunks: number) => boolean, signal: AbortSignal): void {
    const bytes = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    if (this.#begun === null && bytes > 0 && isWanted(Math.floor(bytes / int8RecordBytes(this.#origin.dimensions)))) {
      this.#begun = loadInt8File(this.#file, this.#origin, signal);
      // Opening the scan meets the error.
      this.#begun.catch(() => undefined);
    }
  }

  /** Forgets what was read ahead. */
  forget(): void {
    this.#begun = null;
  }

  /** Puts an int8 scan in place of the present index, with its saved rows. */
  async open(signal: AbortSignal): Promise<void> {
    const { vectors, stored } = this.#input;
    // Otherwise garbage would take the memory that int8 saves.
    growHeapSlowly();
    const begun = this.#begun;
    this.forget();
    const loaded = await (begun ?? loadInt8File(this.#file, this.#origin, signal));
    if (loaded.rows === null) {
      log("info", "int8.not-loaded", { reason: loaded.reason, detail: loaded.detail });
    }
    const read: ReadVectors = (chunks, visit) => stored.visit(chunks, visit);
    const index = new Int8Index(this.#origin.dimensions, read, loaded.rows ?? undefined);
    await vectors.replaceBy(index, signal);
    this.#serving = index;
    this.#savedAt = 0;
  }

  /** True if it serves and its saved rows are far behind. */
  isBehind(): boolean {
    const index = this.#servingNow();
    return index !== null && isWorthRebuilding(index.changes - this.#savedAt, index.size);
  }

  /** Saves the rows if they are behind and no other process has the lease. */
  async maintain(signal: AbortSignal): Promise<void> {
    const { writer } = this.#input.handles.database;
    const lease = writer === null || !this.isBehind() ? null : tryAcquireLease(writer, "vectors");
    try {
      if (lease !== null) {
        await this.#save(signal);
      }
    } finally {
      lease?.release();
    }
  }

  /** As `maintain`, in the middle of long work that has the lease: more rarely. */
  async saveMidway(signal: AbortSignal): Promise<void> {
    const index = this.#servingNow();
    if (index !== null && this.isBehind() && isWorthSavingMidway(index.changes - this.#savedAt, index.size)) {
      await this.#save(signal);
    }
  }

  /** Null while an index of another kind serves. */
  #servingNow(): Int8Index | null {
    return this.#serving === this.#input.vectors.served.index ? this.#serving : null;
  }

  async #save(signal: AbortSignal): Promise<void> {
    const index = this.#serving;
    if (index === null) {
      return;
    }
    const { handles, vectors } = this.#input;
    throwIfReplaced(handles.database);
    await vectors.served.freeze(async () => {
      const { changes } = index;
      await saveInt8File(this.#file, this.#origin, index.rows, signal);
      this.#savedAt = changes;
    });
  }
}
