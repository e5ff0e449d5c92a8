// A review in SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), as code scanning of GitHub and others read it.
import type { Severity } from "../../vocabulary/severity.ts";
import type { EvidenceLine, Finding, Rule } from "../contract.ts";
import { type ReviewReport, reasonedNotes, uncheckedIn } from "../report.ts";
import { SUPPRESSION_RULE, type SuppressedFinding } from "../suppress.ts";
import { fingerprintsOf } from "./fingerprint.ts";
import { safeJson } from "./json.ts";

const LEVELS = {
  info: "note",
  low: "note",
  medium: "warning",
  high: "error",
  critical: "error",
} as const satisfies Record<Severity, string>;

interface Described extends Pick<Rule, "id" | "title" | "severity" | "doc"> {
  readonly type: Rule["type"] | "language model";
}

/** The one rule that the frame itself has. */
const OF_FRAME: Described = {
  id: SUPPRESSION_RULE,
  title: "Suppression without effect",
  type: "suppression",
  severity: "low",
  doc: "A comment that is to suppress a finding gives no reason, names no rule, or suppresses nothing.",
};

const OF_MODEL: Described = {
  id: "language-model",
  title: "Said by a language model",
  type: "language model",
  severity: "low",
  doc: "A language model says so, and quotes lines that it was sent. It may be wrong; the status does not depend on it.",
};

export function renderSarif(report: ReviewReport): string {
  const ofModel = report.reasoned?.findings ?? [];
  const rules: readonly Described[] = [
    ...report.rules.map(({ rule }) => rule),
    OF_FRAME,
    ...(report.reasoned === null ? [] : [OF_MODEL]),
  ];
  const suppressed = new Map(report.suppressed.map((one) => [one.finding, one]));
  const findings = [...report.findings, ...suppressed.keys(), ...ofModel];
  const fingerprints = fingerprintsOf(findings);
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "context-broker",
            version: report.version,
            semanticVersion: report.version,
            rules: rules.map(ruleOf),
          },
        },
        automationDetails: { id: "context-broker/review" },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: [...uncheckedIn(report), ...reasonedNotes(report)].map((text) => ({
              level: "warning",
              message: { text },
            })),
          },
        ],
        results: findings.map((finding, at) =>
          resultOf(finding, rules, fingerprints[at] ?? "", suppressed.get(finding)),
        ),
        properties: { status: report.status, riskScore: report.riskScore, compared: report.compared },
      },
    ],
  };
  return safeJson(log);
}

const ruleOf = ({ id, title, type, severity, doc }: Described) => ({
  id,
  name: id.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  shortDescription: { text: title },
  fullDescription: { text: doc.split("\n\n", 1)[0]?.replaceAll("\n", " ") ?? title },
  help: { text: doc, markdown: doc },
  defaultConfiguration: { level: LEVELS[severity] },
  properties: { tags: [type], "problem.severity": LEVELS[severity] === "note" ? "recommendation" : LEVELS[severity] },
});

function resultOf(
  finding: Finding,
  rules: readonly Described[],
  fingerprint: string,
  suppressed: SuppressedFinding | undefined,
) {
  const { rule, severity, message, path, line, symbol, evidence, source } = finding;
  const related = evidence.map((one, at) => ({ id: at + 1, ...locationOf(one), message: { text: textOf(one) } }));
  return {
    ruleId: rule,
    ruleIndex: rules.findIndex(({ id }) => id === rule.split("/")[0]),
    // Code scanning fails a check by its level.
    level: source === undefined ? LEVELS[severity] : "note",
    // Brackets would make a link.
    message: { text: source === undefined ? message : `${source}: ${message.replace(/[[\]\\]/g, "\\$&")}` },
    locations: [
      {
        ...locationOf({ path, line }),
        ...(symbol === null ? {} : { logicalLocations: [{ fullyQualifiedName: symbol }] }),
      },
    ],
    relatedLocations: related,
    partialFingerprints: { "contextBrokerFinding/v1": fingerprint },
    ...(suppressed === undefined ? {} : { suppressions: [suppressionOf(suppressed)] }),
    properties: { severity, type: finding.type, ...(source === undefined ? {} : { source }) },
  };
}

const textOf = ({ text, side }: EvidenceLine): string => (side === "before" ? `before the change: ${text}` : text);

const locationOf = ({ path, line }: Pick<EvidenceLine, "path" | "line">) => ({
  physicalLocation: {
    artifactLocation: { uri: path.split("/").map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" },
    region: { startLine: line },
  },
});

/** A suppression that the change itself adds is for the reviewer to accept. */
const suppressionOf = ({ reason, by, isOwn }: SuppressedFinding) => ({
  kind: by === "comment" ? "inSource" : "external",
  status: isOwn ? "underReview" : "accepted",
  justification: reason,
});
