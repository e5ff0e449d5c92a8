// The savings report as text for a terminal: three tables and what the figures mean. Without colours.
import { formatNumber } from "../vocabulary/amounts.ts";
import { formatMilliseconds, formatPercent, projectNames, visibleName } from "./figures.ts";
import { type ReportOptions, type SavingsReport, withSearches } from "./report.ts";
import { sumSmallProjects, type TableRow } from "./small-rows.ts";

const NAME_CHARACTERS_MAX = 32;

const COLUMNS = ["searches", "sent", "whole files", "saved", "whole project", "saved"];

function cells(name: string, row: TableRow): string[] {
  // A figure that is partly an estimate carries a tilde.
  const about = row.searches_estimated > 0 ? "~" : "";
  return [
    visibleName(name, NAME_CHARACTERS_MAX),
    formatNumber(row.searches),
    formatNumber(row.context_tokens + row.envelope_tokens),
    about + formatNumber(row.hit_files_tokens),
    row.saved_of_hit_files_tokens < 0 ? "none" : about + formatPercent(row.saved_of_hit_files_percent),
    about + formatNumber(row.total_tokens),
    row.context_tokens + row.envelope_tokens > row.total_tokens ? "none" : about + formatPercent(row.saved_percent),
  ];
}

/** Columns on a terminal: East Asian wide characters take two. */
function width(text: string): number {
  return Array.from(text).reduce((sum, character) => {
    const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
    const none = /\p{M}/u.test(character);
    return sum + (none ? 0 : wide.test(character) || /\p{Emoji_Presentation}/u.test(character) ? 2 : 1);
  }, 0);
}

function alignLines(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => width(row[column] ?? ""))));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const space = " ".repeat((widths[column] ?? 0) - width(cell));
        return column === 0 ? cell + space : space + cell;
      })
      .join("  ")
      .trimEnd(),
  );
}

function table(heading: string, rows: readonly (readonly string[])[]): string {
  const [head = "", ...lines] = alignLines([[heading, ...COLUMNS], ...rows]);
  return [head, "─".repeat(Math.max(width(head), ...lines.map(width))), ...lines].join("\n");
}

const renderSearches = (count: number): string => `${formatNumber(count)} ${count === 1 ? "search" : "searches"}`;

function summary({ totals, from, to, time_zone: zone }: SavingsReport): string {
  const period = from === null || to === null ? "" : from === to ? ` on ${from}` : ` from ${from} to ${to}`;
  const { searches, searches_cached: cached, milliseconds_median: median } = totals;
  const times = `${formatNumber(cached)} from the cache, median ${formatMilliseconds(median)}`;
  return `${renderSearches(searches)}${period} (${zone}); ${times}`;
}

function net({ totals }: SavingsReport): string {
  const { sessions, session_tokens: taken, net_saved_tokens: saved } = totals;
  const others = `all other answers (${formatNumber(totals.other_answers_tokens)} tokens) and `;
  const given = `${others}${formatNumber(sessions)} ${sessions === 1 ? "session" : "sessions"} (tool list and instructions, ${formatNumber(taken)} tokens)`;
  return saved < 0
    ? `Less ${given}: nothing saved, ${formatNumber(-saved)} tokens more than the whole files`
    : `Less ${given}: ${formatNumber(saved)} tokens saved of the whole files`;
}

/** Nothing where no conversation had a second turn. */
function resident({ totals }: SavingsReport): string[] {
  const { resident_tokens: own, resident_files_tokens: files } = totals;
  return own === 0
    ? []
    : [
        `Sent again with later turns, as it stays in the context: at least ${formatNumber(own)} tokens; of the whole files it would be ${formatNumber(files)}`,
      ];
}

function notes({ totals, encodings }: SavingsReport): string {
  const without = totals.searches - totals.searches_with_source;
  return [
    `"sent": tokens (${encodings.join(", ")}) of the answers. "whole files": cost of reading each file with a hit;`,
    '"whole project": all searchable files, once per search, which flatters: nobody reads a whole project each time.',
    ...(without > 0
      ? [
          `${renderSearches(without)} replaced no reading (nothing found, locations, graphs, lists, saved to disk) and saved nothing.`,
        ]
      : []),
    ...(totals.searches_estimated > 0
      ? [
          `~: in ${renderSearches(totals.searches_estimated)} the project was not fully counted yet: both baselines are partly estimated.`,
        ]
      : []),
  ].join("\n");
}

/** Which answers a report is about, where it is not about all. */
export type ReportFilter = Pick<ReportOptions, "client" | "tool">;

const filterText = ({ client, tool }: ReportFilter): string =>
  [
    ...(client === undefined ? [] : [` for client ${visibleName(client, 120)}`]),
    ...(tool === undefined ? [] : [` by tool ${visibleName(tool, 120)}`]),
  ].join("");

/** `filter`: what the report was made with. Ends with a line break. */
export function renderReportTable(whole: SavingsReport, filter: ReportFilter = {}): string {
  const report = withSearches(whole);
  const problems = report.problems.map((problem) => `problem: ${visibleName(problem.message, 400)}`);
  if (report.totals.searches === 0) {
    const period = report.from === null ? "" : ` from ${report.from} to ${report.to}`;
    return `${[`no searches recorded${filterText(filter)}${period}`, ...problems].join("\n")}\n`;
  }
  const names = projectNames(report.projects);
  const sections = [
    summary(report),
    table("day", [...report.days.map((row) => cells(row.day, row)), cells("all days", report.totals)]),
    table(
      "project",
      sumSmallProjects(report.projects.map((row, index) => ({ name: names[index] ?? "", row }))).map(({ name, row }) =>
        cells(name, row),
      ),
    ),
    table(
      "client",
      report.clients.map((row) => cells(row.client, row)),
    ),
    table(
      "tool",
      report.tools.map((row) => cells(row.tool, row)),
    ),
    [net(report), ...resident(report), notes(report), ...problems].join("\n"),
  ];
  return `${sections.join("\n\n")}\n`;
}
