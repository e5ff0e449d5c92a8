// A review for a terminal.
import { escapeControls, escapeName } from "../../vocabulary/shown-text.ts";
import type { EvidenceLine, Finding } from "../contract.ts";
import { type ReviewReport, reasonedNotes, uncheckedIn } from "../report.ts";

export function renderText(report: ReviewReport): string {
  const { summary, compared, findings, suppressed, intent, reasoned } = report;
  return [
    `${escapeControls(summary)}; ${escapeName(compared)}`,
    ...findings.flatMap(linesOf),
    ...listed(
      "suppressed",
      suppressed.map(
        ({ finding, reason, isOwn }) =>
          `${finding.rule} at ${finding.path}:${finding.line}: ${reason}${isOwn ? " (comment added by this change)" : ""}`,
      ),
    ),
    ...listed("not checked", uncheckedIn(report)),
    ...(intent === null ? [] : listed("changed, but not named by the intent", intent.unnamed)),
    ...listed("language model", reasonedNotes(report)),
    ...(reasoned?.findings ?? []).flatMap(linesOf),
  ].join("\n");
}

const linesOf = ({ severity, message, path, line, rule, evidence, source }: Finding): string[] => [
  "",
  `${source === undefined ? "" : `${source}, `}${severity}: ${escapeControls(message)} [${rule}]`,
  `  ${escapeName(path)}:${line}`,
  ...evidence.map((one) => `    ${placeOf(one)}  ${escapeControls(one.text)}`),
];

const placeOf = ({ path, line, side }: EvidenceLine): string =>
  `${escapeName(path)}:${line}${side === "before" ? " (before)" : ""}`;

const listed = (heading: string, rows: readonly string[]): string[] =>
  rows.length === 0 ? [] : ["", `${heading}:`, ...rows.map((row) => `  ${escapeControls(row)}`)];
