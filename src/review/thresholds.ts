// The numbers by which rules judge, and those that settings put in their place.
import type { RuleSettings, RuleThreshold, RuleThresholds } from "./contract.ts";

/** The numbers in force. `rule`: its identifier. */
export function thresholdsOf<Name extends string>(
  { thresholds }: RuleSettings,
  rule: string,
  table: Readonly<Record<Name, RuleThreshold>>,
): Readonly<Record<Name, number>> {
  const entries = Object.entries<RuleThreshold>(table);
  const numbers = entries.map(([name, one]) => [name, thresholds.get(`${rule}.${name}`) ?? one.default] as const);
  return Object.fromEntries(numbers) as Record<Name, number>;
}

/** For the documentation: the rows of a table of all of them. */
export const describeThresholds = (table: RuleThresholds): string[] => [
  "| threshold | default | |",
  "|---|---|---|",
  ...Object.entries(table).map(([name, { doc, default: value }]) => `| \`${name}\` | ${value} | ${doc} |`),
];
