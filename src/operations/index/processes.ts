// Who runs on this machine's cache and who works on a project now, for `status` and `doctor`. For people alone: a model
// has no use for pids.
import { z } from "zod";
import type { LeaseStatus } from "../../index/database/lease-status.ts";
import { type RunningProcess, runningProcesses } from "../../system/running-processes.ts";

export const processField = z.object({
  pid: z.number(),
  kind: z.enum(["server", "command"]),
  version: z.string(),
  client: z.string(),
  since: z.string(),
  projects: z.array(z.string()),
});

export const leaseField = z.object({
  work: z.string(),
  pid: z.number(),
  since: z.string(),
  silent_seconds: z.number(),
  state: z.enum(["working", "hung", "dead"]),
});

export interface AtWork {
  readonly processes: readonly RunningProcess[];
  readonly leases: readonly LeaseStatus[];
}

/** The processes that have the project open, without this one, and who writes it. */
export async function atWorkOn(cacheFolder: string, root: string, indexFolder: string): Promise<AtWork> {
  const { leasesIn } = await import("../../index/database/lease-status.ts");
  const processes = othersRunning(cacheFolder).filter(({ projects }) => projects.includes(root));
  return { processes, leases: leasesIn(indexFolder) };
}

export interface WorkedOn {
  /** Null where nothing says whose index it is. */
  readonly root: string | null;
  readonly folder: string;
  readonly leases: readonly LeaseStatus[];
}

/** Every process that runs, without this one, and every project that somebody works on. */
export async function everyoneAtWork(cacheFolder: string) {
  const [{ leasesIn }, { projectFolders, readMarker }] = await Promise.all([
    import("../../index/database/lease-status.ts"),
    import("../../index/database/project-folder.ts"),
  ]);
  const workedOn = projectFolders(cacheFolder).flatMap((folder): WorkedOn[] => {
    const leases = leasesIn(folder);
    return leases.length === 0 ? [] : [{ root: readMarker(folder)?.root ?? null, folder, leases }];
  });
  return { processes: othersRunning(cacheFolder), workedOn };
}

/** What the cache takes, in bytes, and for how many projects. */
export async function cacheUse(cacheFolder: string): Promise<{ readonly bytes: number; readonly projects: number }> {
  const [{ cacheBytes }, { projectFolders }] = await Promise.all([
    import("../../index/upkeep/cache-inventory.ts"),
    import("../../index/database/project-folder.ts"),
  ]);
  return { bytes: cacheBytes(cacheFolder), projects: projectFolders(cacheFolder).length };
}

const othersRunning = (cacheFolder: string): RunningProcess[] =>
  runningProcesses(cacheFolder).filter(({ pid }) => pid !== process.pid);

export const structuredAtWork = ({ processes, leases }: AtWork) => ({
  processes: processes.map(({ pid, kind, version, client, sinceMs, projects }) => {
    return { pid, kind, version, client, since: new Date(sinceMs).toISOString(), projects: [...projects] };
  }),
  leases: leases.map(({ name, pid, sinceMs, silentMs, state }) => {
    const silent = Math.round(silentMs / 100) / 10;
    return { work: name, pid, since: new Date(sinceMs).toISOString(), silent_seconds: silent, state };
  }),
});

/** `pid 812, server 0.1.0 for claude-code 1.2, since 2026-11-22 06:01:12 UTC` */
export function renderProcess({ pid, kind, version, client, sinceMs }: RunningProcess): string {
  const what = kind === "server" ? `server ${version} for ${client || "no client now"}` : client;
  return `pid ${pid}, ${what}, since ${renderTime(sinceMs)}`;
}

const WORK: Readonly<Record<string, string>> = {
  words: "writes words",
  vectors: "makes vectors",
  tokens: "counts tokens",
};

/** `pid 812 makes vectors, since …` and what is wrong with it. */
export function renderLease({ name, pid, sinceMs, silentMs, state }: LeaseStatus): string {
  const what = `pid ${pid} ${WORK[name] ?? `does ${name}`}, since ${renderTime(sinceMs)}`;
  if (state === "hung") {
    return `${what}: it hangs, silent for ${Math.round(silentMs / 1000)} s; the next one that has work takes over`;
  }
  return state === "dead" ? `${what}: it is dead; the next one that has work takes over` : what;
}

const renderTime = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;
