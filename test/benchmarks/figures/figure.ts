// One measured figure: what was measured where, each run's value, and what the issue asks for. Knows no measurement.
import { quantile } from "../support.ts";

export type Unit = "ms" | "s" | "MB" | "bytes" | "share" | "count";

export interface Target {
  readonly atMost?: number;
  readonly atLeast?: number;
}

export interface Figure {
  /** What was measured; the same text on every project that it was measured on. */
  readonly name: string;
  /** The project's name. */
  readonly on: string;
  readonly unit: Unit;
  /** One a run, in the order measured. */
  readonly values: readonly number[];
  /** In the same unit; null where nothing is asked for. */
  readonly target: Target | null;
  /** What one should know beside the number. */
  readonly note?: string;
}

/** The figure as it is judged. */
export const median = ({ values }: Figure): number => quantile(values, 0.5);

/** Null where nothing is asked for, or nothing could be measured. */
export function isMet(figure: Figure): boolean | null {
  const { target } = figure;
  const value = median(figure);
  if (target === null || Number.isNaN(value)) {
    return null;
  }
  return value <= (target.atMost ?? Number.POSITIVE_INFINITY) && value >= (target.atLeast ?? Number.NEGATIVE_INFINITY);
}

/** How many times the target is missed by: 1.5 is half as much again; 1 or less where it is met. */
export function excess(figure: Figure): number {
  const { atMost, atLeast } = figure.target ?? {};
  const value = median(figure);
  return Math.max(atMost === undefined ? 0 : value / atMost, atLeast === undefined ? 0 : atLeast / value);
}

/** Three digits at least where there are decimals, none where they would be noise. */
export function written(value: number, unit: Unit): string {
  if (Number.isNaN(value)) {
    return "–";
  }
  if (unit === "share") {
    return `${(value * 100).toFixed(0)} %`;
  }
  const digits = unit === "bytes" || unit === "count" || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const number = Number(value.toFixed(digits)).toLocaleString("en", { minimumFractionDigits: digits });
  return unit === "count" ? number : `${number} ${unit}`;
}

export function writtenTarget({ target, unit }: Figure): string {
  if (target === null) {
    return "";
  }
  const { atMost, atLeast } = target;
  return atMost === undefined ? `≥ ${written(atLeast ?? Number.NaN, unit)}` : `≤ ${written(atMost, unit)}`;
}

/** The median, and from which to which the runs went where there were several. */
export function writtenWithSpread(figure: Figure): string {
  const { values, unit } = figure;
  const middle = written(median(figure), unit);
  if (values.length < 2) {
    return middle;
  }
  return `${middle} (${written(Math.min(...values), unit)} – ${written(Math.max(...values), unit)})`;
}
