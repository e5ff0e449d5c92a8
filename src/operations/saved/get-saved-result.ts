// One saved result with its source, and whether its files have changed since.
import { z } from "zod";
import { tokenStatistics } from "../../search/answer/token-statistics.ts";
import type { LoadedResult } from "../../storage/saved-results.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import { recordAnswer } from "../answer/record-answer.ts";
import {
  problemsField,
  projectField,
  readBackProjectsField,
  savedNameField,
  storageModeField,
} from "../contract/fields.ts";
import { defineOperation, type Operation, type OperationContext, SUMMARY_TOKENS } from "../contract/operation.ts";
import type { ProjectSession } from "../contract/services.ts";
import { withSaved } from "./choose-saved.ts";
import { fitSavedResult, type SavedAnswer } from "./fit-saved-result.ts";
import { describeLoaded, renderText } from "./render-saved.ts";
import { openAddresses } from "./saved-uri.ts";

const output = z.object({
  outcome: z.literal("found"),
  name: z.string(),
  uri: z.string(),
  scope: z.enum(["project", "global"]),
  trust: z.enum(["own", "untrusted"]),
  path: z.string(),
  current: z.boolean().describe("false: a file has changed since"),
  files: z
    .array(
      z.object({
        project: z
          .string()
          .optional()
          .meta({ doc: "of several: the name of its project, to which `path` is relative" }),
        path: z.string(),
        state: z
          .enum(["changed", "missing", "outside", "unknown"])
          .optional()
          .meta({ doc: "since it was saved; absent: unchanged" }),
        lines: z.array(z.string()).optional().meta({ doc: "the text that was saved, by line feeds; absent: left out" }),
      }),
    )
    .describe("As they stood when saved"),
  files_omitted: z.number().optional().meta({ doc: "without their lines" }),
  files_unlisted: z.number().optional().meta({ doc: "not even named" }),
  tokens_omitted: z.number().optional(),
  document: z
    .record(z.string(), z.unknown())
    .meta({ doc: "the saved document without its files: to a client query, timestamp and detail" }),
  problems: problemsField.optional(),
});

export const getSavedResult: Operation = defineOperation({
  name: "get_saved_result",
  title: "Get a saved result",
  summary: "Show a saved search result and whether its files have changed since",
  description: "Returns one saved search with its source and says, file by file, whether it has changed since.",
  input: z.strictObject({
    name: savedNameField,
    project: projectField,
    projects: readBackProjectsField,
    storage_mode: storageModeField,
    max_tokens: z
      .int()
      .min(300)
      .max(200_000)
      .optional()
      .describe("Budget of the answer")
      .meta({ help: "Most tokens in the answer" }),
  }),
  output,
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "saved show",
    positionals: ["name"],
    examples: ["context-broker saved show 'auth flow'", "context-broker saved show 'auth flow' --json"],
  },
  toolset: "search",
  run: async ({ name, project, projects, storage_mode: mode, max_tokens: asked }, context) =>
    withSaved({ name, project, projects, mode }, context, async (session) => {
      const started = performance.now();
      await (await session.corpus()).refresh(context.signal);
      const saved = await session.saved();
      const loaded = await saved.get(name, mode === undefined ? {} : { mode });
      const whole = describeLoaded((await openAddresses(saved))(loaded), loaded);
      const { query, timestamp, detail } = whole.document;
      const asSaved = { ...whole, document: { query, timestamp, detail } };
      // A user's terminal has no budget; a model's context has.
      const budget = asked ?? (context.caller.kind === "cli" ? Number.POSITIVE_INFINITY : session.settings.maxTokens);
      const formsOf = (answer: SavedAnswer) => [renderText(answer), JSON.stringify(wireSaved(answer))];
      const fitted = Number.isFinite(budget) ? await fitSavedResult(asSaved, budget - SUMMARY_TOKENS, formsOf) : whole;
      const text = renderText(fitted);
      await recordRead(session, loaded, { text, milliseconds: performance.now() - started }, context);
      return { structured: wireSaved(fitted), text };
    }),
});

/** The answer costs its tokens; what the saved search may have saved is not claimed again at each reading. */
async function recordRead(
  session: ProjectSession,
  { document: { query, statistics, hits } }: LoadedResult,
  { text, milliseconds }: { readonly text: string; readonly milliseconds: number },
  context: OperationContext,
): Promise<void> {
  const { count, encoding } = await loadTokenCounter();
  const project = { total: statistics.total_tokens, exact: statistics.total_tokens_exact, bytesPerToken: 1 };
  const entry = {
    operation: "get_saved_result",
    statistics: tokenStatistics(project, [], count(text), encoding),
    envelopeTokens: 0,
    hits: hits.length,
    milliseconds,
    cached: false,
    lagging: 0,
    query,
  };
  await recordAnswer(session, entry, context);
}

/** The structured form, without usual values. A text is its lines joined by line feeds, byte for byte. */
function wireSaved(answer: SavedAnswer): z.input<typeof output> {
  const { files, files_omitted: omitted, tokens_omitted: tokens, problems, ...rest } = answer;
  return {
    ...rest,
    files: files.map(({ project, path, state, content }) => ({
      ...(project === undefined ? {} : { project }),
      path,
      ...(state === "unchanged" ? {} : { state }),
      ...(content === null ? {} : { lines: content.split("\n") }),
    })),
    ...(omitted === 0 ? {} : { files_omitted: omitted, tokens_omitted: tokens }),
    ...(problems.length === 0 ? {} : { problems }),
  };
}
