// From findings to a status.
import { isAtLeast, SEVERITIES, type SeverityThreshold } from "../vocabulary/severity.ts";
import type { Finding } from "./contract.ts";

export const STATUSES = ["approved", "changes_requested", "blocked"] as const;
export type ReviewStatus = (typeof STATUSES)[number];

/** From which severity on a finding counts. */
export interface Thresholds {
  readonly block: SeverityThreshold;
  readonly requestChanges: SeverityThreshold;
}

export function statusOf(findings: readonly Pick<Finding, "severity">[], thresholds: Thresholds): ReviewStatus {
  const some = (least: SeverityThreshold): boolean => findings.some(({ severity }) => isAtLeast(severity, least));
  return some(thresholds.block) ? "blocked" : some(thresholds.requestChanges) ? "changes_requested" : "approved";
}

/** Most severe first, then by place. */
export function inOrder<Row extends Finding>(findings: readonly Row[]): Row[] {
  const rank = ({ severity }: Finding): number => -SEVERITIES.indexOf(severity);
  const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return findings.toSorted(
    (a, b) => rank(a) - rank(b) || byText(a.path, b.path) || a.line - b.line || byText(a.rule, b.rule),
  );
}
