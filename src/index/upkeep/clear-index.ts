// Clears projects' indexes: removes their folders in one step, which stops the processes that work on them, and the vectors that no
// other project refers to. Saved results are not touched.

import { sleep } from "../../system/wait.ts";
import { Failure, messageOf, type Problem } from "../../vocabulary/failure.ts";
import { projectFolders, removeProjectFolder } from "../database/project-folder.ts";
import { clearAnalyses } from "../ingest/analysis-store.ts";
import { type CachedProject, cacheBytes } from "./cache-inventory.ts";
import { orProblem, VectorSweeps } from "./vector-sweeps.ts";

export interface ClearOptions {
  readonly cacheFolder: string;
  /** Whose indexes are removed. */
  readonly projects: readonly CachedProject[];
  /** True: removes all vectors, also those that no project refers to. */
  readonly all: boolean;
  readonly signal: AbortSignal;
}

export interface ClearReport {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly cleared: readonly CachedProject[];
  readonly vectorsRemoved: number;
  /** Vectors of the cleared that other projects refer to as well. */
  readonly vectorsShared: number;
  readonly problems: readonly Problem[];
}

/** A process that works on a removed index notices within this time, and writes no vector afterwards. Milliseconds. */
const STOPPED_MS = 500;

/** STORAGE_UNAVAILABLE if an index cannot be removed; those before it are removed then. CANCELLED. */
export async function clearIndexes(options: ClearOptions): Promise<ClearReport> {
  const { cacheFolder, projects, all, signal } = options;
  const bytesBefore = cacheBytes(cacheFolder);
  const problems: Problem[] = [];
  const folders = projectFolders(cacheFolder);
  // What they refer to is read before they are removed.
  const sweeps = await orProblem(problems, () => VectorSweeps.open({ cacheFolder, folders, signal }));
  try {
    const cleared = projects.filter(removeIndex);
    if (cleared.some(({ users }) => users.length > 0)) {
      await sleep(STOPPED_MS, signal);
    }
    const swept = await orProblem(problems, async () => {
      problems.push(...[...(sweeps?.unreadable ?? [])].map(keptFor));
      const own = projects.map(({ folder }) => folder);
      const { shared = 0 } = (await sweeps?.choose(own, all)) ?? {};
      return { vectorsRemoved: (await sweeps?.remove()) ?? 0, vectorsShared: shared };
    });
    await orProblem(problems, async () => sweeps?.compact());
    // They do not say of which project they are; without them, texts are parsed again.
    await orProblem(problems, async () => clearAnalyses(cacheFolder));
    const { vectorsRemoved, vectorsShared } = swept ?? { vectorsRemoved: 0, vectorsShared: 0 };
    return { bytesBefore, bytesAfter: cacheBytes(cacheFolder), cleared, vectorsRemoved, vectorsShared, problems };
  } finally {
    sweeps?.close();
  }
}

function removeIndex({ folder, users }: CachedProject): boolean {
  try {
    return removeProjectFolder(folder);
  } catch (cause) {
    const reason = messageOf(cause);
    const hint =
      users.length > 0
        ? `stop the processes that have it open (pid ${users.join(", ")})`
        : "check the folder's permissions";
    throw new Failure("STORAGE_UNAVAILABLE", `the index in ${folder} cannot be removed: ${reason}`, { hint, cause });
  }
}

function keptFor([folder, reason]: readonly [string, string]): Problem {
  const message = `The index in ${folder} could not be read (${reason}); vectors that it may use were kept.`;
  return { code: "CACHE_UNAVAILABLE", message };
}
