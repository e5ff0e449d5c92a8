// Removes vectors from every vector store of the machine: those that only the removed projects refer to. If a remaining project's keys
// cannot be read, no vector is removed, since that project may need any of them.
import { statSync } from "node:fs";
import { openVectorSweep, type VectorSweep, vectorStoresIn } from "../../embedding/sweep-vectors.ts";
import { Failure, type Problem, throwIfCancelled } from "../../vocabulary/failure.ts";
import { vectorsFolder } from "./cache-inventory.ts";
import { embeddingKeys, UnreadableKeys } from "./embedding-keys.ts";

export interface SweepInput {
  readonly cacheFolder: string;
  /** Folders of all projects. */
  readonly folders: readonly string[];
  readonly signal: AbortSignal;
}

export class VectorSweeps {
  /** Folders whose databases could not be read, with the reason. */
  readonly unreadable = new Map<string, string>();
  readonly #input: SweepInput;
  readonly #sweeps: VectorSweep[] = [];

  private constructor(input: SweepInput) {
    this.#input = input;
  }

  /** Reads what all projects refer to. Vectors that are written later are removed only with their project. STORAGE_UNAVAILABLE. */
  static async open(input: SweepInput): Promise<VectorSweeps> {
    const sweeps = new VectorSweeps(input);
    try {
      for (const path of vectorStoresIn(vectorsFolder(input.cacheFolder))) {
        const sweep = openVectorSweep(path);
        if (sweep !== null) {
          sweeps.#sweeps.push(sweep);
        }
      }
      for (const [project, folder] of input.folders.entries()) {
        await sweeps.#refer(project, folder);
      }
      return sweeps;
    } catch (error) {
      sweeps.close();
      throw error;
    }
  }

  /** Vectors in all stores when they were opened. */
  get vectors(): number {
    return this.#sweeps.reduce((sum, { vectors }) => sum + vectors, 0);
  }

  /** Chooses the vectors to remove with the projects of these folders; `bytes` is about what that frees. */
  async choose(without: readonly string[], unreferenced: boolean) {
    const { folders, signal } = this.#input;
    const isBlind = folders.some((folder) => this.unreadable.has(folder) && !without.includes(folder));
    const projects = without.map((folder) => folders.indexOf(folder)).filter((at) => at >= 0);
    const total = { count: 0, shared: 0, bytes: 0 };
    for (const sweep of isBlind ? [] : this.#sweeps) {
      const { count, shared } = await sweep.choose({ without: projects, unreferenced, signal });
      const size = statSync(sweep.path, { throwIfNoEntry: false })?.size ?? 0;
      total.count += count;
      total.shared += shared;
      total.bytes += Math.round((size * count) / Math.max(1, sweep.vectors));
    }
    return total;
  }

  /** Removes what was chosen last, and returns how many. STORAGE_UNAVAILABLE. */
  async remove(): Promise<number> {
    let removed = 0;
    for (const sweep of this.#sweeps) {
      removed += await sweep.remove(this.#input.signal);
    }
    return removed;
  }

  /** Returns the free space in the files to the disk. STORAGE_UNAVAILABLE. */
  async compact(): Promise<void> {
    for (const sweep of this.#sweeps) {
      await sweep.compact(this.#input.signal);
    }
  }

  close(): void {
    for (const sweep of this.#sweeps) {
      sweep.close();
    }
  }

  async #refer(project: number, folder: string): Promise<void> {
    const { signal } = this.#input;
    try {
      for await (const keys of embeddingKeys(folder, signal)) {
        for (const sweep of this.#sweeps) {
          sweep.refer(project, keys);
        }
      }
    } catch (error) {
      throwIfCancelled(signal);
      if (!(error instanceof UnreadableKeys)) {
        throw error;
      }
      this.unreadable.set(folder, error.message);
    }
  }
}

/** Null if the stores or the disk do not allow it; a problem then says so, once for each reason. */
export async function orProblem<Result>(problems: Problem[], work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.code === "CANCELLED") {
      throw error;
    }
    const message = `${error.message}; ${error.hint}`;
    if (!problems.some((known) => known.message === message)) {
      problems.push({ code: "CACHE_UNAVAILABLE", message });
    }
    return null;
  }
}
