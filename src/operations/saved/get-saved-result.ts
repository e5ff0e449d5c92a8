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
import { describeHandoff, fitHandoff, renderHandoff, wireHandoff } from "./render-handoff.ts";
import { describeLoaded, renderText } from "./render-saved.ts";
import { openAddresses } from "./saved-uri.ts";

const output = z.object({
  outcome: z.literal("found"),
  name: z.string(),
  uri: z.string(),
  scope: z.enum(["project", "global"]),
  trust: z.enum(["own", "untrusted"]),
  path: z.string(),
  kind: z.literal("handoff").optional().meta({ doc: "absent: a search" }),
  current: z.boolean().describe("false: a file has changed since"),
  files: z
    .array(
      z.object({
        project: z.string().optional().meta({ doc: "of several: its project" }),
        path: z.string(),
        state: z
          .enum(["changed", "missing", "outside", "unknown"])
          .optional()
          .meta({ doc: "since it was saved; absent: unchanged" }),
        hits: z
          .array(z.tuple([z.number(), z.number(), z.string().nullable()]))
          .optional()
          .meta({ doc: "first, last line, symbol" }),
        lines: z.array(z.string()).optional().meta({ doc: "saved text, by line feeds; absent: left out" }),
        ranges: z
          .array(z.tuple([z.number(), z.number()]))
          .optional()
          .meta({ doc: "where `lines` stood; a line tells of a gap" }),
      }),
    )
    .optional()
    .describe("As they stood when saved"),
  places: z
    .array(
      z.object({
        path: z.string(),
        start_line: z.number().optional().meta({ doc: "as saved; absent: all" }),
        end_line: z.number().optional(),
        symbol: z.string().optional(),
        state: z
          .enum(["moved", "changed", "missing", "unknown"])
          .optional()
          .meta({ doc: "since it was saved; absent: unchanged; moved: to `now`" }),
        now: z.object({ start_line: z.number(), end_line: z.number() }).optional(),
        lines: z
          .array(z.string())
          .optional()
          .meta({ doc: "as they were saved, the first of a long place; absent: left out" }),
      }),
    )
    .optional()
    .describe("Of a handoff, with what became of them"),
  entries_omitted: z.number().optional().meta({ doc: "of the lists of a handoff's document" }),
  places_omitted: z.number().optional(),
  files_omitted: z.number().optional().meta({ doc: "without their lines" }),
  files_unlisted: z.number().optional().meta({ doc: "not even named" }),
  tokens_omitted: z.number().optional(),
  document: z.record(z.string(), z.unknown()).meta({
    doc: "without files; to clients query, timestamp, detail; of a handoff goal, timestamp, lists",
  }),
  problems: problemsField.optional(),
});

/** As it stood when it was saved. */
export type SavedFile = NonNullable<z.output<typeof output>["files"]>[number];

export const getSavedResult: Operation = defineOperation({
  name: "get_saved_result",
  title: "Get a saved result",
  summary: "Show a saved search result or handoff, and whether its code has changed since",
  description: "Returns a saved search with its source, or a handoff, and says, file by file, what has changed since.",
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
  // Clients are listed `saved_results` in its place.
  toolset: null,
  always: true,
  run: async ({ name, project, projects, storage_mode: mode, max_tokens: asked }, context) =>
    withSaved({ name, project, projects, mode }, context, async (session) => {
      const started = performance.now();
      await (await session.corpus()).refresh(context.signal);
      const saved = await session.saved();
      const loaded = await saved.get(name, mode === undefined ? {} : { mode });
      const uri = (await openAddresses(saved))(loaded);
      // A user's terminal has no budget; a model's context has.
      const budget = asked ?? (context.caller.kind === "cli" ? Number.POSITIVE_INFINITY : session.settings.maxTokens);
      const written = await write(uri, loaded, budget - SUMMARY_TOKENS);
      await recordRead(session, loaded, { text: written.text, milliseconds: performance.now() - started }, context);
      return written;
    }),
});

/** Both forms of the answer, within the budget. */
async function write(uri: string, loaded: LoadedResult, budget: number) {
  if (loaded.kind === "handoff") {
    const fitted = await fitHandoff(describeHandoff(uri, loaded), budget);
    return { structured: wireHandoff(fitted), text: renderHandoff(fitted) };
  }
  const whole = describeLoaded(uri, loaded);
  const { query, timestamp, detail } = whole.document;
  const asSaved = { ...whole, document: { query, timestamp, detail } };
  const formsOf = (answer: SavedAnswer) => [renderText(answer), JSON.stringify(wireSaved(answer))];
  const fitted = Number.isFinite(budget) ? await fitSavedResult(asSaved, budget, formsOf) : whole;
  return { structured: wireSaved(fitted), text: renderText(fitted) };
}

/** The answer costs its tokens; what the saved search may have saved is not claimed again at each reading. */
async function recordRead(
  session: ProjectSession,
  loaded: LoadedResult,
  { text, milliseconds }: { readonly text: string; readonly milliseconds: number },
  context: OperationContext,
): Promise<void> {
  const { count, encoding } = await loadTokenCounter();
  const { query, hits, total_tokens: total, total_tokens_exact: exact } = readOf(loaded);
  const project = { total, exact, bytesPerToken: 1 };
  const entry = {
    operation: "get_saved_result",
    statistics: tokenStatistics(project, [], count(text), encoding),
    envelopeTokens: 0,
    hits,
    milliseconds,
    cached: false,
    lagging: 0,
    query,
  };
  await recordAnswer(session, entry, context);
}

/** A handoff stands for no search, so that its reading claims no savings. */
const readOf = (loaded: LoadedResult) =>
  loaded.kind === "handoff"
    ? { query: loaded.document.goal, hits: loaded.places.length, total_tokens: 0, total_tokens_exact: true }
    : { query: loaded.document.query, hits: loaded.document.hits.length, ...loaded.document.statistics };

/** The structured form, without usual values. A text is its lines joined by line feeds, byte for byte. */
function wireSaved(answer: SavedAnswer): z.input<typeof output> {
  const { files, files_omitted: omitted, tokens_omitted: tokens, problems, ...rest } = answer;
  return {
    ...rest,
    files: files.map(({ project, path, state, content, hits, ranges }) => ({
      ...(project === undefined ? {} : { project }),
      path,
      ...(state === "unchanged" ? {} : { state }),
      ...(hits.length === 0 ? {} : { hits: hits.map((hit) => [hit.start_line, hit.end_line, hit.symbol]) }),
      ...(content === null ? {} : { lines: content.split("\n") }),
      ...(content === null || ranges.length === 0
        ? {}
        : { ranges: ranges.map((range) => [range.start_line, range.end_line]) }),
    })),
    ...(omitted === 0 ? {} : { files_omitted: omitted, tokens_omitted: tokens }),
    ...(problems.length === 0 ? {} : { problems }),
  };
}
