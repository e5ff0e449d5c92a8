// What searching here has saved, for a model: the number, how it comes about, and the busiest days, projects and clients.
import { z } from "zod";
import { formatPercent, projectNames, visibleName } from "../../statistics/figures.ts";
import { residentSentence } from "../../statistics/headline.ts";
import { isEmpty, reportSavings, type SavingsReport, withAnswers } from "../../statistics/report.ts";
import type { SavingsRow } from "../../statistics/tally.ts";
import { formatNumber, renderCount } from "../../vocabulary/shown-text.ts";
import { defineTable } from "../answer/table.ts";
import { problemsField, renderProblems } from "../contract/fields.ts";
import { defineOperation, type Operation } from "../contract/operation.ts";

const DAYS = 30;
/** Rows of each kind; the totals count all. */
const ROWS_MAX = 10;
/** Characters of a project's or client's name. */
const NAME_MAX = 60;

const rowFields = {
  searches: z.number(),
  searches_cached: z.number(),
  answers_counted: z.number(),
  answers_doubtful: z.number(),
  sent_tokens: z.number(),
  alternative_tokens: z.number(),
  answers_cheaper_by_grep: z.number(),
  saved_of_alternative_tokens: z.number(),
  saved_of_alternative_percent: z.number(),
  sessions: z.number(),
  session_tokens: z.number(),
  other_answers_tokens: z.number(),
  net_saved_tokens: z.number(),
  resident_tokens: z.number(),
  resident_alternative_tokens: z.number(),
  milliseconds_median: z.number(),
};

export const daysField = z.int().min(1).max(732).optional();

const headline = z.object({ number: z.string(), sentence: z.string() });

export const savingsOutput = z.object({
  outcome: z.enum(["found", "empty"]),
  from: z.string().nullable(),
  to: z.string().nullable(),
  headline,
  totals: z.object(rowFields),
  days: z.array(z.object({ day: z.string(), ...rowFields })),
  projects: z.array(z.object({ project: z.string(), project_id: z.string(), ...rowFields })),
  clients: z.array(z.object({ client: z.string(), ...rowFields })),
  tools: z.array(z.object({ tool: z.string(), ...rowFields })),
  html: z.string().optional(),
  schema_version: z.number().optional(),
  generated_at: z.string().optional(),
  time_zone: z.string().optional(),
  encodings: z.array(z.string()).optional(),
  problems: problemsField,
});

/** Of a row, what a model needs; `context-broker report --json` has the rest. */
const ROWS = defineTable({
  columns: {
    name: z.string(),
    searches: z.number(),
    answers_counted: z.number(),
    sent_tokens: z.number(),
    alternative_tokens: z.number(),
  },
  // Escaped by `visibleName`, which also cuts it.
  verbatim: ["name"],
  usual: { searches: 0 },
  line: ({
    name = "",
    searches,
    answers_counted: counted = 0,
    sent_tokens: sent = 0,
    alternative_tokens: instead = 0,
  }) => {
    const asked = searches === undefined ? "" : `, ${renderCount(searches, "search", "searches")}`;
    const saved = instead > sent ? `${formatPercent((100 * (instead - sent)) / instead)} saved` : "none saved";
    const made = `${renderCount(counted, "answer")} counted, ${formatNumber(sent)} tokens instead of ${formatNumber(instead)} (${saved})`;
    return `  ${name}${asked}${counted === 0 ? ", none counted" : `: ${made}`}`;
  },
});

const briefTotals = {
  searches: z.number(),
  answers_counted: z.number().meta({ doc: "that stand in place of reading or grepping" }),
  answers_doubtful: z.number().meta({ doc: "that found nothing to rely on: they only cost" }),
  sent_tokens: z.number().meta({ doc: "of the answers counted" }),
  alternative_tokens: z.number().meta({ doc: "of reading or grepping instead, whichever is cheaper" }),
  other_answers_tokens: z.number(),
  sessions: z.number(),
  session_tokens: z.number().meta({ doc: "of the tool lists" }),
  net_saved_tokens: z.number().meta({ doc: "what is left" }),
  resident_tokens: z.number().meta({ doc: "read again with later turns, for answers and tool lists; not in the rest" }),
  resident_alternative_tokens: z.number().meta({ doc: "the same of reading or grepping instead" }),
};

const briefOutput = z.object({
  outcome: z.enum(["found", "empty"]),
  from: z.string().nullable(),
  to: z.string().nullable(),
  headline: headline.optional(),
  totals: z.object(briefTotals).optional(),
  days: ROWS.field.optional(),
  projects: ROWS.field.optional(),
  clients: ROWS.field.optional(),
  tools: ROWS.field.optional(),
  rows_omitted: z.number().optional(),
  problems: problemsField.optional(),
});

const brief = (totals: SavingsRow): z.output<z.ZodObject<typeof briefTotals>> => ({
  searches: totals.searches,
  answers_counted: totals.answers_counted,
  answers_doubtful: totals.answers_doubtful,
  sent_tokens: totals.sent_tokens,
  alternative_tokens: totals.alternative_tokens,
  other_answers_tokens: totals.other_answers_tokens,
  sessions: totals.sessions,
  session_tokens: totals.session_tokens,
  net_saved_tokens: totals.net_saved_tokens,
  resident_tokens: totals.resident_tokens,
  resident_alternative_tokens: totals.resident_alternative_tokens,
});

interface Kind {
  readonly title: "days" | "projects" | "clients" | "tools";
  readonly total: number;
  readonly rows: readonly (SavingsRow & { readonly name: string })[];
}

/** The rows of each kind that are shown: the last days, the busiest of the others. */
function shownOf({ days, projects, clients, tools }: SavingsReport): Kind[] {
  const names = projectNames(projects);
  const first = <Row>(rows: readonly Row[]): readonly Row[] => rows.slice(0, ROWS_MAX);
  return [
    { title: "days", total: days.length, rows: days.slice(-ROWS_MAX).map((row) => ({ ...row, name: row.day })) },
    {
      title: "projects",
      total: projects.length,
      rows: first(projects).map((row, at) => ({ ...row, name: names[at] ?? "" })),
    },
    { title: "clients", total: clients.length, rows: first(clients).map((row) => ({ ...row, name: row.client })) },
    { title: "tools", total: tools.length, rows: first(tools).map((row) => ({ ...row, name: row.tool })) },
  ];
}

export const tokenSavings: Operation = defineOperation({
  name: "token_savings",
  title: "Token savings",
  summary: "Show how many tokens searches saved",
  description:
    "Reports how many tokens answers saved against reading files or grepping, by day, project, client and tool.",
  input: z.strictObject({ days: daysField.describe(`Days back; default ${DAYS}`) }),
  output: briefOutput,
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: null,
  toolset: "code-more",
  always: true,
  run: async ({ days = DAYS }, { services }) => {
    const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const report = withAnswers(await reportSavings(services.journal, { timeZone, days }));
    const { from, to, totals, problems, headline: told } = report;
    const reported = problems.length === 0 ? {} : { problems };
    if (isEmpty(report)) {
      const text = `empty: no answer in the last ${days} days${renderProblems(problems)}`;
      return { structured: { outcome: "empty" as const, from, to, ...reported }, text };
    }
    const kinds = shownOf(report).map((kind) => ({
      ...kind,
      written: ROWS.write(kind.rows.map((row) => ({ ...row, name: visibleName(row.name, NAME_MAX) }))),
    }));
    const omitted = kinds.reduce((sum, { total, rows }) => sum + total - rows.length, 0);
    const resident = residentSentence(totals);
    return {
      structured: {
        outcome: "found" as const,
        from,
        to,
        headline: told,
        totals: brief(totals),
        ...Object.fromEntries(kinds.map(({ title, written }) => [title, written.field])),
        ...(omitted === 0 ? {} : { rows_omitted: omitted }),
        ...reported,
      },
      text:
        [
          `found: ${told.number}, ${from} to ${to}`,
          told.sentence,
          ...kinds.flatMap(({ title, total, rows, written }) => [
            `${title}${total > rows.length ? ` (${rows.length} of ${total})` : ""}:`,
            ...written.lines,
          ]),
          ...(resident === null ? [] : [resident]),
        ].join("\n") + renderProblems(problems),
    };
  },
});
