// Searches and saves exactly the answer, or saves the last answer of the project.
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { readUnchanged } from "../../project/read-admitted.ts";
import { renderProjects } from "../../search/answer/render-answer.ts";
import type { SearchResult } from "../../search/answer/search-result.ts";
import { wireProject } from "../../search/answer/structured-answer.ts";
import { tokenStatistics } from "../../search/answer/token-statistics.ts";
import { checkName } from "../../storage/names.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import { Failure } from "../../vocabulary/failure.ts";
import type { SearchRequest } from "../../vocabulary/search.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import { recordAnswer } from "../answer/record-answer.ts";
import { chooseProject, chooseProjects, type NamedProjects } from "../contract/choose-project.ts";
import {
  coverageField,
  coverageOf,
  problemsField,
  projectsField,
  renderCoverage,
  renderProblems,
  storageModeField,
} from "../contract/fields.ts";
import { type JoinedProjects, withJoined } from "../contract/join-sessions.ts";
import { defineOperation, type Operation, type OperationContext } from "../contract/operation.ts";
import type { AnsweredSearch, ProjectSession } from "../contract/services.ts";
import { searchOnce } from "../search/answer-search.ts";
import { searchedProject } from "../search/search-output.ts";
import { queryField, requestOf, type SearchInput, searchFields } from "../search/search-request.ts";
import { answerToSave } from "./answer-to-save.ts";
import type { ReadBackInput } from "./read-back.ts";
import { receiptOf } from "./receipt.ts";

const input = z.strictObject({
  query: queryField
    .optional()
    .describe("Default: save the last answer")
    .meta({ help: "What to search for; a client may leave it out to save the last answer" }),
  name: z
    .string()
    .max(1024)
    .optional()
    .describe("Default: made from query and time")
    .meta({ help: "Name to save under; default: made from query and time" }),
  filename: z.string().max(1024).optional().describe("Same as name"),
  overwrite: z.boolean().optional().describe("Replace that name").meta({ help: "Replace a saved result of that name" }),
  storage_mode: storageModeField,
  project: searchFields.project,
  projects: projectsField,
  top_k: searchFields.top_k,
  paths: searchFields.paths,
  detail: searchFields.detail,
  max_tokens: searchFields.max_tokens,
});

export const saveSearchResults: Operation = defineOperation({
  name: "save_search_results",
  title: "Save search results",
  summary: "Search, and save the answer under a name",
  description:
    "Saves the last search's answer, or searches and saves that. Returns how to read it back, not the source.",
  input,
  output: z.object({
    outcome: z.enum(["found", "empty"]).describe("empty: nothing found, nothing saved"),
    query: z.string(),
    name: z.string().optional(),
    uri: z.string().optional(),
    path: z.string().optional(),
    read_with: z.string().optional().describe("the tool call or command that reads it back"),
    scope: z.enum(["project", "global"]).optional(),
    projects: z.array(searchedProject).optional().meta({ doc: "where several were searched" }),
    file_count: z.number(),
    hit_count: z.number(),
    context_tokens: z.number().meta({ doc: "of the source that was saved" }),
    completeness: coverageField.optional().meta({ doc: "absent: every file was searched by words" }),
    problems: problemsField.optional(),
  }),
  annotations: { readOnly: false, destructive: true, idempotent: false },
  command: {
    command: "save",
    positionals: ["query"],
    examples: [
      'context-broker save "how are users authenticated" --name "auth flow" --storage-mode in-project',
      'context-broker save "who checks the token" --name tokens --projects ~/src/web --projects ~/src/api',
    ],
  },
  // Clients are listed `saved_results` in its place.
  toolset: null,
  always: true,
  run: async (input, context) => {
    const name = nameOf(input.name, input.filename);
    const chosen = await chooseProjects(input, context);
    if (name !== undefined) {
      // Before the search, which would otherwise be in vain.
      checkName(name);
    }
    if (chosen !== null && chosen.roots.length > 1) {
      const { roots, failures } = chosen;
      const named = { projects: input.projects === "all" ? ("all" as const) : roots };
      return withJoined(roots, failures, context.services, (joined) =>
        saveIn(joined.session, { ...input, name }, { named, joined }, context),
      );
    }
    const root = chosen?.roots[0] ?? (await chooseProject(input.project, context));
    const named = chosen !== null || input.project !== undefined ? { project: root } : {};
    return context.services.withProject(root, (session) =>
      saveIn(session, { ...input, name }, { named, joined: undefined }, context),
    );
  },
});

type SaveInput = z.output<typeof input>;

/** How the call that reads the result back names its projects. */
type Named = Pick<ReadBackInput, "project" | "projects">;

interface About {
  readonly named: Named;
  /** The projects whose session it is, where it is of several. */
  readonly joined: JoinedProjects | undefined;
}

async function saveIn(
  session: ProjectSession,
  { name, filename: _, overwrite, storage_mode: mode, query, ...fields }: SaveInput,
  { named, joined }: About,
  context: OperationContext,
) {
  (await session.saved()).checkMode(mode);
  const request = query === undefined ? null : requestOf({ query, ...fields }, session.settings);
  const same = request === null || joined !== undefined ? null : await sameSearch(session, request, context);
  const searched = request === null || same !== null ? null : await searchOnce(session, { request }, context, joined);
  const answered = same ?? searched?.answered ?? lastSearch(session, fields, context);
  const written = await saveAnswered(session, answered, { mode, name, overwrite }, named, context);
  if (searched !== null) {
    await recordSearch(session, searched.entry, written.text, context);
  }
  return written;
}

/**
 * The last answer, if it is to the same request and its files are as they were: what the caller saw is saved. While the index is completed, a
 * second search finds other hits. Null otherwise.
 */
async function sameSearch(
  session: ProjectSession,
  request: SearchRequest,
  { services, signal }: OperationContext,
): Promise<AnsweredSearch | null> {
  const last = services.lastSearches.get(session.root);
  if (last === undefined || !isDeepStrictEqual(last.request, request)) {
    return null;
  }
  const corpus = await session.corpus();
  await corpus.refresh(signal);
  for (const hit of last.result.hits) {
    if ((await readUnchanged(corpus, hit)) === null) {
      return null;
    }
  }
  return last;
}

/** The search counts as one, but its source went to the disk and not to the client, who was sent `text`. */
async function recordSearch(
  session: ProjectSession,
  entry: Awaited<ReturnType<typeof searchOnce>>["entry"],
  text: string,
  context: OperationContext,
): Promise<void> {
  const { count, encoding } = await loadTokenCounter();
  const { totalTokens: total, totalTokensExact: exact } = entry.statistics;
  const statistics = tokenStatistics({ total, exact, bytesPerToken: 1 }, [], 0, encoding);
  const operation = "save_search_results";
  await recordAnswer(session, { ...entry, operation, statistics, envelopeTokens: count(text) }, context);
}

async function saveAnswered(
  session: ProjectSession,
  answered: AnsweredSearch,
  { mode, name, overwrite }: Pick<SaveInput, "name" | "overwrite"> & { readonly mode: SaveInput["storage_mode"] },
  named: Named,
  context: OperationContext,
) {
  const { result } = answered;
  const answer = await answerToSave(answered);
  const isWhole = result.coverage.filesSearchable === result.coverage.files;
  const tokens = answer.statistics.contextTokens;
  const about = {
    query: result.query,
    ...(result.projects === undefined ? {} : { projects: result.projects.map(wireProject) }),
    file_count: answer.files.length,
    hit_count: result.hits.length,
    context_tokens: tokens,
    ...(isWhole ? {} : { completeness: coverageOf(result.coverage) }),
  };
  if (result.hits.length === 0) {
    return {
      structured: { outcome: "empty" as const, ...about, ...problemsOf(result.problems) },
      text: [
        `empty: nothing found for ${JSON.stringify(result.query)}, so nothing was saved`,
        ...renderProjects(result),
      ].join("\n"),
    };
  }
  const options = {
    ...(mode === undefined ? {} : { mode }),
    ...(name === undefined ? {} : { name }),
    overwrite: overwrite === true,
  };
  const saved = await session.saved();
  const receipt = await saved.save(answer, options);
  const { fields, lines } = await receiptOf(saved, receipt, named, context.caller);
  const problems = [...receipt.problems, ...result.problems];
  return {
    structured: { outcome: "found" as const, ...fields, ...about, ...problemsOf(problems) },
    text: [
      ...lines,
      `${renderCount(result.hits.length, "hit")} in ${renderCount(answer.files.length, "file")}, ${renderCount(tokens, "token")}, for ${JSON.stringify(result.query)}`,
      ...renderProjects(result),
      ...(isWhole ? [] : [renderCoverage(result.coverage)]),
    ]
      .join("\n")
      .concat(renderProblems(problems)),
  };
}

/** Throws INVALID_INPUT if both are given and differ. */
function nameOf(name: string | undefined, filename: string | undefined): string | undefined {
  if (name !== undefined && filename !== undefined && name !== filename) {
    throw new Failure("INVALID_INPUT", "name and filename mean the same, but have different values", {
      hint: "give only one of them",
    });
  }
  return name ?? filename;
}

function lastSearch(
  session: ProjectSession,
  { project: _one, projects: _several, ...narrowing }: Omit<SearchInput, "query"> & NamedProjects,
  { services, caller }: OperationContext,
): AnsweredSearch {
  const fields = Object.entries(narrowing).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  if (fields.length > 0) {
    throw new Failure("INVALID_INPUT", `${fields.join(", ")}: allowed only with query`, {
      hint: "add query to search again, or leave these out to save the last answer",
    });
  }
  const last = services.lastSearches.get(session.root);
  if (last === undefined && caller.kind === "cli") {
    throw new Failure("INVALID_INPUT", "query is required: a command does not know the searches of earlier commands", {
      hint: 'repeat the query: context-broker save "QUERY"',
    });
  }
  if (last === undefined) {
    throw new Failure("INVALID_INPUT", "query is required: this server has not searched this project yet", {
      hint: "add query to search and save",
    });
  }
  return last;
}

const problemsOf = (problems: SearchResult["problems"]) => (problems.length === 0 ? {} : { problems });
