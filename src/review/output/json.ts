// A review as JSON: the structured answer of the command, and the documented form of `--output json`.

import { z } from "zod";
import { SEVERITIES } from "../../vocabulary/severity.ts";
import { escapeUnseenInJson } from "../../vocabulary/shown-text.ts";
import { FINDING_TYPES, type Finding } from "../contract.ts";
import { STATUSES } from "../judgement.ts";
import type { ReviewReport } from "../report.ts";

const evidenceField = z.object({
  path: z.string(),
  line: z.number(),
  text: z.string(),
  side: z.enum(["before", "after"]),
});
const finding = {
  severity: z.enum(SEVERITIES),
  type: z.enum(FINDING_TYPES),
  message: z.string(),
  path: z.string(),
  line: z.number().describe("1-based, after the change; of what was deleted, before it"),
  symbol: z.string().nullable(),
  evidence: z.array(evidenceField),
  rule: z.string(),
};

export const reviewFields = {
  status: z.enum(STATUSES),
  risk_score: z.number().nullable().describe("0 to 100; null where nothing is known of it"),
  compared: z.string().describe("the two states"),
  findings: z.array(z.object(finding)),
  suppressed: z.array(
    z.object({ ...finding, reason: z.string(), by: z.enum(["settings", "comment"]), added_by_change: z.boolean() }),
  ),
  rules: z.array(
    z.object({
      id: z.string(),
      state: z.enum(["checked", "unavailable"]),
      why: z.string().optional().describe("why it could not run"),
      not_checked: z.array(z.string()).optional().describe("what it did not look into"),
    }),
  ),
  not_checked: z.array(z.string()).describe("what the review as a whole did not look into"),
  intent: z
    .object({ files: z.number(), not_named: z.array(z.string()) })
    .optional()
    .describe("changed files, and those that no word of the intent names"),
  reasoned: z
    .object({
      model: z.string(),
      findings: z.array(z.object({ ...finding, source: z.literal("language model").optional() })),
      specialists: z.array(
        z.object({
          name: z.string(),
          failed: z.string().nullable(),
          found: z.number(),
          dropped: z.array(z.string()).describe("what is wrong with each finding that is not shown"),
          unsent: z.number().describe("places of the change for which there was no room"),
          tokens: z.object({ input: z.number().nullable(), output: z.number().nullable() }),
          cost: z.number().nullable(),
        }),
      ),
      redacted: z.array(z.string()),
    })
    .optional()
    .describe("what a language model adds; neither `status` nor the exit code depends on it"),
};

const findingFields = ({ severity, type, message, path, line, symbol, evidence, rule }: Finding) => ({
  severity,
  type,
  message,
  path,
  line,
  symbol,
  evidence: evidence.map((one) => ({ path: one.path, line: one.line, text: one.text, side: one.side })),
  rule,
});

export function reviewJson({ status, riskScore, summary, compared, ...report }: ReviewReport) {
  const { findings, suppressed, rules, notChecked, intent, reasoned } = report;
  return {
    summary,
    status,
    risk_score: riskScore,
    compared,
    findings: findings.map(findingFields),
    suppressed: suppressed.map(({ finding: one, reason, by, isOwn }) => ({
      ...findingFields(one),
      reason,
      by,
      added_by_change: isOwn,
    })),
    rules: rules.map(({ rule, unavailable, notChecked: left }) => ({
      id: rule.id,
      state: unavailable === null ? ("checked" as const) : ("unavailable" as const),
      ...(unavailable === null ? {} : { why: unavailable }),
      ...(left.length === 0 ? {} : { not_checked: [...left] }),
    })),
    not_checked: [...notChecked],
    ...(intent === null ? {} : { intent: { files: intent.files, not_named: [...intent.unnamed] } }),
    ...(reasoned === null ? {} : { reasoned }),
  };
}

/** JSON without characters that a terminal or an editor would obey, whatever names and lines it holds. */
export const safeJson = (value: unknown): string => escapeUnseenInJson(JSON.stringify(value, null, 2));
