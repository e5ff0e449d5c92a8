// `index export FILE`: indexes the project completely and writes its vectors to one file, for teams without a server. Only a command,
// since it writes to a given path.
import { z } from "zod";
import type { ExportReport, VectorOrigin } from "../../index/project-index.ts";
import { changedSince } from "../../project/changed-since.ts";
import { resolveCommit } from "../../project/resolve-commit.ts";
import { log } from "../../system/log.ts";
import { isStandardOutput } from "../../system/open-streams.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { escapeRoot, formatNumber, renderBytes, renderCount } from "../../vocabulary/shown-text.ts";
import { chooseProject } from "../contract/choose-project.ts";
import { problemsField, projectField, renderProblems } from "../contract/fields.ts";
import { defineOperation, type Operation, progressOf } from "../contract/operation.ts";
import type { ProjectSession } from "../contract/services.ts";
import { rememberProject } from "../contract/trusted-folders.ts";
import { fileField, filePath, originField, renderOrigin, throwIfNotEmbedded } from "./transfer-fields.ts";

const output = z.object({
  outcome: z.enum(["found", "empty"]).describe("empty: the project has nothing to embed; no file was written"),
  project_root: z.string(),
  file: z.string(),
  exported: z
    .object({
      origin: originField,
      chunks: z.number(),
      chunks_left_out: z.number().describe("Their vectors could not be made, see the problems"),
      vectors: z.number().describe("Fewer than chunks where texts are the same"),
      bytes: z.number(),
      sha256: z.string().describe("Of the whole file"),
    })
    .optional(),
  problems: problemsField,
});

export const exportIndex: Operation = defineOperation({
  name: "export_index",
  title: "Export an index",
  summary: "Write a project's vectors to one file, which others import instead of embedding",
  description: "Indexes the project completely, and writes its vectors to a file.",
  input: z.strictObject({
    file: fileField("The file to write"),
    project: projectField,
    force: z.boolean().optional().describe("Replace the file if it exists"),
  }),
  output,
  annotations: { readOnly: false, destructive: true, idempotent: true },
  command: {
    command: "index export",
    positionals: ["file"],
    examples: [
      "context-broker index export shop.cbv",
      "context-broker index export ~/share/shop.cbv --project ~/src/shop --force",
    ],
  },
  toolset: null,
  run: async ({ file: named, project, force = false }, context) => {
    const { services, signal, onProgress, caller } = context;
    const { checkExportPlace } = await import("../../index/transfer/export-place.ts");
    const file = filePath(named, context);
    await checkExportPlace(file, force);
    const root = await chooseProject(project, context);
    return services.withProject(root, async (session) => {
      const team = await session.team();
      if (team !== null) {
        throw new Failure(
          "INVALID_SETTING",
          `the vectors of ${escapeRoot(root)} are on the team's server: ${team.name}`,
          {
            hint: "run it with --index-backend embedded: what this machine lacks is then embedded here",
          },
        );
      }
      const index = await session.index();
      const completed = await index.complete({ signal, onProgress: (progress) => onProgress(progressOf(progress)) });
      await rememberProject(services.settings.dataFolder, root);
      throwIfNotEmbedded(completed, "exported");
      const { problems, coverage } = completed;
      if (coverage.chunks === 0) {
        const text = `empty: ${escapeRoot(root)} has nothing to embed, so no file was written${renderProblems(problems)}`;
        return { structured: { outcome: "empty", project_root: root, file, problems }, text };
      }
      const origin = await originOf(session, `context-broker ${caller.client.version}`, signal);
      const report = await index.exportVectors({
        file,
        overwrite: force,
        origin,
        signal,
        onProgress: ({ phase, ...counts }) => onProgress({ message: phase, ...counts }),
      });
      const { chunks, chunksLeftOut, model, ...rest } = report;
      const { program: _, ...shared } = { ...origin, model };
      return {
        structured: {
          outcome: "found",
          project_root: root,
          file,
          exported: { origin: shared, chunks, chunks_left_out: chunksLeftOut, ...rest },
          problems,
        },
        text: `${renderText(file, origin, report)}${renderProblems(problems)}`,
        outputIsTaken: isStandardOutput(file),
      };
    });
  },
});

/** The commit in the file's header, a note for those who import it. Left out without git, or if git fails. */
async function originOf(session: ProjectSession, program: string, signal: AbortSignal): Promise<VectorOrigin> {
  const project = session.name;
  try {
    const commit = await resolveCommit(session.root, "HEAD", signal);
    const { paths } = await changedSince(await session.corpus(), commit, signal);
    return { project, commit: commit.id, changed: paths.length > 0, program };
  } catch (error) {
    if (!(error instanceof Failure) || error.code === "CANCELLED") {
      throw error;
    }
    log("info", "export.without-commit", { reason: error.message });
    return { project, commit: null, changed: null, program };
  }
}

function renderText(file: string, origin: VectorOrigin, report: ExportReport): string {
  const { chunks, chunksLeftOut, vectors, bytes, sha256, model } = report;
  const left = chunksLeftOut === 0 ? "" : `; ${formatNumber(chunksLeftOut)} chunks have none`;
  return [
    `exported: ${escapeRoot(file)}, ${renderBytes(bytes)}`,
    `vectors: ${formatNumber(vectors)} for ${renderCount(chunks, "chunk")}${left}`,
    `from: ${renderOrigin(origin)}; model ${model}`,
    `sha256: ${sha256}`,
    "next: in another copy of the project, `context-broker index import FILE`; it contains no source, but treat it like the source",
  ].join("\n");
}
