// The saved results of one project, newest first.
import { z } from "zod";
import { formatNumber, renderCount } from "../../vocabulary/amounts.ts";
import { chooseProject } from "../contract/choose-project.ts";
import { problemsField, projectField, renderProblems, storageModeField } from "../contract/fields.ts";
import { defineOperation, type Operation } from "../contract/operation.ts";
import { openAddresses } from "./saved-uri.ts";

const LIMIT = 50;
const QUERY_LENGTH_MAX = 200;

export const listSavedResults: Operation = defineOperation({
  name: "list_saved_results",
  title: "List saved results",
  summary: "List the saved search results of a project",
  description: "Lists the saved results (searches) of the project, newest first.",
  input: z.strictObject({
    project: projectField,
    storage_mode: storageModeField,
    limit: z
      .int()
      .min(1)
      .max(500)
      .optional()
      .describe(`Default ${LIMIT}`)
      .meta({ help: `Most results to list; default ${LIMIT}` }),
  }),
  output: z.object({
    outcome: z.enum(["found", "empty"]),
    project_root: z.string(),
    results: z.array(
      z.object({
        name: z.string(),
        uri: z.string(),
        query: z.string(),
        timestamp: z.string(),
        scope: z.enum(["project", "global"]),
        trust: z.enum(["own", "untrusted"]),
        detail: z.string(),
        files: z.number(),
        hits: z.number(),
        context_tokens: z.number(),
        hidden: z.boolean(),
      }),
    ),
    omitted: z.number(),
    problems: problemsField,
  }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: { command: "saved list", positionals: [], examples: ["context-broker saved list --json"] },
  toolset: "search",
  run: async ({ project, storage_mode: mode, limit = LIMIT }, context) => {
    const root = await chooseProject(project, context);
    return context.services.withProject(root, async (session) => {
      const saved = await session.saved();
      const addressOf = await openAddresses(saved);
      const listing = await saved.list(mode === undefined ? {} : { mode });
      const results = listing.results.slice(0, limit).map((result) => ({
        name: result.name,
        uri: addressOf(result),
        query: shorten(result.query),
        timestamp: result.timestamp,
        scope: result.scope,
        trust: result.trust,
        detail: result.detail,
        files: result.fileCount,
        hits: result.hitCount,
        context_tokens: result.contextTokens,
        hidden: result.hidden,
      }));
      const omitted = listing.results.length - results.length + listing.omitted;
      const outcome: "found" | "empty" = results.length === 0 ? "empty" : "found";
      const lines = results.map(
        ({ name, timestamp, hits, context_tokens, query, trust, hidden }) =>
          `${name}  ${timestamp}  ${renderCount(hits, "hit")}, ${renderCount(context_tokens, "token")}  ${JSON.stringify(query)}` +
          (trust === "untrusted" ? "  [from the project's folder, not saved by you here: untrusted]" : "") +
          (hidden ? "  [another of that name is read first]" : ""),
      );
      return {
        structured: { outcome, project_root: root, results, omitted, problems: [...listing.problems] },
        text:
          `${outcome}: ${renderCount(results.length, "saved result")} of ${session.name}, newest first` +
          (omitted > 0 ? `, ${formatNumber(omitted)} older not listed` : "") +
          lines.map((line) => `\n${line}`).join("") +
          renderProblems(listing.problems),
      };
    });
  },
});

function shorten(query: string): string {
  return query.length > QUERY_LENGTH_MAX ? `${query.slice(0, QUERY_LENGTH_MAX)}…` : query;
}
