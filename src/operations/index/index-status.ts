// The state of a project's index: what is searched, what is not and why, how fresh it is, and which vector index is in use.
import { z } from "zod";
import type { EmbeddingOutlook } from "../../index/project-index.ts";
import { withSnapshot } from "../../index/with-snapshot.ts";
import { conflictedFiles, suspectsOf } from "../../intelligence/project/conflicted-files.ts";
import { escapeName, escapeRoot, renderCount } from "../../vocabulary/shown-text.ts";
import { chooseProject } from "../contract/choose-project.ts";
import {
  coverageField,
  coverageOf,
  PROBLEMS_LISTED_MAX,
  problemsCountField,
  problemsField,
  projectField,
  renderCoverage,
  renderProblems,
} from "../contract/fields.ts";
import { defineOperation, type Operation } from "../contract/operation.ts";
import { renderWork, workField } from "./current-work.ts";
import {
  type AtWork,
  atWorkOn,
  leaseField,
  processField,
  renderLease,
  renderProcess,
  structuredAtWork,
} from "./processes.ts";
import {
  outlookField,
  outlookOf,
  partField,
  partOf,
  projectStatus,
  renderOutlook,
  renderVectors,
  STATUS_WAIT_MS,
  worker,
} from "./project-status.ts";

/** Paths named for each class of files left out. */
const EXAMPLES_MAX = 3;

const output = z.object({
  outcome: z.enum(["found", "empty"]),
  project_root: z.string(),
  index_folder: z.string(),
  generation: z.number(),
  lagging: z.number().describe("Files not indexed as they are now"),
  coverage: coverageField,
  working: z.boolean().optional().meta({ doc: "true: this process updates the index" }),
  written_elsewhere: z.boolean().optional().meta({ doc: "true: another process does" }),
  vectors: partField,
  // Absent: nothing is left to embed.
  to_embed: outlookField.optional(),
  watching: partField.optional(),
  excluded: z.record(z.string(), z.object({ count: z.number(), examples: z.array(z.string()) })).optional(),
  conflicts: z
    .array(z.object({ path: z.string(), line: z.number().optional() }))
    .optional()
    .meta({ doc: "files in a merge conflict, with the first mark; absent: none" }),
  // Only in a terminal: which processes have it open or work on it.
  processes: z.array(processField).optional(),
  leases: z.array(leaseField).optional(),
  // Current work, by this or another process; absent if there is none.
  work: workField.optional(),
  problems_count: problemsCountField.optional(),
  problems: problemsField.optional(),
});

export const indexStatus: Operation = defineOperation({
  name: "index_status",
  title: "Index status",
  summary: "Show how complete and fresh a project's index is, and what is left out",
  description: "How complete and fresh the index is, which files are left out and why.",
  input: z.strictObject({ project: projectField }),
  output,
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "status",
    aliases: ["index status"],
    positionals: [],
    examples: ["context-broker status", "context-broker status --json"],
  },
  toolset: "search",
  run: async ({ project }, context) => {
    const root = await chooseProject(project, context);
    return context.services.withProject(root, async (session) => {
      const index = await session.index();
      const freshness = await index.freshen({ waitMs: STATUS_WAIT_MS, embedUpTo: 0, signal: context.signal });
      const { generation, suspects } = withSnapshot(index, (snapshot) => ({
        generation: snapshot.generation,
        suspects: suspectsOf(snapshot),
      }));
      const corpus = await session.corpus();
      const conflicts = await conflictedFiles(corpus, suspects, context.signal);
      const { excluded, vectors, outlook, watching, work, working } = projectStatus(
        { root, index, corpus },
        freshness,
        context,
      );
      const outcome: "found" | "empty" = freshness.coverage.files === 0 ? "empty" : "found";
      const forPeople = context.caller.kind === "cli";
      const atWork = forPeople ? await atWorkOn(context.services.settings.cacheFolder, root, index.folder) : null;
      const structured: z.input<typeof output> = {
        ...(work === null ? {} : { work }),
        ...(atWork === null ? {} : structuredAtWork(atWork)),
        outcome,
        project_root: root,
        index_folder: index.folder,
        generation,
        lagging: freshness.lagging,
        coverage: coverageOf(freshness.coverage),
        ...(working ? { working } : {}),
        ...(freshness.writtenElsewhere ? { written_elsewhere: true } : {}),
        vectors: partOf(vectors),
        ...(outlook === null ? {} : { to_embed: outlookOf(outlook) }),
        watching: partOf(watching),
        ...(Object.keys(excluded).length === 0
          ? {}
          : {
              excluded: Object.fromEntries(
                Object.entries(excluded).map(([name, { count, examples }]) => [
                  name,
                  { count, examples: examples.slice(0, EXAMPLES_MAX) },
                ]),
              ),
            }),
        ...(conflicts.length === 0
          ? {}
          : { conflicts: conflicts.map(({ path, line }) => (line === null ? { path } : { path, line })) }),
        ...(freshness.problems.length === 0
          ? {}
          : {
              problems_count: freshness.problems.length,
              problems: freshness.problems.slice(0, PROBLEMS_LISTED_MAX),
            }),
      };
      const coverage = renderCoverage(freshness.coverage);
      return {
        structured,
        text: renderText(structured, { coverage, vectors: renderVectors(vectors), outlook }, atWork),
      };
    });
  },
});

/** Files in conflict that are named. */
const CONFLICTS_MAX = 10;

function renderConflicts(conflicts: readonly { readonly path: string; readonly line?: number | undefined }[]): string {
  const named = conflicts
    .slice(0, CONFLICTS_MAX)
    .map(({ path, line }) => `${escapeName(path)}${line === undefined ? "" : `:${line}`}`);
  return `in conflict: ${renderCount(conflicts.length, "file")} (${named.join(", ")}${conflicts.length > CONFLICTS_MAX ? ", …" : ""})`;
}

interface Rendered {
  readonly coverage: string;
  readonly vectors: string;
  readonly outlook: EmbeddingOutlook | null;
}

function renderText(
  status: z.input<typeof output>,
  { coverage, vectors, outlook }: Rendered,
  atWork: AtWork | null,
): string {
  const work = worker(status.written_elsewhere === true, status.working === true);
  const excluded = Object.entries(status.excluded ?? {}).map(
    ([name, { count, examples }]) => `\n  ${name}: ${count} (${examples.map(escapeName).join(", ")})`,
  );
  return [
    `${status.outcome}: ${escapeRoot(status.project_root)}: ${status.outcome === "empty" ? "no file to search" : coverage}`,
    `index: ${status.lagging === 0 ? "fresh" : `${renderCount(status.lagging, "file")} not indexed yet`}, ${work}`,
    ...(status.work === undefined ? [] : [`working: ${renderWork(status.work)}`]),
    `meaning: ${vectors}`,
    ...(outlook === null ? [] : [renderOutlook(outlook)]),
    ...(status.watching === undefined
      ? []
      : [
          `watching: ${status.watching.state}${status.watching.reason === undefined ? "" : `, ${status.watching.reason}`}`,
        ]),
    ...(atWork?.processes ?? []).map((one) => `also open: ${renderProcess(one)}`),
    ...(atWork?.leases ?? []).filter(({ pid }) => pid !== process.pid).map((lease) => `at work: ${renderLease(lease)}`),
    ...(status.conflicts === undefined ? [] : [renderConflicts(status.conflicts)]),
    `excluded:${excluded.length === 0 ? " nothing" : excluded.join("")}${renderProblems(status.problems ?? [], status.problems_count)}`,
  ].join("\n");
}
