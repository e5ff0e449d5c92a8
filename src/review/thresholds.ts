// The numbers by which rules judge, and those that settings put in their place.
import type { RuleSettings, RuleThreshold } from "./contract.ts";

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
