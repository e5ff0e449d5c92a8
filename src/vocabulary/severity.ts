// How severe a finding of a review is.

/** From the least to the most severe. */
export const SEVERITIES = ["info", "low", "medium", "high", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A severity from which on something applies; `never`: it applies to none. */
export const SEVERITY_THRESHOLDS = [...SEVERITIES, "never"] as const;
export type SeverityThreshold = (typeof SEVERITY_THRESHOLDS)[number];

export const isAtLeast = (severity: Severity, least: SeverityThreshold): boolean =>
  SEVERITIES.indexOf(severity) >= SEVERITY_THRESHOLDS.indexOf(least);
