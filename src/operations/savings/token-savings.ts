// What searching here has saved, for a model: totals, and the busiest days, projects and clients.
import { z } from "zod";
import { formatPercent, projectNames, visibleName } from "../../statistics/figures.ts";
import { reportSavings, type SavingsReport, withSearches } from "../../statistics/report.ts";
import type { SavingsRow } from "../../statistics/tally.ts";
import { formatNumber, renderCount } from "../../vocabulary/amounts.ts";
import { problemsField, renderProblems } from "../contract/fields.ts";
import { defineOperation, type Operation } from "../contract/operation.ts";

const DAYS = 30;
/** Rows of each kind; the totals count all. */
const ROWS_MAX = 10;
/** Characters of a project's or client's name. */
const NAME_MAX = 60;

const rowFields = {
  searches: z.number(),
  searches_with_source: z.number(),
  searches_cached: z.number(),
  searches_estimated: z.number(),
  context_tokens: z.number(),
  envelope_tokens: z.number(),
  hit_files_tokens: z.number(),
  saved_of_hit_files_tokens: z.number(),
  saved_of_hit_files_percent: z.number(),
  sessions: z.number(),
  session_tokens: z.number(),
  other_answers_tokens: z.number(),
  first_read_tokens: z.number(),
  net_saved_tokens: z.number(),
  resident_tokens: z.number(),
  resident_files_tokens: z.number(),
  total_tokens: z.number(),
  saved_tokens: z.number(),
  saved_percent: z.number(),
  milliseconds_median: z.number(),
};

export const daysField = z.int().min(1).max(732).optional();

export const savingsOutput = z.object({
  outcome: z.enum(["found", "empty"]),
  from: z.string().nullable(),
  to: z.string().nullable(),
  totals: z.object(rowFields),
  days: z.array(z.object({ day: z.string(), ...rowFields })),
  projects: z.array(z.object({ project: z.string(), project_id: z.string(), ...rowFields })),
  clients: z.array(z.object({ client: z.string(), ...rowFields })),
  tools: z.array(z.object({ tool: z.string(), ...rowFields })),
  rows_omitted: z.number().optional(),
  html: z.string().optional(),
  schema_version: z.number().optional(),
  generated_at: z.string().optional(),
  time_zone: z.string().optional(),
  encodings: z.array(z.string()).optional(),
  problems: problemsField,
});

/** Of a row, what a model needs; `context-broker report --json` has the rest. */
const briefFields = {
  searches: z.number(),
  context_tokens: z.number().meta({ doc: "of the source that was sent" }),
  envelope_tokens: z.number().meta({ doc: "of the rest of those answers" }),
  hit_files_tokens: z.number().meta({ doc: "of the whole files hit" }),
  saved_of_hit_files_percent: z.number(),
  total_tokens: z.number().meta({ doc: "of the whole projects" }),
  saved_percent: z.number(),
};

const briefOutput = savingsOutput.extend({
  days: z.array(z.object({ day: z.string(), ...briefFields })),
  projects: z.array(z.object({ project: z.string(), ...briefFields })),
  clients: z.array(z.object({ client: z.string(), ...briefFields })),
  tools: z.array(z.object({ tool: z.string(), ...briefFields })),
  problems: problemsField.optional(),
});

const brief = (row: SavingsRow) =>
  Object.fromEntries(
    (Object.keys(briefFields) as (keyof typeof briefFields)[]).map((name) => [name, row[name]]),
  ) as z.output<z.ZodObject<typeof briefFields>>;

/** The rows of each kind that are shown: the last days, the busiest of the others. */
const shownOf = ({ days, projects, clients, tools }: SavingsReport) => ({
  days: days.slice(-ROWS_MAX),
  projects: projects.slice(0, ROWS_MAX),
  clients: clients.slice(0, ROWS_MAX),
  tools: tools.slice(0, ROWS_MAX),
});

export const tokenSavings: Operation = defineOperation({
  name: "token_savings",
  title: "Token savings",
  summary: "Show how many tokens searches saved",
  description: "Reports how many tokens searches saved, by day, project, client and tool, against two baselines.",
  input: z.strictObject({ days: daysField.describe(`Days back; default ${DAYS}`) }),
  output: briefOutput,
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: null,
  toolset: "search",
  run: async ({ days = DAYS }, { services }) => {
    const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const report = withSearches(await reportSavings(services.journal, { timeZone, days }));
    const outcome: "found" | "empty" = report.totals.searches === 0 ? "empty" : "found";
    const { from, to, totals, problems } = report;
    const omitted = [report.days, report.projects, report.clients, report.tools]
      .map(({ length }) => Math.max(0, length - ROWS_MAX))
      .reduce((sum, count) => sum + count);
    const shown = shownOf(report);
    const structured = {
      outcome,
      from,
      to,
      totals,
      days: shown.days.map((row) => ({ day: row.day, ...brief(row) })),
      projects: shown.projects.map((row) => ({ project: row.project, ...brief(row) })),
      clients: shown.clients.map((row) => ({ client: row.client, ...brief(row) })),
      tools: shown.tools.map((row) => ({ tool: row.tool, ...brief(row) })),
      ...(omitted === 0 ? {} : { rows_omitted: omitted }),
      ...(problems.length === 0 ? {} : { problems }),
    };
    return { structured, text: renderText(outcome, days, report) };
  },
});

function renderText(outcome: string, days: number, report: SavingsReport): string {
  if (report.totals.searches === 0) {
    return `${outcome}: no search in the last ${days} days${renderProblems(report.problems)}`;
  }
  const names = projectNames(report.projects);
  const shown = shownOf(report);
  const top = (title: keyof typeof shown, nameOf: (at: number) => string) => [
    `${title}${report[title].length > ROWS_MAX ? ` (${ROWS_MAX} of ${report[title].length})` : ""}:`,
    ...shown[title].map((row, at) => `  ${visibleName(nameOf(at), NAME_MAX)}: ${renderRow(row)}`),
  ];
  return (
    [
      `${outcome}: ${renderCount(report.totals.searches, "search", "searches")}, ${report.from} to ${report.to}`,
      `all: ${renderRow(report.totals)}`,
      ...top("days", (at) => shown.days[at]?.day ?? ""),
      ...top("projects", (at) => names[at] ?? ""),
      ...top("clients", (at) => shown.clients[at]?.client ?? ""),
      ...top("tools", (at) => shown.tools[at]?.tool ?? ""),
      renderNet(report.totals),
      ...renderResident(report.totals),
    ].join("\n") + renderProblems(report.problems)
  );
}

function renderNet({ sessions, net_saved_tokens: saved }: SavingsRow): string {
  const less = `less all other answers, and the tool list and instructions of ${renderCount(sessions, "session")}`;
  return saved < 0
    ? `${less}: nothing saved, ${formatNumber(-saved)} tokens more than the whole files`
    : `${less}: ${formatNumber(saved)} tokens saved of the whole files`;
}

function renderResident({ resident_tokens: own, resident_files_tokens: files }: SavingsRow): string[] {
  return own === 0
    ? []
    : [`sent again with later turns: at least ${formatNumber(own)} tokens; of the whole files ${formatNumber(files)}`];
}

function renderRow(row: SavingsRow): string {
  if (row.searches_with_source === 0) {
    return `${renderCount(row.searches, "search", "searches")}, none in place of reading files`;
  }
  const sent = row.context_tokens + row.envelope_tokens;
  const ofFiles = row.saved_of_hit_files_tokens < 0 ? "none" : formatPercent(row.saved_of_hit_files_percent);
  return (
    `${renderCount(row.searches, "search", "searches")}, ${formatNumber(sent)} tokens sent; ` +
    `whole files ${formatNumber(row.hit_files_tokens)} (saved: ${ofFiles}), ` +
    `whole projects ${formatNumber(row.total_tokens)} (saved: ${formatPercent(row.saved_percent)})`
  );
}
