// A finished review as all outputs show it.
import { renderCount } from "../vocabulary/shown-text.ts";
import type { Finding } from "./contract.ts";
import type { IntentCoverage } from "./intent.ts";
import { inOrder, type ReviewStatus, statusOf, type Thresholds } from "./judgement.ts";
import type { Reviewed } from "./review-change.ts";
import type { RuleReport } from "./run-rules.ts";
import type { Suppressed, SuppressedFinding } from "./suppress.ts";

export interface ReviewReport {
  readonly status: ReviewStatus;
  /** 0 to 100; null where nothing is known of it. */
  readonly riskScore: number | null;
  /** One sentence. */
  readonly summary: string;
  /** The two states, for a person. */
  readonly compared: string;
  /** Most severe first. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SuppressedFinding[];
  readonly rules: readonly RuleReport[];
  /** What the review did not look into, in sentences. */
  readonly notChecked: readonly string[];
  /** Null where the author said nothing. */
  readonly intent: IntentCoverage | null;
  /** What a language model adds; null where none was asked. Neither the status nor the summary knows of it. */
  readonly reasoned: ReasonedReview | null;
  /** Version of this program. */
  readonly version: string;
}

/** In JSON as it is here. */
export interface ReasonedReview {
  /** The language model's name. */
  readonly model: string;
  /** All with a `source`, most severe first. */
  readonly findings: readonly Finding[];
  readonly specialists: readonly {
    readonly name: string;
    /** Why it has no answer; null where it has. */
    readonly failed: string | null;
    readonly found: number;
    /** What is wrong with each finding that is not shown. */
    readonly dropped: readonly string[];
    /** Places of the change for which there was no room. */
    readonly unsent: number;
    /** As the provider counts them. */
    readonly tokens: { readonly input: number | null; readonly output: number | null };
    readonly cost: number | null;
  }[];
  /** Credentials that were taken out of what was sent: `an access key of AWS at src/a.ts:3`. */
  readonly redacted: readonly string[];
}

export interface ReportTask {
  readonly reviewed: Reviewed;
  readonly suppressed: Suppressed;
  readonly thresholds: Thresholds;
  /** Whether what could not be checked requests changes. */
  readonly requiresAll: boolean;
  readonly compared: string;
  readonly intent: IntentCoverage | null;
  readonly version: string;
}

export function reportOf(task: ReportTask): ReviewReport {
  const { reviewed, suppressed, thresholds, requiresAll, ...rest } = task;
  const { found, reports, risk, notChecked } = reviewed;
  const findings = inOrder(suppressed.findings);
  const incomplete =
    notChecked.length > 0 || reports.some((one) => one.unavailable !== null || one.notChecked.length > 0);
  const byFindings = statusOf(findings, thresholds);
  const status = byFindings === "approved" && requiresAll && incomplete ? "changes_requested" : byFindings;
  const riskScore = risk === null || (risk.unknown.length > 0 && risk.score === 0) ? null : risk.score;
  const parts = [
    renderCount(findings.length, "finding"),
    ...(suppressed.suppressed.length === 0 ? [] : [`${suppressed.suppressed.length} suppressed`]),
    renderCount(found.files.length, "changed file"),
    `risk ${riskScore === null ? "unknown" : `${riskScore}/100`}`,
    ...(incomplete ? ["not everything could be checked"] : []),
  ];
  return {
    ...rest,
    status,
    riskScore,
    summary: `${status.replaceAll("_", " ")}: ${parts.join(", ")}`,
    findings,
    suppressed: suppressed.suppressed,
    rules: reports,
    notChecked,
    reasoned: null,
  };
}

/** What came of the specialists beside their findings, in sentences. */
export const reasonedNotes = ({ reasoned }: Pick<ReviewReport, "reasoned">): string[] =>
  reasoned === null
    ? []
    : [
        `${reasoned.model} was asked; what it says may be wrong, and changes neither the status nor the exit code`,
        ...reasoned.specialists.map(({ name, failed, found, dropped, unsent }) => {
          const came = failed === null ? renderCount(found, "finding") : `failed: ${failed}`;
          const lost = dropped.length === 0 ? "" : `, ${dropped.length} dropped (${dropped.join("; ")})`;
          const left = unsent === 0 ? "" : `, ${renderCount(unsent, "place")} of the change left out (max_tokens)`;
          return `${name}: ${came}${lost}${left}`;
        }),
        ...reasoned.redacted.map((what) => `taken out of what was sent: ${what}`),
      ];

/** Everything that was not checked, in sentences: rules that could not run, what rules left, what the review left. */
export const uncheckedIn = ({ rules, notChecked }: Pick<ReviewReport, "rules" | "notChecked">): string[] => [
  ...rules.flatMap(({ rule, unavailable }) =>
    unavailable === null ? [] : [`${rule.id} could not run: ${unavailable}`],
  ),
  ...rules.flatMap(({ rule, notChecked: left }) => left.map((what) => `${rule.id}: ${what}`)),
  ...notChecked,
];
