// `index gc`: limits the size of the cache. Only a command, since it is about the machine and not about a project.
import { z } from "zod";
import type { CollectReport, RemovedProject } from "../../index/upkeep/collect-garbage.ts";
import { log } from "../../system/log.ts";
import { runningProcesses } from "../../system/running-processes.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { escapeRoot, renderBytes, renderCount } from "../../vocabulary/shown-text.ts";
import { problemsField, renderProblems } from "../contract/fields.ts";
import { defineOperation, type Operation } from "../contract/operation.ts";

const projectField = z.object({
  root: z.string().nullable(),
  folder: z.string(),
  bytes: z.number(),
  last_used: z.string(),
});

const output = z.object({
  outcome: z.enum(["found", "failed"]),
  dry_run: z.boolean(),
  bytes_before: z.number(),
  bytes_after: z.number(),
  limit_bytes: z.number(),
  removed_projects: z.array(projectField.extend({ reason: z.string() })),
  removed_files: z.array(z.object({ path: z.string(), bytes: z.number(), reason: z.string() })),
  removed_vectors: z.number(),
  kept_vectors: z.number(),
  kept_in_use: z.array(projectField),
  kept_away: z.array(projectField),
  problems: problemsField,
});

export const collectGarbageOperation: Operation = defineOperation({
  name: "collect_garbage",
  title: "Collect garbage",
  summary: "Remove indexes of projects that are gone and vectors that no project refers to, and keep the size limit",
  description: "Removes unused data from the cache and keeps it under the size limit.",
  input: z.strictObject({ dry_run: z.boolean().optional().describe("Only show what would be removed") }),
  output,
  annotations: { readOnly: false, destructive: true, idempotent: true },
  command: {
    command: "index gc",
    positionals: [],
    settings: ["cache_limit_mb"],
    examples: ["context-broker index gc --dry-run", "context-broker index gc --cache-limit-mb 2000 --json"],
  },
  toolset: null,
  run: async ({ dry_run: dryRun = false }, { services, signal }) => {
    const { cacheFolder, cacheLimitMb } = services.settings;
    const limitBytes = cacheLimitMb * 1024 ** 2;
    const { collectGarbage } = await import("../../index/upkeep/collect-garbage.ts");
    const processes = () => runningProcesses(cacheFolder);
    const report = await cleaningAlone(cacheFolder, dryRun, () =>
      collectGarbage({ cacheFolder, limitBytes, dryRun, thorough: true, processes, signal }),
    );
    const structured: z.input<typeof output> = {
      outcome: report.problems.length > 0 ? "failed" : "found",
      dry_run: dryRun,
      bytes_before: report.bytesBefore,
      bytes_after: report.bytesAfter,
      limit_bytes: limitBytes,
      removed_projects: report.projects.map((project) => ({ ...projectOf(project), reason: project.reason })),
      removed_files: report.leftovers.map(({ path, bytes, reason }) => ({ path, bytes, reason })),
      removed_vectors: report.vectorsRemoved,
      kept_vectors: report.vectorsKept,
      kept_in_use: report.inUse.map(projectOf),
      kept_away: report.away.map(projectOf),
      problems: [...report.problems],
    };
    return { structured, text: renderText(report, dryRun, limitBytes) };
  },
});

/** If the cache has no room for a lease, it is cleaned without: two processes that clean at once remove the same. */
async function cleaningAlone<Result>(folder: string, dryRun: boolean, work: () => Promise<Result>): Promise<Result> {
  if (dryRun) {
    return work();
  }
  const { openHousekeeping } = await import("../../index/upkeep/housekeeping.ts");
  const housekeeping = await Promise.resolve()
    .then(() => openHousekeeping(folder))
    .catch((error: unknown) => void log("info", "cleaning without a lock", { reason: String(error) }));
  const lease = housekeeping?.acquire() ?? null;
  const holder = lease === null ? (housekeeping?.holder() ?? null) : null;
  try {
    if (holder !== null) {
      throw new Failure("INDEX_UNAVAILABLE", `process ${holder.pid} is cleaning the cache now`, {
        hint: "wait until it is done",
      });
    }
    return await work();
  } finally {
    lease?.release();
    housekeeping?.close();
  }
}

const projectOf = ({ root, folder, bytes, lastUseMs }: RemovedProject | CollectReport["inUse"][number]) => ({
  root,
  folder,
  bytes,
  last_used: new Date(lastUseMs).toISOString(),
});

const REASONS: Readonly<Record<RemovedProject["reason"], string>> = {
  gone: "its folder is gone",
  unused: "of no known project, and unused for a week",
  "over the limit": "over the limit; least recently used",
};

function renderText(report: CollectReport, dryRun: boolean, limitBytes: number): string {
  const { projects, leftovers, vectorsRemoved, inUse, away, problems } = report;
  const what = [
    renderCount(projects.length, "project"),
    renderCount(vectorsRemoved, "vector"),
    renderCount(leftovers.length, "leftover file"),
  ];
  const line = ({ root, folder, bytes, lastUseMs }: CollectReport["inUse"][number], why: string) =>
    `  ${escapeRoot(root ?? folder)}: ${why}; ${renderBytes(bytes)}, last used ${new Date(lastUseMs).toISOString().slice(0, 10)}`;
  return [
    `${dryRun ? "would remove" : "removed"}: ${what.join(", ")}`,
    ...projects.map((project) => line(project, REASONS[project.reason])),
    ...leftovers.map(({ path, bytes, reason }) => `  ${escapeRoot(path)}: ${reason}; ${renderBytes(bytes)}`),
    ...inUse.map((project) => line(project, "kept: a process has it open")),
    ...away.map((project) => line(project, "kept: its disk is not mounted")),
    `cache: ${renderBytes(report.bytesBefore)} before, ${dryRun ? "about " : ""}${renderBytes(report.bytesAfter)} after; ${limitBytes === 0 ? "no limit" : `limit ${renderBytes(limitBytes)}`}${renderProblems(problems)}`,
  ].join("\n");
}
