// Indexes a project completely, vectors included. Done by a user, so it also lets clients name the project.
import { z } from "zod";
import type { IndexReport } from "../../index/project-index.ts";
import { escapeRoot, formatNumber, renderCount } from "../../vocabulary/shown-text.ts";
import { chooseProject } from "../contract/choose-project.ts";
import {
  coverageField,
  coverageOf,
  problemsField,
  projectField,
  renderCoverage,
  renderProblems,
} from "../contract/fields.ts";
import { defineOperation, type Operation, progressOf } from "../contract/operation.ts";
import { rememberProject } from "../contract/trusted-folders.ts";

export const indexProject: Operation = defineOperation({
  name: "index_project",
  title: "Index a project",
  summary: "Index a project completely, all vectors included",
  description: "Indexes the project completely, vectors included.",
  input: z.strictObject({ project: projectField }),
  output: z.object({
    outcome: z
      .enum(["found", "empty", "failed"])
      .describe("empty: the project has no searchable files; failed: vectors could not be made, see the problems"),
    project_root: z.string(),
    coverage: coverageField,
    indexed_files: z.number(),
    removed_files: z.number(),
    embedded_chunks: z.number(),
    seconds: z.object({ walk: z.number(), index: z.number(), embed: z.number(), total: z.number() }),
    problems: problemsField,
  }),
  annotations: { readOnly: false, destructive: false, idempotent: true },
  command: {
    command: "index",
    positionals: [],
    examples: ["context-broker index", "context-broker index --project ~/src/shop --json"],
  },
  toolset: null,
  run: async ({ project }, context) => {
    const root = await chooseProject(project, context);
    return context.services.withProject(root, async (session) => {
      const index = await session.index();
      const report = await index.complete({
        signal: context.signal,
        onProgress: (progress) => context.onProgress(progressOf(progress)),
      });
      await rememberProject(context.services.settings.dataFolder, root);
      const outcome = outcomeOf(report);
      return {
        structured: {
          outcome,
          project_root: root,
          coverage: coverageOf(report.coverage),
          indexed_files: report.indexedFiles,
          removed_files: report.removedFiles,
          embedded_chunks: report.embeddedChunks,
          seconds: { ...report.seconds },
          problems: [...report.problems],
        },
        text: renderText(root, report),
      };
    });
  },
});

const outcomeOf = ({ coverage, vectorFailure }: IndexReport): "found" | "empty" | "failed" =>
  coverage.files === 0 ? "empty" : vectorFailure === null ? "found" : "failed";

function renderText(root: string, report: IndexReport): string {
  const { coverage, seconds } = report;
  if (coverage.files === 0) {
    return `empty: ${escapeRoot(root)} has no searchable files${renderProblems(report.problems)}`;
  }
  return [
    `${report.vectorFailure === null ? "indexed" : "failed: indexed, but for search by words only"}: ${escapeRoot(root)}`,
    `coverage: ${renderCoverage(coverage)}`,
    `done: ${renderCount(report.indexedFiles, "file")} read, ${formatNumber(report.removedFiles)} removed, ${renderCount(report.embeddedChunks, "chunk")} embedded`,
    `seconds: walk ${seconds.walk.toFixed(1)}, index ${seconds.index.toFixed(1)}, embed ${seconds.embed.toFixed(1)}, total ${seconds.total.toFixed(1)}${renderProblems(report.problems)}`,
  ].join("\n");
}
