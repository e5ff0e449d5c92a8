// Fits the weights of src/context/worth.ts: a logistic model of whether a line of a piece is necessary. Pure.
import { SIGNALS, type Signal } from "../../../src/context/evidence.ts";
import type { Weights } from "../../../src/context/worth.ts";
import { minimise, type Slope } from "../fit/minimise.ts";

/** A piece of a candidate file of one task. */
export interface Sample {
  readonly repo: string;
  /** In the order of SIGNALS. */
  readonly values: readonly number[];
  /** Of its lines with a letter or digit, the share that is necessary. */
  readonly share: number;
  /** How much it counts: its lines, over those that its task needs. */
  readonly weight: number;
}

/** Of the squares of the weights, in units of the signals' deviations. */
const RIDGE = 20;

/** Deterministic; the same samples in any order give the same weights but for rounding. */
export function fitWeights(samples: readonly Sample[]): Weights {
  const count = samples.length;
  const means = SIGNALS.map((_, at) => samples.reduce((sum, { values }) => sum + (values[at] ?? 0), 0) / count);
  const deviations = SIGNALS.map((_, at) => {
    const mean = means[at] ?? 0;
    return Math.sqrt(samples.reduce((sum, { values }) => sum + ((values[at] ?? 0) - mean) ** 2, 0) / count) || 1;
  });
  const rows = samples.map(({ values }) =>
    values.map((value, at) => (value - (means[at] ?? 0)) / (deviations[at] ?? 1)),
  );
  // The first coordinate is the constant.
  const slopeAt = (point: readonly number[]): Slope => {
    const [constant = 0, ...of] = point;
    let value = RIDGE * 0.5 * of.reduce((sum, one) => sum + one * one, 0);
    const gradient = [0, ...of.map((one) => RIDGE * one)];
    for (let at = 0; at < count; at++) {
      const row = rows[at] ?? [];
      const { share = 0, weight = 0 } = samples[at] ?? {};
      let sum = constant;
      for (let signal = 0; signal < row.length; signal++) {
        sum += (of[signal] ?? 0) * (row[signal] ?? 0);
      }
      // log(1 + e^sum) without overflow.
      value += weight * (Math.max(sum, 0) + Math.log1p(Math.exp(-Math.abs(sum))) - share * sum);
      const error = weight * (1 / (1 + Math.exp(-sum)) - share);
      gradient[0] = (gradient[0] ?? 0) + error;
      for (let signal = 0; signal < row.length; signal++) {
        gradient[signal + 1] = (gradient[signal + 1] ?? 0) + error * (row[signal] ?? 0);
      }
    }
    return { value, gradient };
  };
  const [constant = 0, ...of] = minimise(slopeAt, new Array<number>(SIGNALS.length + 1).fill(0));
  const scaled = of.map((one, at) => one / (deviations[at] ?? 1));
  return {
    constant: constant - scaled.reduce((sum, one, at) => sum + one * (means[at] ?? 0), 0),
    of: Object.fromEntries(SIGNALS.map((signal, at) => [signal, scaled[at] ?? 0])) as Record<Signal, number>,
  };
}
