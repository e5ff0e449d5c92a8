// The log of clients' calls, newest first, a page at a time. Not a tool: a model learns nothing from what it asked before.
import { z } from "zod";
import { type CallEntry, callFields } from "../../statistics/call-log.ts";
import { visibleName } from "../../statistics/figures.ts";
import { formatNumber, renderCount } from "../../vocabulary/shown-text.ts";
import { chooseProject } from "../contract/choose-project.ts";
import { problemsField, projectField, renderProblems } from "../contract/fields.ts";
import { defineOperation, type Operation } from "../contract/operation.ts";

const LIMIT = 20;
const SHOWN_MAX = 100;

const counted = z.array(z.object({ name: z.string(), calls: z.number() }));

export const listCalls: Operation = defineOperation({
  name: "list_calls",
  title: "Log of calls",
  summary: "List what assistants asked and were answered",
  description: "Lists calls of clients, newest first: question, places, tokens, time.",
  input: z.strictObject({
    project: projectField,
    all_projects: z.boolean().optional().describe("About all projects"),
    tool: z.string().max(120).optional().describe("Only of this tool"),
    client: z.string().max(120).optional().describe("Only of this client"),
    text: z.string().max(200).optional().describe("Only with this in question or answer"),
    page: z.int().min(1).max(10_000).optional().describe("Default 1, the newest"),
    limit: z.int().min(1).max(200).optional().describe(`Of a page; default ${LIMIT}`),
  }),
  output: z.object({
    outcome: z.enum(["found", "empty"]),
    is_on: z.boolean().meta({ doc: "`call_log`" }),
    calls: z.array(
      z.object({
        ...callFields,
        question: z.string().meta({ doc: "its subject" }),
      }),
    ),
    total: z.number(),
    tools: counted,
    clients: counted,
    problems: problemsField,
  }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "log",
    positionals: [],
    examples: ["context-broker log", "context-broker log --tool search_codebase --text session"],
  },
  toolset: null,
  run: async ({ project, all_projects: all = false, page = 1, limit = LIMIT, ...filter }, context) => {
    const { calls: log } = context.services;
    const root = all ? undefined : await chooseProject(project, context);
    const { calls, total, tools, clients, problems } = await log.find({ ...filter, root, page, limit });
    const outcome: "found" | "empty" = calls.length === 0 ? "empty" : "found";
    const first = (page - 1) * limit + 1;
    const off = log.isOn ? "" : "; calls are not logged (call_log is off)";
    const none = tools.length === 0 ? "no call is logged" : "no logged call fits";
    const headline =
      calls.length === 0
        ? `empty: ${total === 0 ? none : `${renderCount(total, "call")} on earlier pages`}${off}`
        : `found: ${renderCount(total, "call")}${total > calls.length ? `, ${formatNumber(first)} to ${formatNumber(first + calls.length - 1)} shown` : ""}${off}`;
    return {
      structured: {
        outcome,
        is_on: log.isOn,
        calls: calls.map((call) => ({ ...withoutVersion(call), question: questionOf(call) })),
        total,
        tools: [...tools],
        clients: [...clients],
        problems: [...problems],
      },
      text: [headline, ...calls.map(renderCall)].join("\n") + renderProblems(problems),
    };
  },
});

const withoutVersion = ({ schema_version: _, ...call }: CallEntry): Omit<CallEntry, "schema_version"> => call;

/** Fields of a call that say where and how it asks, not what. */
const FRAME: ReadonlySet<string> = new Set(["project", "projects", "max_tokens", "format", "detail"]);

/** The first texts of what was asked: fields stand in the tool's order, so its subject comes first. */
function questionOf({ asked }: CallEntry): string {
  const texts = Object.entries(asked)
    .filter(([field]) => !FRAME.has(field))
    .flatMap(([, value]) => (typeof value === "string" ? [value] : Array.isArray(value) ? [value.join(" ")] : []));
  return texts[0]?.replace(/\s+/g, " ").trim() ?? "";
}

function renderCall(call: CallEntry): string {
  const { time, project, client, tool, outcome, places_found: places, tokens, milliseconds } = call;
  const question = questionOf(call);
  const about = [
    outcome,
    ...(places > 0 ? [renderCount(places, "place")] : []),
    renderCount(tokens, "token"),
    `${formatNumber(Math.round(milliseconds))} ms`,
  ];
  const named = [project, client, tool].filter((name) => name !== "").map((name) => visibleName(name, SHOWN_MAX));
  const asked = question === "" ? "" : ` ${JSON.stringify(visibleName(question, SHOWN_MAX))}`;
  return `${time.slice(0, 19).replace("T", " ")} ${named.join(" ")}${asked}: ${about.join(", ")}`;
}
