// The sample as a person reads it: each finding with its evidence and what the commit did to the file.
import type { DrawnFinding } from "./draw-sample.ts";
import { gitIn } from "./review-commits.ts";

/** Longer differences are cut: the finding's line is looked up in the repository then. */
const DIFF_LINES_MAX = 160;

/** `rootOf`: the folder of a repository of that name. */
export function sheetOf(sample: readonly DrawnFinding[], rootOf: (repository: string) => string): string {
  return sample.map((finding, at) => entryOf(finding, at + 1, rootOf(finding.repository))).join("\n");
}

function entryOf(finding: DrawnFinding, number: number, root: string): string {
  const { repository, commit, subject, rule, severity, path, line, symbol, message, evidence } = finding;
  const lines = gitIn(root, "show", "--format=", "--find-renames", commit, "--", path).split("\n");
  const cut = lines.length > DIFF_LINES_MAX ? [`… ${lines.length - DIFF_LINES_MAX} more lines`] : [];
  return [
    `## ${number}. ${rule} (${severity}): ${repository} ${commit.slice(0, 10)}`,
    "",
    `- commit: ${subject}`,
    `- at ${path}:${line}${symbol === null ? "" : `, ${symbol}`}`,
    `- ${message}`,
    ...evidence.map((one) => `- ${one.side} ${one.path}:${one.line}: \`${one.text}\``),
    "",
    "````diff",
    ...lines.slice(0, DIFF_LINES_MAX),
    ...cut,
    "````",
    "",
  ].join("\n");
}
