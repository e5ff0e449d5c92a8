// Removes vectors from every vector store of the machine: those that only the removed projects refer to. If a remaining project's keys
// cannot be read, no vector is removed, since that project may need any of them.
import { statSync } from "node:fs";
import { openVectorSweep, type VectorSweep, vectorStoresIn } from "../../embedding/sweep-vectors.ts";
import { Failure, throwIfCancelled } from "../../vocabulary/failure.ts";
import type { Problem } from "../../vocabulary/problem.ts";
import { vectorsFolder } from "./cache-inventory.ts";
import { embeddingKeys, UnreadableKeys } from "./embedding-keys.ts";

export interface VectorSweeps {
  /** Folders whose databases could not be read, with the reason. */
  readonly unreadable: ReadonlyMap<string, string>;
  /** Vectors in all stores when they were opened. */
  readonly vectors: number;
  /** Chooses the vectors to remove with the projects of these folders; `bytes` is about what that frees. */
  choose(without: readonly string[], unreferenced: boolean): Promise<{ count: number; shared: number; bytes: number }>;
  /** Removes what was chosen last, and returns how many. STORAGE_UNAVAILABLE. */
  remove(): Promise<number>;
  /** Returns the free space in the files to the disk. STORAGE_UNAVAILABLE. */
  compact(): Promise<void>;
  close(): void;
}

export interface SweepInput {
  readonly cacheFolder: string;
  /** Folders of all projects. */
  readonly folders: readonly string[];
  readonly signal: AbortSignal;
}

/** Reads what all projects refer to. Vectors that are written later are removed only with their project. STORAGE_UNAVAILABLE. */
export async function openVectorSweeps({ cacheFolder, folders, signal }: SweepInput): Promise<VectorSweeps> {
  const sweeps: VectorSweep[] = [];
  const unreadable = new Map<string, string>();
  const close = () => {
    for (const sweep of sweeps) {
      sweep.close();
    }
  };
  try {
    for (const path of vectorStoresIn(vectorsFolder(cacheFolder))) {
      const sweep = openVectorSweep(path);
      if (sweep !== null) {
        sweeps.push(sweep);
      }
    }
    for (const [project, folder] of folders.entries()) {
      await refer(project, folder);
    }
  } catch (error) {
    close();
    throw error;
  }

  async function refer(project: number, folder: string): Promise<void> {
    try {
      for await (const keys of embeddingKeys(folder, signal)) {
        for (const sweep of sweeps) {
          sweep.refer(project, keys);
        }
      }
    } catch (error) {
      throwIfCancelled(signal);
      if (!(error instanceof UnreadableKeys)) {
        throw error;
      }
      unreadable.set(folder, error.message);
    }
  }

  return {
    unreadable,
    vectors: sweeps.reduce((sum, { vectors }) => sum + vectors, 0),
    async choose(without, unreferenced) {
      const blind = folders.some((folder) => unreadable.has(folder) && !without.includes(folder));
      const total = { count: 0, shared: 0, bytes: 0 };
      for (const sweep of blind ? [] : sweeps) {
        const numbers = without.map((folder) => folders.indexOf(folder)).filter((at) => at >= 0);
        const { count, shared } = await sweep.choose({ without: numbers, unreferenced, signal });
        const size = statSync(sweep.path, { throwIfNoEntry: false })?.size ?? 0;
        total.count += count;
        total.shared += shared;
        total.bytes += Math.round((size * count) / Math.max(1, sweep.vectors));
      }
      return total;
    },
    async remove() {
      let removed = 0;
      for (const sweep of sweeps) {
        removed += await sweep.remove(signal);
      }
      return removed;
    },
    async compact() {
      for (const sweep of sweeps) {
        await sweep.compact(signal);
      }
    },
    close,
  };
}

/** Null if the stores or the disk do not allow it; a problem then says so. */
export async function orProblem<Result>(problems: Problem[], work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.code === "CANCELLED") {
      throw error;
    }
    problems.push({ code: "CACHE_UNAVAILABLE", message: `${error.message}; ${error.hint}` });
    return null;
  }
}
