// `index clear`: removes a project's index, or all. Processes that use it stop, and rebuild it at their next question.
import { resolve } from "node:path";
import { z } from "zod";
import type { CachedProject } from "../../index/upkeep/cache-inventory.ts";
import type { ClearReport } from "../../index/upkeep/clear-index.ts";
import { rootHash } from "../../storage/project-marker.ts";
import { realOrAsWritten } from "../../system/real-path.ts";
import { runningProcesses } from "../../system/running-processes.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { escapeRoot, formatNumber, renderBytes, renderCount } from "../../vocabulary/shown-text.ts";
import { chooseProject } from "../contract/choose-project.ts";
import { problemsField, projectField, renderProblems } from "../contract/fields.ts";
import { defineOperation, type Operation, type OperationContext } from "../contract/operation.ts";

const output = z.object({
  outcome: z.enum(["found", "empty", "failed"]).describe("empty: there was no index"),
  cleared: z.array(z.object({ root: z.string().nullable(), folder: z.string(), bytes: z.number() })),
  stopped_processes: z.array(z.number()).describe("Pids that had it open; their next question rebuilds it"),
  removed_vectors: z.number(),
  shared_vectors: z.number().describe("Kept, because other projects use them"),
  bytes_before: z.number(),
  bytes_after: z.number(),
  problems: problemsField,
});

export const clearIndexOperation: Operation = defineOperation({
  name: "clear_index",
  title: "Clear an index",
  summary: "Remove a project's index, graph, cached answers and vectors; saved results stay",
  description: "Removes a project's index, or all; saved results stay.",
  input: z.strictObject({
    project: projectField,
    all: z.boolean().optional().describe("Remove every project's index, and every vector"),
    yes: z.boolean().optional().describe("With --all: confirm"),
  }),
  output,
  annotations: { readOnly: false, destructive: true, idempotent: true },
  command: {
    command: "index clear",
    positionals: [],
    examples: [
      "context-broker index clear",
      "context-broker index clear --project ~/src/shop --json",
      "context-broker index clear --all --yes",
    ],
  },
  toolset: null,
  run: async ({ project, all = false, yes = false }, context) => {
    const { cacheFolder } = context.services.settings;
    const [{ cachedProjects }, { clearIndexes }] = await Promise.all([
      import("../../index/upkeep/cache-inventory.ts"),
      import("../../index/upkeep/clear-index.ts"),
    ]);
    const known = cachedProjects(cacheFolder, runningProcesses(cacheFolder));
    if (all && project !== undefined) {
      throw new Failure("INVALID_INPUT", "--all and --project cannot be combined", { hint: "use only one of them" });
    }
    const projects = all ? known : await namedAmong(known, project, context);
    if (all && !yes) {
      throw notConfirmed(projects);
    }
    const report = await clearIndexes({ cacheFolder, projects, all, signal: context.signal });
    const stopped = [...new Set(projects.flatMap(({ users }) => users))];
    const structured: z.input<typeof output> = {
      outcome: report.problems.length > 0 ? "failed" : report.cleared.length > 0 || all ? "found" : "empty",
      cleared: report.cleared.map(({ root, folder, bytes }) => ({ root, folder, bytes })),
      stopped_processes: stopped,
      removed_vectors: report.vectorsRemoved,
      shared_vectors: report.vectorsShared,
      bytes_before: report.bytesBefore,
      bytes_after: report.bytesAfter,
      problems: [...report.problems],
    };
    return { structured, text: renderText(structured.outcome, report, stopped) };
  },
});

/** A project whose own folder was deleted can be named too, by its former path. */
async function namedAmong(known: readonly CachedProject[], project: string | undefined, context: OperationContext) {
  const path = project === undefined ? null : realOrAsWritten(resolve(context.caller.cwd, project));
  const removed = known.filter(({ root }) => root !== null && root === path);
  if (removed.length > 0) {
    return removed;
  }
  const root = await chooseProject(project, context);
  const ending = `-${rootHash(root, 12)}`;
  return known.filter((cached) => cached.root === root || (cached.root === null && cached.folder.endsWith(ending)));
}

function notConfirmed(projects: readonly CachedProject[]): Failure {
  const bytes = projects.reduce((sum, project) => sum + project.bytes, 0);
  const what = `${renderCount(projects.length, "project's index", "projects' indexes")} (${renderBytes(bytes)}) and every vector on this machine`;
  return new Failure("INVALID_INPUT", `--all removes ${what}; saved results stay`, { hint: "add --yes to confirm" });
}

function renderText(outcome: "found" | "empty" | "failed", report: ClearReport, stopped: readonly number[]): string {
  const { cleared, vectorsRemoved, vectorsShared, bytesBefore, bytesAfter, problems } = report;
  const shared = vectorsShared === 0 ? "" : `, ${formatNumber(vectorsShared)} kept, shared with other projects`;
  return [
    outcome === "empty" ? "empty: there is no index to clear" : `cleared: ${renderCount(cleared.length, "project")}`,
    ...cleared.map(({ root, folder, bytes }) => `  ${escapeRoot(root ?? folder)}: ${renderBytes(bytes)}`),
    ...(stopped.length === 0
      ? []
      : [`stopped: the work of ${renderCount(stopped.length, "process", "processes")} (pid ${stopped.join(", ")})`]),
    `vectors: ${formatNumber(vectorsRemoved)} removed${shared}`,
    `cache: ${renderBytes(bytesBefore)} before, ${renderBytes(bytesAfter)} after; saved results are unchanged${renderProblems(problems)}`,
  ].join("\n");
}
