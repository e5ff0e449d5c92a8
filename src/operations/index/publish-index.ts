// `index publish`: writes a commit's vectors to the team's index, so that nobody else embeds them. Made for a CI job. A command and not a tool,
// since it writes for other people.
import { z } from "zod";
import type { PublishReport } from "../../index/project-index.ts";
import { changedSince } from "../../project/changed-since.ts";
import { localDisk } from "../../project/disk.ts";
import { enclosingRepository } from "../../project/repository.ts";
import { type Commit, resolveCommit } from "../../project/resolve-commit.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { formatNumber, renderCount } from "../../vocabulary/shown-text.ts";
import { chooseProject } from "../contract/choose-project.ts";
import { problemsField, projectField, renderProblems } from "../contract/fields.ts";
import { defineOperation, type Operation, progressOf } from "../contract/operation.ts";
import type { ProjectSession } from "../contract/services.ts";
import { throwIfNotEmbedded } from "./transfer-fields.ts";

const output = z.object({
  outcome: z.enum(["found", "failed"]).describe("failed: some chunks have no vector here, so they were not published"),
  project_root: z.string(),
  team_index: z.string().describe("The kind of server, its address and the tenant"),
  commit: z.string().nullable().describe("null: in no git repository"),
  texts: z.number().describe("Distinct texts of the project's chunks"),
  already_there: z.number(),
  written: z.number(),
  without_vector: z.number(),
  removed: z.number(),
  problems: problemsField,
});

export const publishIndex: Operation = defineOperation({
  name: "publish_index",
  title: "Publish an index",
  summary: "Write a commit's vectors to the team's index, so that nobody else embeds them",
  description: "Indexes the project completely, and writes to the team's index the vectors that it lacks.",
  input: z.strictObject({
    project: projectField,
    prune: z.boolean().optional().describe("Remove from the team's index what this commit does not have"),
    changed: z.boolean().optional().describe("Publish although files differ from the commit"),
  }),
  output,
  annotations: { readOnly: false, destructive: true, idempotent: true },
  command: {
    command: "index publish",
    positionals: [],
    settings: ["index_backend", "index_endpoints", "index_tenants", "index_key_file"],
    examples: [
      "context-broker index publish",
      "context-broker index publish --project ~/src/shop --prune --json",
      "context-broker index publish --index-backend weaviate --index-endpoints https://weaviate.example.org --index-tenants ~/src/shop=shop --index-key-file ~/.config/weaviate-key",
    ],
  },
  toolset: null,
  run: async ({ project, prune = false, changed = false }, context) => {
    const { services, signal, onProgress } = context;
    const root = await chooseProject(project, context);
    return services.withProject(root, async (session) => {
      const team = await session.team();
      if (team === null) {
        throw notShared(root);
      }
      const commit = await commitOf(session, changed, signal);
      // A key that may not write is refused now, not after hours of embedding.
      await team.prepare(signal);
      const index = await session.index();
      const completed = await index.complete({ signal, onProgress: (progress) => onProgress(progressOf(progress)) });
      throwIfNotEmbedded(completed, "published");
      const report = await index.publishVectors(team, {
        commit,
        prune,
        signal,
        onProgress: ({ phase, ...counts }) => onProgress({ message: phase, ...counts }),
      });
      const { problems } = completed;
      return {
        structured: {
          outcome: report.lacking === 0 ? "found" : "failed",
          project_root: root,
          team_index: team.name,
          commit,
          texts: report.keys,
          already_there: report.there,
          written: report.written,
          without_vector: report.lacking,
          removed: report.removed,
          problems,
        },
        text: `${renderText(team.name, commit, report, prune)}${renderProblems(problems)}`,
      };
    });
  },
});

const notShared = (root: string): Failure =>
  new Failure("INVALID_SETTING", `${root} is not a project of a team's index`, {
    hint: `set index_backend to weaviate, index_endpoints to the server's address, and index_tenants to ${root}=NAME`,
  });

/**
 * Null without git. Throws INVALID_INPUT where files differ from the commit, and GIT_UNAVAILABLE where that is not known, unless `changed`
 * allows either.
 */
async function commitOf(session: ProjectSession, changed: boolean, signal: AbortSignal): Promise<string | null> {
  if (enclosingRepository(session.root, localDisk) === null) {
    return null;
  }
  const corpus = await session.corpus();
  await corpus.refresh(signal);
  const commit = await headOf(session.root, changed, signal);
  if (commit === null || changed) {
    return commit?.id ?? null;
  }
  const { paths } = await changedSince(corpus, commit, signal);
  if (paths.length > 0) {
    const what = `${renderCount(paths.length, "file differs", "files differ")} from commit ${commit.id.slice(0, 12)}`;
    throw new Failure("INVALID_INPUT", `${what}, such as ${paths[0]}: what is not committed would be published`, {
      hint: "publish from a clean checkout, or add --changed",
    });
  }
  return commit.id;
}

/** Null where the commit cannot be read and `changed` does not need it. */
async function headOf(root: string, changed: boolean, signal: AbortSignal): Promise<Commit | null> {
  try {
    return await resolveCommit(root, "HEAD", signal);
  } catch (error) {
    if (!(error instanceof Failure) || error.code === "CANCELLED") {
      throw error;
    }
    if (changed) {
      return null;
    }
    throw new Failure("GIT_UNAVAILABLE", `it is not known which commit this is: ${error.message}`, {
      hint: "let git read the repository (docs/use/errors.md, GIT_UNAVAILABLE), or add --changed to publish without a commit",
      cause: error,
    });
  }
}

function renderText(team: string, commit: string | null, report: PublishReport, prune: boolean): string {
  const { keys, there, written, lacking, removed } = report;
  return [
    `${lacking === 0 ? "published" : "failed: published in part"}: ${commit === null ? "without a commit" : `commit ${commit.slice(0, 12)}`}, ${team}`,
    `texts: ${formatNumber(keys)}; ${formatNumber(there)} were there, ${formatNumber(written)} written`,
    ...(lacking === 0
      ? []
      : [`not published: ${renderCount(lacking, "text has", "texts have")} no vector here; publish again`]),
    ...(prune ? [`removed: ${formatNumber(removed)} that this commit does not have`] : []),
  ].join("\n");
}
