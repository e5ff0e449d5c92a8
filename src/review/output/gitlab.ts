// A review as a Code Quality report of GitLab (https://docs.gitlab.com/ci/testing/code_quality/).
import type { Severity } from "../../vocabulary/severity.ts";
import type { ReviewReport } from "../report.ts";
import { fingerprintsOf } from "./fingerprint.ts";
import { safeJson } from "./json.ts";

const SEVERITY_OF = {
  info: "info",
  low: "minor",
  medium: "major",
  high: "critical",
  critical: "blocker",
} as const satisfies Record<Severity, string>;

export function renderGitlab({ findings }: ReviewReport): string {
  const fingerprints = fingerprintsOf(findings);
  const issues = findings.map(({ rule, severity, message, path, line }, at) => ({
    description: message,
    check_name: rule,
    fingerprint: fingerprints[at] ?? "",
    severity: SEVERITY_OF[severity],
    location: { path, lines: { begin: line } },
  }));
  return safeJson(issues);
}
