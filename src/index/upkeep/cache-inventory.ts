// What the cache contains: each project's folder with its size, its last use and the processes that use it; and the files that
// crashes and older versions left. It only looks; collect-garbage.ts removes.
import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { RunningProcess } from "../../system/running-processes.ts";
import { leasesIn } from "../database/lease-status.ts";
import { databaseAt, pointersIn } from "../database/pointers.ts";
import {
  bytesOf,
  halfRemoved,
  joinedFolder,
  lastUseOf,
  namesIn,
  projectFolders,
  projectsFolder,
  type RootState,
  readMarker,
  rootStateOf,
} from "../database/project-folder.ts";
import { FORMAT_VERSION, POINTER_NAME } from "../database/schema.ts";
import { analysesPath } from "../ingest/analysis-store.ts";

export interface CachedProject {
  readonly folder: string;
  /** Null if the folder has no readable marker. */
  readonly root: string | null;
  readonly rootState: RootState | "unknown";
  readonly lastUseMs: number;
  readonly bytes: number;
  /** Pids of running processes that have it open or work on it. */
  readonly users: readonly number[];
}

/** A file or folder that nothing refers to. */
export interface Leftover {
  readonly path: string;
  readonly bytes: number;
  readonly reason: string;
}

/** Younger files may be another process's present work. Milliseconds. */
const CRASHED_AGE_MS = 3_600_000;
/** An older version that still runs touches its files within this time. Milliseconds. */
const OLD_FORMAT_AGE_MS = 86_400_000;

export function vectorsFolder(cacheFolder: string): string {
  return join(cacheFolder, "vectors");
}

/** Reports that were begun, and clones that they were written from. */
const REPORT_FOLDERS = ["reports", "clones"] as const;
/** A report goes on within this time, without paying again. Milliseconds. */
const REPORT_AGE_MS = 30 * 86_400_000;

/** Bytes of all indexes, cached answers, vectors, analyses and reports; downloaded models are not counted. */
export function cacheBytes(cacheFolder: string): number {
  const reports = REPORT_FOLDERS.map((name) => join(cacheFolder, name));
  const folders = [projectsFolder(cacheFolder), joinedFolder(cacheFolder), vectorsFolder(cacheFolder), ...reports];
  return folders.reduce((sum, folder) => sum + bytesOf(folder), analysesBytes(cacheFolder));
}

/** Bytes of the stored analyses of all projects. */
export function analysesBytes(cacheFolder: string): number {
  const path = analysesPath(cacheFolder);
  return ["", "-wal", "-shm"].reduce((sum, ending) => sum + bytesOf(path + ending), 0);
}

export function cachedProjects(cacheFolder: string, processes: readonly RunningProcess[]): CachedProject[] {
  return projectFolders(cacheFolder).map((folder) => {
    const marker = readMarker(folder);
    return {
      folder,
      root: marker?.root ?? null,
      rootState: marker === null ? "unknown" : rootStateOf(marker),
      lastUseMs: lastUseOf(folder),
      bytes: bytesOf(folder),
      users: usersOf(folder, marker?.root ?? null, processes),
    };
  });
}

/** Pids of running processes that have the project open or one of its leases. */
export function usersOf(folder: string, root: string | null, processes: readonly RunningProcess[]): number[] {
  const open = processes.filter(({ projects }) => root !== null && projects.includes(root)).map(({ pid }) => pid);
  const working = leasesIn(folder).flatMap(({ pid, state }) => (state === "dead" ? [] : [pid]));
  return [...new Set([...open, ...working])];
}

export function leftoversIn(cacheFolder: string, now: number): Leftover[] {
  const removed = halfRemoved(cacheFolder).map((path) => leftover(path, "partly removed: the removal was interrupted"));
  const vectors = vectorsFolder(cacheFolder);
  const broken = namesIn(vectors)
    .filter(
      (name) => /\.sqlite\.broken(-wal|-shm)?$/.test(name) && isOlder(join(vectors, name), OLD_FORMAT_AGE_MS, now),
    )
    .map((name) => leftover(join(vectors, name), "a broken vector store, renamed"));
  const reports = REPORT_FOLDERS.flatMap((folder) =>
    namesIn(join(cacheFolder, folder))
      .filter((name) => isOlder(join(cacheFolder, folder, name), REPORT_AGE_MS, now))
      .map((name) => leftover(join(cacheFolder, folder, name), "of a report that nobody went on with for a month")),
  );
  return [
    ...removed,
    ...broken,
    ...reports,
    ...projectFolders(cacheFolder).flatMap((folder) => leftoversOf(folder, now)),
  ];
}

function leftoversOf(folder: string, now: number): Leftover[] {
  const old = pointersIn(folder).filter((pointer) => isOldFormat(pointer, now));
  const kept = pointersIn(folder).filter((pointer) => !old.includes(pointer));
  const inUse = new Set(kept.flatMap((pointer) => databaseAt(pointer) ?? []));
  const graph = graphIn(folder);
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    const reason = reasonOf(path, { old, inUse, graph, now });
    return reason === null ? [] : [leftover(path, reason)];
  });
}

interface Known {
  readonly old: readonly string[];
  /** Databases that a pointer names. */
  readonly inUse: ReadonlySet<string>;
  /** The graph that the manifest names; null without a manifest. */
  readonly graph: string | null;
  readonly now: number;
}

/** Why a file can be removed; null if something refers to it, or it is not a file of ours. */
function reasonOf(path: string, { old, inUse, graph, now }: Known): string | null {
  const name = basename(path);
  if (old.includes(path)) {
    return "of an older version's index";
  }
  const database = /^(index-v(\d+)-[0-9a-f]+\.sqlite)(-wal|-shm)?$/.exec(name);
  if (database !== null) {
    const isNamed = inUse.has(join(path, "..", database[1] ?? ""));
    const isOld = Number(database[2]) < FORMAT_VERSION && old.length > 0;
    return isNamed || !(isOld || isOlder(path, CRASHED_AGE_MS, now)) ? null : "a database that no index refers to";
  }
  if (!isOlder(path, CRASHED_AGE_MS, now)) {
    return null;
  }
  if (/\.graph$/.test(name) && name !== graph) {
    return "a vector graph that no index refers to";
  }
  return /^\..*\.tmp$/.test(name) ? "a temporary file of a process that was killed" : null;
}

/** True for a pointer of an older format whose database has not been used for a day. */
function isOldFormat(pointer: string, now: number): boolean {
  const format = Number(/\d+$/.exec(pointer)?.[0]);
  const database = databaseAt(pointer);
  const files = [pointer, ...(database === null ? [] : [database, `${database}-wal`])];
  return (
    basename(pointer) !== POINTER_NAME &&
    format < FORMAT_VERSION &&
    files.every((file) => isOlder(file, OLD_FORMAT_AGE_MS, now))
  );
}

function graphIn(folder: string): string | null {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, "vectors.hnsw.json"), "utf8")) as { graph?: unknown };
    return typeof manifest.graph === "string" ? manifest.graph : null;
  } catch {
    return null;
  }
}

const leftover = (path: string, reason: string): Leftover => ({ path, bytes: bytesOf(path), reason });

function isOlder(path: string, ms: number, now: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined || now - stat.mtimeMs > ms;
}
