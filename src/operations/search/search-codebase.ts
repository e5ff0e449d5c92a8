// The main operation: a question in plain words, answered with the few chunks that matter.
import { z } from "zod";
import { renderAnswer } from "../../search/answer/render-answer.ts";
import { answerDetails, structuredAnswer } from "../../search/answer/structured-answer.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import { escapeRoot } from "../../vocabulary/shown-text.ts";
import { type ChosenProjects, chooseProject, chooseProjects, namesProject } from "../contract/choose-project.ts";
import { projectsField } from "../contract/fields.ts";
import { withJoined } from "../contract/join-sessions.ts";
import { defineOperation, type Operation, type OperationContext, SUMMARY_TOKENS } from "../contract/operation.ts";
import { withOwnPaths } from "../contract/own-paths.ts";
import { answerSearch } from "./answer-search.ts";
import { searchOutput } from "./search-output.ts";
import { queryField, requestOf, type SearchInput, searchFields } from "./search-request.ts";

/** The smallest budget of the fitted answer. */
const FITTED_TOKENS_MIN = 200;
/** Separators around the project's line and field, rounded up. */
const SEAM_TOKENS = 4;

export const searchCodebase: Operation = defineOperation({
  name: "search_codebase",
  title: "Search the codebase",
  summary: "Search a project by meaning and words",
  description:
    "Finds the code that answers a question about the user's project: a behaviour, feature, error message or symbol. Use it before grep or reading files when you do not know the exact place. Returns ranked chunks with path, lines, symbol and source.",
  input: z.strictObject({ query: queryField, projects: projectsField, ...searchFields }),
  output: searchOutput,
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "search",
    positionals: ["query"],
    examples: [
      'context-broker search "where are sessions renewed"',
      'context-broker search "retry with backoff" --paths "src/**" --languages go --top-k 5',
      'context-broker search "who checks the token" --projects ~/src/web --projects ~/src/api',
      "context-broker search parseConfig --project ~/src/app --detail locations --json",
    ],
  },
  toolset: "search",
  run: async (input, context) => {
    const chosen = await chooseProjects(input, context);
    if (chosen !== null && chosen.roots.length > 1) {
      return searchTogether(chosen, input, context);
    }
    const root = chosen?.roots[0] ?? (await chooseProject(input.project, context));
    return context.services.withProject(root, async (session) => {
      const request = requestOf(withOwnPaths(input, session.root), session.settings);
      const left = request.maxTokens - SUMMARY_TOKENS;
      const leftNamed = left - (await rootTokens(root));
      const named =
        leftNamed >= FITTED_TOKENS_MIN && (await namesProject(root, input.project ?? chosen?.roots[0], context));
      const { result } = await answerSearch(session, { request, room: named ? leftNamed : left }, context);
      const text = renderAnswer(result);
      return {
        structured: {
          ...(named ? { project_root: root } : {}),
          ...structuredAnswer(result),
          details: answerDetails(result),
        },
        text: named ? text.replace("\n", () => `\n${rootLine(root)}\n`) : text,
      };
    });
  },
});

/** One ranked list of several projects, each hit with its own. */
const searchTogether = ({ roots, failures }: ChosenProjects, input: SearchInput, context: OperationContext) =>
  withJoined(roots, failures, context.services, async (joined) => {
    const request = requestOf(input, joined.session.settings);
    const room = request.maxTokens - SUMMARY_TOKENS;
    const { result } = await answerSearch(joined.session, { request, room }, context, joined);
    return {
      structured: { ...structuredAnswer(result), details: answerDetails(result) },
      text: renderAnswer(result),
    };
  });

const rootLine = (root: string): string => escapeRoot(root);

/** Tokens that naming the project adds to each form of the answer. */
async function rootTokens(root: string): Promise<number> {
  const counter = await loadTokenCounter();
  return SEAM_TOKENS + Math.max(counter.count(rootLine(root)), counter.count(`"project_root":${JSON.stringify(root)}`));
}
