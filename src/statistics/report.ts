// The savings report: the journal added up by day, project and client, against two baselines of equal standing.
// docs/statistics.md explains the method; storage/schema/report.schema.json is the document's schema.
//
//   const report = await reportSavings(journal, { timeZone, days: 30 });   // or { timeZone } for all
//   renderReportTable(report), renderReportHtml(report), JSON.stringify(report)
import type { Problem } from "../vocabulary/problem.ts";
import { percentOf } from "../vocabulary/search.ts";
import type { Journal } from "./journal.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { standsForReading } from "./reading.ts";

const REPORT_VERSION = 1;

/** Sums over searches. Tokens count only answers that replace reading a file: the others saved nothing by themselves. */
export interface SavingsRow {
  readonly searches: number;
  /** Of those, the ones whose answer replaces reading files, since it carried their source. */
  readonly searches_with_source: number;
  /** Answered from the query cache. */
  readonly searches_cached: number;
  /** With source, and with a project total that was partly an estimate. */
  readonly searches_estimated: number;
  /** Tokens of source sent. */
  readonly context_tokens: number;
  /** First baseline: tokens of the whole files that the hits lie in. */
  readonly hit_files_tokens: number;
  /** Tokens of the same answers' text around that source: paths, lines, completeness. */
  readonly envelope_tokens: number;
  /** hit_files_tokens − context_tokens − envelope_tokens; below 0 where the answers were longer than those files. */
  readonly saved_of_hit_files_tokens: number;
  /** Of hit_files_tokens, one decimal; 0 where nothing was saved. */
  readonly saved_of_hit_files_percent: number;
  /** Conversations with a client, each of which was sent the tool list and the instructions. */
  readonly sessions: number;
  /** What these took. */
  readonly session_tokens: number;
  /** Tokens of the answers that stand for no reading: graphs, lists, matching lines, nothing found. Clients' alone. */
  readonly other_answers_tokens: number;
  /** hit_files_tokens with each file once a conversation: an assistant that has read it would not read it again. */
  readonly first_read_tokens: number;
  /**
   * first_read_tokens − context_tokens − envelope_tokens − other_answers_tokens − session_tokens: the figure to trust; below 0 where
   * the answers cost more.
   */
  readonly net_saved_tokens: number;
  /** Second baseline: tokens of the whole searchable project, once a search. */
  readonly total_tokens: number;
  /** total_tokens less both parts of each answer, at least 0 for each. */
  readonly saved_tokens: number;
  /** Of total_tokens, one decimal. */
  readonly saved_percent: number;
  /** Median time of an answer; 0 for no search. */
  readonly milliseconds_median: number;
}

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
  /** Encodings of the counts; more than one where the program changed its encoding in between. */
  readonly encodings: readonly string[];
  readonly totals: SavingsRow;
  /** Days with searches, oldest first. */
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
  readonly now?: Date | undefined;
}

/** What these answer with is on the disk, and a few words in the context. */
const KEPT_ON_DISK: ReadonlySet<string> = new Set(["save_search_results"]);

/** The envelope of a search in a line of an older version, as measured then. */
const SEARCH_ENVELOPE_TOKENS = 60;

/** Tool list and instructions of the default toolsets, in tokens: for lines of older versions, which do not say what theirs were. */
const SESSION_TOKENS = 3_600;

/** The command line gets neither. */
const COMMAND_LINE = "context-broker";

const envelopeOf = ({ envelope_tokens: tokens, operation }: JournalEntry): number =>
  tokens ?? (operation === "search_codebase" ? SEARCH_ENVELOPE_TOKENS : 0);

/** One conversation; lines of an older version count as one conversation a day. */
const sessionOf = ({ session, client, time }: JournalEntry): string => session ?? `${client} ${time.slice(0, 10)}`;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  return Math.round(5 * (upper + lower)) / 10;
}

/** Adds up searches one at a time: a journal of two years need not fit in memory. */
class Tally {
  readonly #milliseconds: number[] = [];
  /** Tokens of the tool list and the instructions, by session. */
  readonly #sessions = new Map<string, number>();
  readonly #sums = {
    searches: 0,
    searches_with_source: 0,
    searches_cached: 0,
    searches_estimated: 0,
    context_tokens: 0,
    envelope_tokens: 0,
    hit_files_tokens: 0,
    first_read_tokens: 0,
    other_answers_tokens: 0,
    total_tokens: 0,
    saved_tokens: 0,
  };

  add(entry: JournalEntry): void {
    const { statistics } = entry;
    const sums = this.#sums;
    this.#milliseconds.push(entry.milliseconds);
    sums.searches += 1;
    sums.searches_cached += entry.cached ? 1 : 0;
    if (entry.client !== COMMAND_LINE) {
      this.#sessions.set(sessionOf(entry), entry.session_tokens ?? SESSION_TOKENS);
    }
    if (standsForReading(entry.operation, statistics.context_tokens, entry.hits)) {
      const envelope = envelopeOf(entry);
      sums.searches_with_source += 1;
      sums.searches_estimated += statistics.total_tokens_exact ? 0 : 1;
      sums.context_tokens += statistics.context_tokens;
      sums.hit_files_tokens += statistics.hit_files_tokens;
      sums.first_read_tokens += entry.first_read_tokens ?? statistics.hit_files_tokens;
      sums.total_tokens += statistics.total_tokens;
      sums.envelope_tokens += envelope;
      sums.saved_tokens += Math.max(0, statistics.total_tokens - statistics.context_tokens - envelope);
    } else if (entry.client !== COMMAND_LINE && !KEPT_ON_DISK.has(entry.operation)) {
      sums.other_answers_tokens += statistics.context_tokens + envelopeOf(entry);
    }
  }

  row(): SavingsRow {
    const sums = this.#sums;
    const savedOfHitFiles = sums.hit_files_tokens - sums.context_tokens - sums.envelope_tokens;
    const sessionTokens = [...this.#sessions.values()].reduce((sum, tokens) => sum + tokens, 0);
    return {
      searches: sums.searches,
      searches_with_source: sums.searches_with_source,
      searches_cached: sums.searches_cached,
      searches_estimated: sums.searches_estimated,
      context_tokens: sums.context_tokens,
      envelope_tokens: sums.envelope_tokens,
      hit_files_tokens: sums.hit_files_tokens,
      saved_of_hit_files_tokens: savedOfHitFiles,
      saved_of_hit_files_percent: percentOf(Math.max(0, savedOfHitFiles), sums.hit_files_tokens),
      sessions: this.#sessions.size,
      session_tokens: sessionTokens,
      other_answers_tokens: sums.other_answers_tokens,
      first_read_tokens: sums.first_read_tokens,
      net_saved_tokens:
        sums.first_read_tokens - sums.context_tokens - sums.envelope_tokens - sums.other_answers_tokens - sessionTokens,
      total_tokens: sums.total_tokens,
      saved_tokens: sums.saved_tokens,
      saved_percent: percentOf(sums.saved_tokens, sums.total_tokens),
      milliseconds_median: median(this.#milliseconds),
    };
  }
}

/** Tallies by key, in the order in which the keys appear. */
function addTo(tallies: Map<string, Tally>, key: string, entry: JournalEntry): void {
  const tally = tallies.get(key) ?? new Tally();
  tallies.set(key, tally);
  tally.add(entry);
}

function bySearches(a: SavingsRow, b: SavingsRow): number {
  return b.searches - a.searches;
}

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
  const [encodings, projectNames] = [new Set<string>(), new Map<string, string>()];
  for await (const entry of journal.entries((problem) => problems.push(problem))) {
    const day = dayOf(new Date(entry.time));
    if (first === null || (day >= first && day <= last)) {
      totals.add(entry);
      addTo(days, day, entry);
      addTo(projects, entry.project_id, entry);
      addTo(clients, entry.client, entry);
      addTo(tools, entry.operation, entry);
      encodings.add(entry.statistics.encoding);
      projectNames.set(entry.project_id, entry.project);
    }
  }
  const rows = Array.from(days, ([day, tally]): DayRow => ({ day, ...tally.row() }));
  const dayRows = rows.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  return {
    schema_version: REPORT_VERSION,
    generated_at: now.toISOString(),
    time_zone: options.timeZone,
    from: first ?? dayRows[0]?.day ?? null,
    to: first === null ? (dayRows.at(-1)?.day ?? null) : last,
    encodings: [...encodings].sort(),
    totals: totals.row(),
    days: dayRows,
    projects: Array.from(projects, ([id, tally]) => ({
      project: projectNames.get(id) ?? id,
      project_id: id,
      ...tally.row(),
    })).toSorted(bySearches),
    clients: Array.from(clients, ([client, tally]) => ({ client, ...tally.row() })).toSorted(bySearches),
    tools: Array.from(tools, ([tool, tally]) => ({ tool, ...tally.row() })).toSorted(bySearches),
    problems,
  };
}
