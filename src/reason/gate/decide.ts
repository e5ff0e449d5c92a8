// Whether proposed edits are written, asked about, or left: from what they may break and from what the user said. Pure; only the user's own flags
// and answers count.

/** What staged edits would do to the project, as far as it is known. */
export interface ProposalImpact {
  /** 0 to 100, at least; null where no symbol was weighed. */
  readonly risk: number | null;
  /** What the risk consists of: `exported +10`. */
  readonly points: readonly string[];
  /** What is not known: `3 files not looked at`. */
  readonly unknown: readonly string[];
  /** Symbols that are removed or have another signature, as `path#symbol`. */
  readonly altered: readonly string[];
  /** Where unchanged lines use these, as `path:12,14`. */
  readonly users: readonly string[];
  /** Of these, tests. */
  readonly tests: readonly string[];
  /** Of the changed symbols, those that other files can import. */
  readonly exported: readonly string[];
  /** Places that the edits may concern and leave, as `path:12 why`. */
  readonly left: readonly string[];
  /** Whether the impact could be determined at all. */
  readonly isWeighed: boolean;
}

export interface Consent {
  /** Write without a question. */
  readonly yes: boolean;
  /** The same, above the threshold. */
  readonly acceptRisk: boolean;
  /** Whether somebody can be asked. */
  readonly canAsk: boolean;
}

export type Decision =
  | { readonly kind: "write" }
  | { readonly kind: "ask"; readonly question: string }
  /** `flags`: what writes it without a question. */
  | { readonly kind: "leave"; readonly flags: string };

/** Points from which edits are risky. An exported function without tests that others call has 25 and more (src/intelligence/symbols/risk.ts). */
export const RISKY_FROM = 40;

export const isRisky = ({ risk, users, isWeighed }: ProposalImpact): boolean =>
  !isWeighed || users.length > 0 || (risk ?? 0) >= RISKY_FROM;

export function decide(impact: ProposalImpact, files: number, { yes, acceptRisk, canAsk }: Consent): Decision {
  const risky = isRisky(impact);
  if (yes && (!risky || acceptRisk)) {
    return { kind: "write" };
  }
  if (!canAsk) {
    return { kind: "leave", flags: risky ? "--yes --accept-risk" : "--yes" };
  }
  const what = files === 1 ? "this file" : `these ${files} files`;
  return { kind: "ask", question: risky ? `This may break the above. Write ${what} all the same?` : `Write ${what}?` };
}

const LISTED_MAX = 8;

/** What may break, for the user: a line for each kind of consequence; none where nothing is known to break. */
export function warningsOf(impact: ProposalImpact): string[] {
  const { risk, points, unknown, altered, users, tests, exported, left, isWeighed } = impact;
  const list = (label: string, all: readonly string[]): string[] =>
    all.length === 0
      ? []
      : [
          `${label}: ${all.slice(0, LISTED_MAX).join(", ")}${all.length > LISTED_MAX ? ` and ${all.length - LISTED_MAX} more` : ""}`,
        ];
  return [
    ...(isWeighed ? [] : ["what the edits break could not be determined"]),
    ...list("removed, or with another signature", altered),
    ...list("still used in", users),
    ...list("of these, tests", tests),
    ...list("public, so other projects may use it", exported),
    ...list("left as they are", left),
    ...(risk === null ? [] : [`risk ${risk}/100${points.length === 0 ? "" : `: ${points.join(", ")}`}`]),
    ...list("not known", unknown),
  ];
}
