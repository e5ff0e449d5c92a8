// The savings report as text for a terminal: the number and its sentence, four tables and what the figures mean. Without colours.
import { formatNumber, renderCount } from "../vocabulary/shown-text.ts";
import { formatMilliseconds, formatPercent, projectNames, visibleName } from "./figures.ts";
import { headlineOf, residentSentence } from "./headline.ts";
import { isEmpty, type ReportOptions, type SavingsReport, withAnswers } from "./report.ts";
import { sumSmallProjects, type TableRow } from "./small-rows.ts";

const NAME_CHARACTERS_MAX = 32;

const COLUMNS = ["searches", "counted", "sent", "instead", "saved", "other answers"];

function cells(name: string, row: TableRow): string[] {
  const { alternative_tokens: instead, saved_of_alternative_tokens: saved } = row;
  return [
    visibleName(name, NAME_CHARACTERS_MAX),
    formatNumber(row.searches),
    formatNumber(row.answers_counted),
    formatNumber(row.sent_tokens),
    formatNumber(instead),
    saved <= 0 ? "none" : formatPercent(row.saved_of_alternative_percent),
    formatNumber(row.other_answers_tokens),
  ];
}

/** Columns on a terminal: East Asian wide characters take two. */
const width = (text: string): number =>
  Array.from(text).reduce((sum, character) => {
    const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
    const none = /\p{M}/u.test(character);
    return sum + (none ? 0 : wide.test(character) || /\p{Emoji_Presentation}/u.test(character) ? 2 : 1);
  }, 0);

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

/** The number, how it comes about, and when. */
function summary({ totals, from, to, time_zone: zone }: SavingsReport): string {
  const period = from === null || to === null ? "" : from === to ? ` on ${from}` : ` from ${from} to ${to}`;
  const { searches, searches_cached: cached, milliseconds_median: median } = totals;
  const { number, sentence } = headlineOf(totals);
  return [
    `${number}${period} (${zone})`,
    sentence,
    `${renderCount(searches, "search", "searches")}, ${formatNumber(cached)} from the cache, median ${formatMilliseconds(median)}`,
  ].join("\n");
}

function notes({ totals, encodings }: SavingsReport): string[] {
  const { answers_counted: counted, answers_cheaper_by_grep: byGrep, answers_doubtful: doubtful } = totals;
  const resident = residentSentence(totals);
  return [
    `"counted": answers with source that stand in place of reading or grepping. "sent": their tokens (${encodings.join(", ")}). "instead": for each`,
    `the cheaper of reading the files of its first three hits and grepping (of ${formatNumber(counted)}, ${formatNumber(byGrep)} by grepping). "other answers": tokens of all others.`,
    ...(doubtful > 0 ? [`${renderCount(doubtful, "answer")} with nothing to rely on: counted as cost.`] : []),
    ...(resident === null ? [] : [resident]),
  ];
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
  const report = withAnswers(whole);
  const problems = report.problems.map((problem) => `problem: ${visibleName(problem.message, 400)}`);
  if (isEmpty(report)) {
    const period = report.from === null ? "" : ` from ${report.from} to ${report.to}`;
    return `${[`no answers recorded${filterText(filter)}${period}`, ...problems].join("\n")}\n`;
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
    [...notes(report), ...problems].join("\n"),
  ];
  return `${sections.join("\n\n")}\n`;
}
