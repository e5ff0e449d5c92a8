// The savings report: the journal added up by day, project, client and tool, against the cheaper of reading files and grepping.
// docs/inside/statistics.md explains the method; storage/schema/report.schema.json is the document's schema.
//
//   const report = await reportSavings(journal, { timeZone, days: 30 });   // or { timeZone } for all
//   renderReportTable(report), renderReportHtml(report), JSON.stringify(report)
import type { Problem } from "../vocabulary/failure.ts";
import { type Headline, headlineOf } from "./headline.ts";
import type { Journal } from "./journal.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { Conversations } from "./resident.ts";
import { type SavingsRow, Tally } from "./tally.ts";

const REPORT_VERSION = 2;

export interface DayRow extends SavingsRow {
  /** YYYY-MM-DD in the report's time zone. */
  readonly day: string;
}
export interface ProjectRow extends SavingsRow {
  readonly project: string;
  readonly project_id: string;
}
export interface ToolRow extends SavingsRow {
  readonly tool: string;
}
export interface ClientRow extends SavingsRow {
  readonly client: string;
}

export interface SavingsReport {
  readonly schema_version: typeof REPORT_VERSION;
  /** ISO 8601, UTC. */
  readonly generated_at: string;
  /** IANA name; days begin and end by it. */
  readonly time_zone: string;
  /** First and last day covered, or null for a report over everything that found nothing. */
  readonly from: string | null;
  readonly to: string | null;
  /** Encodings of the counts; more than one if the program's encoding changed in that time. */
  readonly encodings: readonly string[];
  /** What the totals come to, in the words of every page and tool. */
  readonly headline: Headline;
  readonly totals: SavingsRow;
  /** Days with answers, oldest first. A row may have no search, only answers that stand for no reading; likewise below. */
  readonly days: readonly DayRow[];
  /** Most searches first, likewise clients. */
  readonly projects: readonly ProjectRow[];
  readonly clients: readonly ClientRow[];
  readonly tools: readonly ToolRow[];
  readonly problems: readonly Problem[];
}

export interface ReportOptions {
  /** IANA name, such as that of Intl.DateTimeFormat().resolvedOptions().timeZone. */
  readonly timeZone: string;
  /** Only this many days up to now's; absent for all. */
  readonly days?: number | undefined;
  /** Only answers to this client, as it introduced itself. */
  readonly client?: string | undefined;
  /** Only answers of this operation. */
  readonly tool?: string | undefined;
  readonly now?: Date | undefined;
}

/** Tallies by key, in the order in which the keys appear. */
function addTo(tallies: Map<string, Tally>, key: string, entry: JournalEntry, turn: number | null): void {
  const tally = tallies.get(key) ?? new Tally();
  tallies.set(key, tally);
  tally.add(entry, turn);
}

const bySearches = (a: SavingsRow, b: SavingsRow): number => b.searches - a.searches;

/** YYYY-MM-DD of a moment in a time zone. */
function dayFormat(timeZone: string): (time: Date) => string {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  return (time) => format.format(time);
}

/** The day so many days after another; both YYYY-MM-DD. */
export function addDays(day: string, count: number): string {
  const time = new Date(`${day}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() + count);
  return time.toISOString().slice(0, 10);
}

const hasAnswers = ({ searches, answers_counted: counted }: SavingsRow): boolean => searches + counted > 0;

/** Whether there is nothing to show. */
export const isEmpty = ({ totals }: SavingsReport): boolean => !hasAnswers(totals);

/** Without the rows that have no search and no answer counted, which tables do not show: their tokens are in the totals. */
export function withAnswers(report: SavingsReport): SavingsReport {
  const searched = <Row extends SavingsRow>(rows: readonly Row[]): readonly Row[] => rows.filter(hasAnswers);
  return {
    ...report,
    days: searched(report.days),
    projects: searched(report.projects),
    clients: searched(report.clients),
    tools: searched(report.tools),
  };
}

/** Reads the journal and adds it up. */
export async function reportSavings(journal: Pick<Journal, "entries">, options: ReportOptions): Promise<SavingsReport> {
  const now = options.now ?? new Date();
  const dayOf = dayFormat(options.timeZone);
  const last = dayOf(now);
  const first = options.days === undefined ? null : addDays(last, 1 - options.days);
  const problems: Problem[] = [];
  const [totals, days, projects, clients, tools] = [
    new Tally(),
    new Map<string, Tally>(),
    new Map<string, Tally>(),
    new Map<string, Tally>(),
    new Map<string, Tally>(),
  ] as const;
  const conversations = new Conversations();
  const [encodings, projectNames] = [new Set<string>(), new Map<string, string>()];
  for await (const entry of journal.entries((problem) => problems.push(problem))) {
    const day = dayOf(new Date(entry.time));
    if (first === null || (day >= first && day <= last)) {
      const { session, milliseconds } = entry;
      // The turns of a conversation are those of all its answers.
      const turn = session === undefined ? null : conversations.add(session, Date.parse(entry.time), milliseconds);
      if (entry.client !== (options.client ?? entry.client) || entry.operation !== (options.tool ?? entry.operation)) {
        continue;
      }
      totals.add(entry, turn);
      addTo(days, day, entry, turn);
      addTo(projects, entry.project_id, entry, turn);
      addTo(clients, entry.client, entry, turn);
      addTo(tools, entry.operation, entry, turn);
      encodings.add(entry.statistics.encoding);
      projectNames.set(entry.project_id, entry.project);
    }
  }
  const rows = Array.from(days, ([day, tally]): DayRow => ({ day, ...tally.row(conversations) }));
  const sums = totals.row(conversations);
  const dayRows = rows.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  return {
    schema_version: REPORT_VERSION,
    generated_at: now.toISOString(),
    time_zone: options.timeZone,
    from: first ?? dayRows[0]?.day ?? null,
    to: first === null ? (dayRows.at(-1)?.day ?? null) : last,
    encodings: [...encodings].sort(),
    headline: headlineOf(sums),
    totals: sums,
    days: dayRows,
    projects: Array.from(projects, ([id, tally]) => ({
      project: projectNames.get(id) ?? id,
      project_id: id,
      ...tally.row(conversations),
    })).toSorted(bySearches),
    clients: Array.from(clients, ([client, tally]) => ({ client, ...tally.row(conversations) })).toSorted(bySearches),
    tools: Array.from(tools, ([tool, tally]) => ({ tool, ...tally.row(conversations) })).toSorted(bySearches),
    problems,
  };
}
