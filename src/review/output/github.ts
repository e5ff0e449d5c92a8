// A review as annotations of GitHub Actions (workflow commands), and as the summary of a step.
import type { Severity } from "../../vocabulary/severity.ts";
import { escapeControls } from "../../vocabulary/shown-text.ts";
import type { Finding } from "../contract.ts";
import { type ReviewReport, reasonedNotes, uncheckedIn } from "../report.ts";

const COMMANDS = {
  info: "notice",
  low: "notice",
  medium: "warning",
  high: "error",
  critical: "error",
} as const satisfies Record<Severity, string>;

/** As the toolkit of GitHub Actions escapes them: a line break would begin another command. */
const escapeData = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const escapeProperty = (text: string): string => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** One line for each finding, the most severe first; what was not checked as notices; then the summary. */
export function renderGithub(report: ReviewReport): string {
  const rules = new Map(report.rules.map(({ rule }) => [rule.id, rule.title]));
  const { findings, reasoned } = report;
  const lines = [...findings, ...(reasoned?.findings ?? [])].map((finding) => {
    const { severity, path, line, rule, message, source } = finding;
    const place = `file=${escapeProperty(escapeControls(path))},line=${line},title=${escapeProperty(rules.get(rule) ?? rule)}`;
    // An annotation of an error looks like a reason to fail.
    const command = source === undefined ? COMMANDS[severity] : "notice";
    return `::${command} ${place}::${escapeData(escapeControls(`${message} (${source ?? rule})`))}`;
  });
  const noticesOf = (title: string, all: readonly string[]) =>
    all.map((what) => `::notice title=${title}::${escapeData(escapeControls(what))}`);
  const notices = [
    ...noticesOf("Not checked", uncheckedIn(report)),
    ...noticesOf("Language model", reasonedNotes(report)),
  ];
  return [...lines, ...notices, escapeControls(report.summary)].join("\n");
}

/** Findings listed in a summary, whose size is limited. */
const LISTED_MAX = 100;

/** Markdown for the summary of a step, or for a comment. */
export function renderMarkdown(report: ReviewReport): string {
  const { summary, compared, findings, suppressed, intent, reasoned } = report;
  const more = findings.length - LISTED_MAX;
  const unchecked = uncheckedIn(report);
  return [
    `## Review: ${plain(summary)}`,
    "",
    plain(compared),
    ...findings.slice(0, LISTED_MAX).flatMap(sectionOf),
    ...(more > 0 ? ["", `${more} more findings are not listed here.`] : []),
    ...listed(
      "Suppressed",
      suppressed.map(({ finding, reason, isOwn }) => {
        const origin = isOwn ? " (added by this change)" : "";
        return `${finding.rule} at ${finding.path}:${finding.line}: ${reason}${origin}`;
      }),
    ),
    ...listed("Not checked", unchecked),
    ...(intent === null ? [] : listed("Changed files that the intent does not name", intent.unnamed)),
    ...listed("Language model", reasonedNotes(report)),
    ...(reasoned?.findings ?? []).slice(0, LISTED_MAX).flatMap(sectionOf),
    "",
  ].join("\n");
}

function sectionOf({ severity, message, path, line, rule, evidence, source }: Finding): string[] {
  const shown = evidence.map((one) => {
    const before = one.side === "before" ? " (before)" : "";
    return `    ${escapeControls(`${one.path}:${one.line}${before}  ${one.text}`)}`;
  });
  return [
    "",
    `**${source === undefined ? "" : `${source}, `}${severity}** ${plain(message)} \`${rule}\``,
    "",
    `${plain(path)}:${line}`,
    "",
    ...shown,
  ];
}

const listed = (heading: string, rows: readonly string[]): string[] =>
  rows.length === 0 ? [] : ["", `### ${heading}`, "", ...rows.map((row) => `- ${plain(row)}`)];

/** Text of a repository in Markdown: no link, image, HTML or mention comes of it. */
const plain = (text: string): string => escapeControls(text).replace(/[\\`*_{}[\]<>()#+!|@~]/g, "\\$&");
