// The saved results of one project, or of several together, newest first.
import { z } from "zod";
import type { ModeOption, ResultListing, SavedResults } from "../../storage/saved-results.ts";
import type { ResultSummary } from "../../storage/summaries.ts";
import { Failure, throwIfCancelled } from "../../vocabulary/failure.ts";
import { escapeName, formatNumber, renderCount } from "../../vocabulary/shown-text.ts";
import { countsOf, plainJson, textLines } from "../answer/text-lines.ts";
import { chooseProject, chooseProjects } from "../contract/choose-project.ts";
import {
  problemsField,
  projectField,
  renderProblems,
  savedProjectsField,
  storageModeField,
} from "../contract/fields.ts";
import { joinedName, openJoinedSaves, savedSetsAmong } from "../contract/joined-saves.ts";
import { defineOperation, type Operation } from "../contract/operation.ts";
import type { ProjectSession } from "../contract/services.ts";
import { openAddresses } from "./saved-uri.ts";

const LIMIT = 50;
const QUERY_LENGTH_MAX = 200;

export const listSavedResults: Operation = defineOperation({
  name: "list_saved_results",
  title: "List saved results",
  summary: "List the saved search results and handoffs of a project",
  description: "Lists the saved results (searches, handoffs) of the project, newest first.",
  input: z.strictObject({
    project: projectField,
    projects: savedProjectsField,
    storage_mode: storageModeField,
    limit: z
      .int()
      .min(1)
      .max(500)
      .optional()
      .describe(`Default ${LIMIT}`)
      .meta({ help: `Most results; default ${LIMIT}` }),
    changes: z.boolean().optional().describe("").meta({ help: "What changed since" }),
  }),
  output: z.object({
    outcome: z.enum(["found", "empty"]),
    project_root: z.string().optional().meta({ doc: "absent where several were asked about" }),
    results: z.array(
      z.object({
        name: z.string(),
        uri: z.string(),
        projects: z.array(z.string()).optional().meta({ doc: "roots of those searched together" }),
        query: z.string().meta({ doc: "the goal of a handoff" }),
        timestamp: z.string(),
        scope: z.enum(["project", "global"]),
        trust: z.enum(["own", "untrusted"]),
        kind: z.literal("handoff").optional().meta({ doc: "absent: a search" }),
        detail: z.string().optional().meta({ doc: "of a search, as hits and context_tokens" }),
        files: z.number(),
        hits: z.number().optional(),
        context_tokens: z.number().optional(),
        places: z.number().optional().meta({ doc: "of a handoff" }),
        hidden: z.boolean(),
        since: z.string().optional(),
      }),
    ),
    omitted: z.number(),
    problems: problemsField,
  }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: { command: "saved list", positionals: [], examples: ["context-broker saved list --json"] },
  // Clients are listed `saved_results` in its place.
  toolset: null,
  always: true,
  run: async ({ project, projects, storage_mode: mode, limit = LIMIT, changes = false }, context) => {
    const options = mode === undefined ? {} : { mode };
    const chosen = await chooseProjects({ project, projects }, context);
    if (chosen !== null && chosen.roots.length > 1) {
      const { settings } = context.services;
      const sets = await savedSetsAmong(chosen.roots, settings);
      const lists = await Promise.all(sets.map(async (set) => listOf(openJoinedSaves(set, settings), options, set)));
      return answer({ name: "several of these projects together", lists }, limit);
    }
    const root = chosen?.roots[0] ?? (await chooseProject(project, context));
    return context.services.withProject(root, async (session) => {
      const saved = await session.saved();
      const list = await listOf(saved, options);
      const looked = changes ? await withChanges(list, limit, session, context.signal) : list;
      return answer({ name: session.name, root, lists: [looked] }, limit);
    });
  },
});

/** A saved result with its address and, of several, the projects that were searched. */
interface Listed extends ResultSummary {
  readonly uri: string;
  readonly since?: string;
  readonly projects?: readonly string[];
}

interface List extends Omit<ResultListing, "results"> {
  readonly results: readonly Listed[];
}

async function listOf(saved: SavedResults, options: ModeOption, projects?: readonly string[]): Promise<List> {
  const addressOf = await openAddresses(saved);
  const listing = await saved.list(options);
  const more = projects === undefined ? {} : { projects };
  return { ...listing, results: listing.results.map((result) => ({ ...result, ...more, uri: addressOf(result) })) };
}

/** The list with what has changed since in those that are shown. */
async function withChanges(list: List, limit: number, session: ProjectSession, signal: AbortSignal): Promise<List> {
  await (await session.corpus()).refresh(signal);
  const saved = await session.saved();
  const results: Listed[] = [];
  for (const [at, result] of list.results.entries()) {
    throwIfCancelled(signal);
    results.push(at < limit ? { ...result, since: await changesOf(saved, result) } : result);
  }
  return { ...list, results };
}

async function changesOf(saved: SavedResults, { name, scope }: Listed): Promise<string> {
  try {
    const loaded = await saved.get(name, { mode: scope === "global" ? "global" : "in-project" });
    const parts = loaded.kind === "search" ? loaded.files : loaded.places;
    const counts = countsOf(parts.flatMap(({ state }) => (state === "unchanged" ? [] : [state])));
    const said = Object.entries(counts).map(([state, count]) => `${formatNumber(count)} ${state}`);
    return said.join(", ") || "unchanged";
  } catch (error) {
    if (error instanceof Failure) {
      return "cannot be read";
    }
    throw error;
  }
}

function answer(
  about: { readonly name: string; readonly root?: string; readonly lists: readonly List[] },
  limit: number,
) {
  const all = about.lists.flatMap(({ results }) => results);
  const newest = all.toSorted((a, b) => (a.timestamp === b.timestamp ? 0 : a.timestamp < b.timestamp ? 1 : -1));
  const shown = newest.slice(0, limit);
  const omitted = all.length - shown.length + about.lists.reduce((sum, list) => sum + list.omitted, 0);
  const problems = about.lists.flatMap((list) => list.problems);
  const outcome: "found" | "empty" = shown.length === 0 ? "empty" : "found";
  return {
    structured: {
      outcome,
      ...(about.root === undefined ? {} : { project_root: about.root }),
      results: shown.map(row),
      omitted,
      problems,
    },
    text: textLines([
      `${outcome}: ${renderCount(shown.length, "saved result")} of ${escapeName(about.name)}${shown.length > 1 ? ", newest first" : ""}` +
        (omitted > 0 ? `, ${formatNumber(omitted)} older not listed` : ""),
      ...shown.map(line),
      ...renderProblems(problems).split("\n").slice(1),
    ]),
  };
}

const row = (result: Listed) => ({
  name: result.name,
  uri: result.uri,
  ...(result.projects === undefined ? {} : { projects: [...result.projects] }),
  query: shorten(result.query),
  timestamp: result.timestamp,
  scope: result.scope,
  trust: result.trust,
  ...(result.search === null ? { kind: "handoff" as const } : { detail: result.search.detail }),
  files: result.fileCount,
  ...(result.search === null
    ? { places: result.placeCount }
    : { hits: result.search.hitCount, context_tokens: result.search.contextTokens }),
  hidden: result.hidden,
  ...(result.since === undefined ? {} : { since: result.since }),
});

const line = ({ name, projects, timestamp, search, placeCount, query, trust, hidden, since }: Listed): string =>
  `${name}  ${timestamp}  ${
    search === null
      ? `handoff, ${renderCount(placeCount, "place")}`
      : `${renderCount(search.hitCount, "hit")}, ${renderCount(search.contextTokens, "token")}`
  }  ${plainJson(shorten(query))}` +
  (projects === undefined ? "" : `  [${joinedName(projects)}]`) +
  (trust === "untrusted" ? "  [from the project's folder, not saved by you here: untrusted]" : "") +
  (hidden ? "  [another of that name is read first]" : "") +
  (since === undefined ? "" : `  [${since}]`);

const shorten = (query: string): string =>
  query.length > QUERY_LENGTH_MAX ? `${query.slice(0, QUERY_LENGTH_MAX)}…` : query;
