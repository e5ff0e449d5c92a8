// Fits the weights of doubt by logistic regression, each repository judged by what was fitted to the others. Pure.
import { fitLeavingOut, foldsOf } from "../fit/folds.ts";
import { minimise } from "../fit/minimise.ts";

export type Arm = "meaning" | "words";
export const ARMS: readonly Arm[] = ["meaning", "words"];

/** In the order of `Sample.signals`. */
export const SIGNALS = ["lack", "names", "cosine"] as const;
const WEIGHED: Readonly<Record<Arm, readonly boolean[]>> = {
  meaning: [true, true, true],
  words: [true, true, false],
};

export interface Sample {
  readonly arm: Arm;
  /** The file that the question is of. */
  readonly set: string;
  readonly repo: string;
  readonly question: string;
  readonly hasAnswer: boolean;
  /** Whether a rule decides, not the sum: something is named, or every word is missing. */
  readonly isRule: boolean;
  /** What the program says. */
  readonly judged: "weak" | "none" | null;
  /** By the present table. */
  readonly sum: number;
  readonly signals: readonly number[];
}

/** One for each signal, then the bias. */
export type Weights = readonly number[];

/** Pulls weights to 0, for each unit of weight squared. */
const PULL = 0.02;

const sumBy = (weights: Weights, signals: readonly number[]): number =>
  signals.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), weights[signals.length] ?? 0);

/** Questions without an answer weigh as much together as those with one, whichever file has more of them. */
function importance(samples: readonly Sample[]): number[] {
  const without = new Map<string, number>();
  for (const { set, hasAnswer } of samples) {
    without.set(set, (without.get(set) ?? 0) + (hasAnswer ? 0 : 1));
  }
  const sets = [...without.values()].filter((count) => count > 0).length;
  const answered = samples.filter(({ hasAnswer }) => hasAnswer).length;
  return samples.map(({ hasAnswer, set }) => (hasAnswer ? 1 : answered / (sets * (without.get(set) ?? 1))));
}

/** Weights for one arm's samples that no rule decides. */
export function fitDoubt(arm: Arm, all: readonly Sample[]): Weights {
  const samples = all.filter((sample) => sample.arm === arm && !sample.isRule);
  const weighed = [...WEIGHED[arm], true];
  const important = importance(samples);
  return minimise(
    (weights) => {
      const gradient = weights.map((weight, at) => (at < SIGNALS.length ? 2 * PULL * weight : 0));
      let value = PULL * weights.slice(0, SIGNALS.length).reduce((sum, weight) => sum + weight * weight, 0);
      for (const [place, { signals, hasAnswer }] of samples.entries()) {
        const sum = sumBy(weights, signals);
        const by = important[place] ?? 0;
        value += by * (Math.log1p(Math.exp(-Math.abs(sum))) + Math.max(0, sum) - (hasAnswer ? 0 : sum));
        const error = by * (1 / (1 + Math.exp(-sum)) - (hasAnswer ? 0 : 1));
        for (const [at, one] of [...signals, 1].entries()) {
          gradient[at] = (gradient[at] ?? 0) + error * one;
        }
      }
      return { value, gradient: gradient.map((slope, at) => (weighed[at] === true ? slope : 0)) };
    },
    weighed.map(() => 0),
  );
}

/** By sample: its sum, by weights that were fitted to other repositories. Only of samples that no rule decides. */
export function sumsLeavingOut(arm: Arm, all: readonly Sample[]): ReadonlyMap<Sample, number> {
  const samples = all.filter((sample) => sample.arm === arm && !sample.isRule);
  const folds = foldsOf(
    samples.map(({ repo }) => repo),
    null,
  );
  const fitted = fitLeavingOut(samples, folds, (training) => fitDoubt(arm, training));
  return new Map(samples.map((sample) => [sample, sumBy(fitted.get(sample.repo) ?? [], sample.signals)]));
}

/** The lowest threshold above which at most this share of the questions with an answer is. */
export function thresholdFor(
  arm: Arm,
  all: readonly Sample[],
  sums: ReadonlyMap<Sample, number>,
  share: number,
): number {
  const answered = all.filter((sample) => sample.arm === arm && sample.hasAnswer);
  const alarms = answered.filter(({ isRule, judged }) => isRule && judged !== null).length;
  const left = Math.max(0, Math.floor(share * answered.length) - alarms);
  const descending = answered.flatMap((sample) => sums.get(sample) ?? []).sort((a, b) => b - a);
  return descending[left] ?? Number.NEGATIVE_INFINITY;
}

/** How many of the samples are said to be doubtful, by the program's rules and by sums above the threshold. */
export const saidOf = (samples: readonly Sample[], sums: ReadonlyMap<Sample, number>, threshold: number): number =>
  samples.filter((sample) => (sample.isRule ? sample.judged !== null : (sums.get(sample) ?? 0) > threshold)).length;
