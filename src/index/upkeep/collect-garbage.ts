// Keeps the cache within its limit: removes what nothing can use any more, and above the limit the least recently used projects, never
// one in use. Everything it removes can be made again; if it is killed at any moment, the cache stays usable.
import type { RunningProcess } from "../../system/running-processes.ts";
import { messageOf, type Problem } from "../../vocabulary/failure.ts";
import { projectFolders, removeProjectFolder, removeQuietly } from "../database/project-folder.ts";
import { clearAnalyses } from "../ingest/analysis-store.ts";
import {
  analysesBytes,
  type CachedProject,
  cacheBytes,
  cachedProjects,
  type Leftover,
  leftoversIn,
  usersOf,
} from "./cache-inventory.ts";
import { orProblem, VectorSweeps } from "./vector-sweeps.ts";

export interface CollectOptions {
  readonly cacheFolder: string;
  /** Bytes that indexes and vectors may take together; 0: any. */
  readonly limitBytes: number;
  /** Looks and counts, and removes nothing. */
  readonly dryRun: boolean;
  /**
   * A user asked: indexes of deleted projects are removed at once, and with them every vector that no project refers to. Otherwise such
   * vectors stay while there is room, since switching back to a branch needs them, and a deleted project's index stays for a day.
   */
  readonly thorough: boolean;
  /** The processes that run now; called again before each removal. */
  readonly processes: () => readonly RunningProcess[];
  readonly signal: AbortSignal;
  readonly now?: number;
}

export interface RemovedProject extends CachedProject {
  readonly reason: "gone" | "unused" | "over the limit";
}

export interface CollectReport {
  readonly bytesBefore: number;
  /** In a dry run, about what it would be. */
  readonly bytesAfter: number;
  readonly projects: readonly RemovedProject[];
  readonly leftovers: readonly Leftover[];
  /** Vectors removed, and those that stay. */
  readonly vectorsRemoved: number;
  readonly vectorsKept: number;
  /** Projects that would have been removed if they were not in use. */
  readonly inUse: readonly CachedProject[];
  /** Projects whose disk is not mounted now: their indexes stay. */
  readonly away: readonly CachedProject[];
  readonly problems: readonly Problem[];
}

const DAY_MS = 86_400_000;
/** A folder without a marker (of a crash, or of an old version) is removed after this time without use. */
const UNKNOWN_UNUSED_MS = 7 * DAY_MS;

/** What goes wrong with a project or a store is a problem of the report. INDEX_UNAVAILABLE if the cache cannot be read; CANCELLED. */
export async function collectGarbage(options: CollectOptions): Promise<CollectReport> {
  const { cacheFolder, dryRun, limitBytes, now = Date.now(), signal } = options;
  const bytesBefore = cacheBytes(cacheFolder);
  const problems: Problem[] = [];
  const leftovers = leftoversIn(cacheFolder, now);
  if (!dryRun) {
    for (const { path } of leftovers) {
      removeQuietly(path);
    }
  }
  const known = cachedProjects(cacheFolder, options.processes());
  const expired = expiredAmong(known, options, now);
  const isAbove = (bytes: number): boolean => limitBytes > 0 && bytes > limitBytes;
  const needed = bytesBefore - sum(leftovers) - sum(expired);
  // The cheapest to make again.
  const dropsAnalyses = options.thorough || isAbove(needed);
  const analyses = dropsAnalyses ? analysesBytes(cacheFolder) : 0;
  if (dropsAnalyses && !dryRun) {
    await orProblem(problems, async () => clearAnalyses(cacheFolder));
  }
  const remaining = needed - analyses;
  const isOver = isAbove(remaining);
  let removed: Removed = NOTHING;
  if (expired.length > 0 || options.thorough || isOver) {
    const folders = projectFolders(cacheFolder);
    const sweeps = await orProblem(problems, () => VectorSweeps.open({ cacheFolder, folders, signal }));
    try {
      removed = await removeAll({ options, known, expired, remaining, isOver, sweeps, problems });
    } finally {
      sweeps?.close();
    }
  }
  const { projects, vectorsRemoved, vectorsKept, vectorBytes } = removed;
  const gone = new Set(projects.map(({ folder }) => folder));
  return {
    bytesBefore,
    bytesAfter: dryRun
      ? bytesBefore - sum(leftovers) - sum(projects) - vectorBytes - analyses
      : cacheBytes(cacheFolder),
    projects,
    leftovers,
    vectorsRemoved,
    vectorsKept,
    inUse: known.filter((project) => expiry(project, options, now) !== null && !gone.has(project.folder)),
    away: known.filter(({ rootState, folder }) => rootState === "away" && !gone.has(folder)),
    problems,
  };
}

interface Removed {
  readonly projects: readonly RemovedProject[];
  readonly vectorsRemoved: number;
  readonly vectorsKept: number;
  /** About what the vectors take. */
  readonly vectorBytes: number;
}

const NOTHING: Removed = { projects: [], vectorsRemoved: 0, vectorsKept: 0, vectorBytes: 0 };

interface Removal {
  readonly options: CollectOptions;
  readonly known: readonly CachedProject[];
  readonly expired: readonly RemovedProject[];
  /** Bytes that remain without the expired. */
  readonly remaining: number;
  readonly isOver: boolean;
  /** Null if the stores cannot be opened. */
  readonly sweeps: VectorSweeps | null;
  readonly problems: Problem[];
}

/** The databases first: if this is killed then, the next run finds the vectors that are left. */
async function removeAll(removal: Removal): Promise<Removed> {
  const { options, expired, isOver, sweeps, problems } = removal;
  const over = await orProblem(problems, () => chooseOverLimit(removal));
  const chosen = [...expired, ...(over ?? [])];
  const projects = options.dryRun ? chosen : chosen.filter((project) => removeUnused(project, options, problems));
  const folders = projects.map(({ folder }) => folder);
  for (const [folder, reason] of sweeps?.unreadable ?? []) {
    if (!folders.includes(folder)) {
      const message = `The index in ${folder} cannot be read (${reason}); no vector was removed, since it may use them.`;
      problems.push({ code: "CACHE_UNAVAILABLE", message });
    }
  }
  if (sweeps === null) {
    return { ...NOTHING, projects };
  }
  const swept = await orProblem(problems, async () => {
    const { count, bytes } = await sweeps.choose(folders, options.thorough || isOver);
    const vectorsRemoved = options.dryRun ? count : await sweeps.remove();
    return { vectorsRemoved, vectorsKept: sweeps.vectors - vectorsRemoved, vectorBytes: bytes };
  });
  if (!options.dryRun) {
    await orProblem(problems, () => sweeps.compact());
  }
  return { ...NOTHING, ...swept, projects };
}

/** Least recently used first, until the rest, with its vectors, is under the limit. */
async function chooseOverLimit({ options, known, expired, remaining, isOver, sweeps, problems }: Removal) {
  const chosen: RemovedProject[] = [];
  const left = known
    .filter((project) => project.users.length === 0 && !expired.some(({ folder }) => folder === project.folder))
    .sort((a, b) => a.lastUseMs - b.lastUseMs);
  const stays = async () => {
    const without = [...expired, ...chosen].map(({ folder }) => folder);
    return remaining - sum(chosen) - ((await sweeps?.choose(without, true))?.bytes ?? 0);
  };
  while (isOver && (await stays()) > options.limitBytes) {
    const next = left.shift();
    if (next === undefined) {
      const message = "Still over cache_limit_mb: the remaining projects are in use.";
      problems.push({ code: "CACHE_UNAVAILABLE", message });
      break;
    }
    chosen.push({ ...next, reason: "over the limit" });
  }
  return chosen;
}

/** False if a process has begun to use it, or the system does not allow it. */
function removeUnused({ folder, root }: CachedProject, options: CollectOptions, problems: Problem[]): boolean {
  if (usersOf(folder, root, options.processes()).length > 0) {
    return false;
  }
  try {
    return removeProjectFolder(folder);
  } catch (error) {
    const reason = messageOf(error);
    problems.push({ code: "CACHE_UNAVAILABLE", message: `The index in ${folder} cannot be removed: ${reason}` });
    return false;
  }
}

function expiredAmong(known: readonly CachedProject[], options: CollectOptions, now: number): RemovedProject[] {
  return known.flatMap((project) => {
    const reason = expiry(project, options, now);
    return reason === null || project.users.length > 0 ? [] : [{ ...project, reason }];
  });
}

function expiry(project: CachedProject, { thorough }: CollectOptions, now: number): "gone" | "unused" | null {
  const unusedMs = now - project.lastUseMs;
  if (project.rootState === "gone") {
    return thorough || unusedMs > DAY_MS ? "gone" : null;
  }
  return project.rootState === "unknown" && unusedMs > UNKNOWN_UNUSED_MS ? "unused" : null;
}

const sum = (entries: readonly { readonly bytes: number }[]) => entries.reduce((total, { bytes }) => total + bytes, 0);
