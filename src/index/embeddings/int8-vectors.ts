// Keeps the int8 scan of a large project: opens it from its saved rows in place of the exact scan, and saves them again when
// they have changed by enough. The rows of chunks that were added since are read from the store.
import { join } from "node:path";
import { growHeapSlowly } from "../../system/heap-growth.ts";
import { log } from "../../system/log.ts";
import type { ModelId } from "../../vocabulary/ids.ts";
import { writerOf } from "../database/database.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import { throwIfReplaced } from "../database/replacement.ts";
import { tryAcquireLease } from "../database/writer-lease.ts";
import { isWorthRebuilding, isWorthSavingMidway } from "../vectors/choose.ts";
import { Int8Index } from "../vectors/int8.ts";
import { loadInt8File, saveInt8File } from "../vectors/int8-file.ts";
import type { ChunkVectors } from "./chunk-vectors.ts";
import type { StoredVectors } from "./stored-vectors.ts";

export interface Int8Vectors {
  /** Puts an int8 scan in place of the present index, with its saved rows. */
  open(signal: AbortSignal): Promise<void>;
  /** True if it serves and its saved rows are far behind. */
  isBehind(): boolean;
  /** Saves the rows if they are behind and no other process has the lease. */
  maintain(signal: AbortSignal): Promise<void>;
  /** As `maintain`, in the middle of long work that has the lease: more rarely. */
  saveMidway(signal: AbortSignal): Promise<void>;
}

export interface Int8VectorsInput {
  readonly handles: IndexHandles;
  readonly vectors: ChunkVectors;
  readonly stored: StoredVectors;
  readonly model: ModelId;
  readonly dimensions: number;
}

const INT8_FILE = "vectors.int8";

export function openInt8Vectors({ handles, vectors, stored, model, dimensions }: Int8VectorsInput): Int8Vectors {
  const file = join(handles.database.folder, INT8_FILE);
  const origin = { databaseId: handles.database.id, model, dimensions };
  let serving: Int8Index | null = null;
  /** Of `serving.changes`, when its rows were last saved. */
  let savedAt = 0;

  async function open(signal: AbortSignal): Promise<void> {
    // Otherwise garbage would take the memory that int8 saves.
    growHeapSlowly();
    const loaded = await loadInt8File(file, origin, signal);
    if (loaded.rows === null) {
      log("info", "int8.not-loaded", { reason: loaded.reason, detail: loaded.detail });
    }
    const index = new Int8Index(dimensions, stored.visit, loaded.rows ?? undefined);
    await vectors.replaceBy(index, signal);
    serving = index;
    savedAt = 0;
  }

  function isBehind(): boolean {
    return serving !== null && vectors.index === serving && isWorthRebuilding(serving.changes - savedAt, serving.size);
  }

  async function save(signal: AbortSignal): Promise<void> {
    const index = serving;
    if (index === null) {
      return;
    }
    throwIfReplaced(handles.database);
    await vectors.freeze(async () => {
      const { changes } = index;
      await saveInt8File(file, origin, index.rows, signal);
      savedAt = changes;
    });
  }

  return {
    open,
    isBehind,
    async maintain(signal) {
      if (handles.writer === null || !isBehind()) {
        return;
      }
      const lease = tryAcquireLease(writerOf(handles.database), "vectors");
      if (lease === null) {
        return;
      }
      try {
        await save(signal);
      } finally {
        lease.release();
      }
    },
    async saveMidway(signal) {
      if (serving !== null && isBehind() && isWorthSavingMidway(serving.changes - savedAt, serving.size)) {
        await save(signal);
      }
    },
  };
}
