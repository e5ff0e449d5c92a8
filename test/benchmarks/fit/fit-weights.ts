// Weights from judged samples: first a smooth loss, pulled toward the weights there are, then small steps on NDCG itself.
// Deterministic. Knows neither columns nor files of queries, and of repositories nothing.
import { deviationsOf, ndcgOfRows, type Rows, scoreRows } from "./matrix.ts";
import { minimise, type Slope } from "./minimise.ts";

/** One question twice: its best files for the loss, and all its chunks for NDCG. */
export interface Fittable {
  readonly repo: string;
  readonly best: Rows;
  readonly all: Rows;
}

export interface FitOptions {
  /** By fitted signal: where the fitting starts, and what it is pulled toward. */
  readonly prior: readonly number[];
  /** How strongly; 0 not at all. */
  readonly pull: number;
}

/** Adds the question's share to the gradient; answers its loss: the targets share the probability equally. */
function addQuestion(rows: Rows, weights: readonly number[], gradient: number[]): number {
  const { values, covers, weight } = rows;
  const scores = scoreRows(rows, weights);
  const wanted = covers.filter(({ length }) => length > 0).length;
  if (wanted === 0) {
    return 0;
  }
  const highest = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const mass = scores.reduce((sum, score) => sum + Math.exp(score - highest), 0);
  let loss = 0;
  for (const [row, score] of scores.entries()) {
    const share = covers[row]?.length === 0 ? 0 : 1 / wanted;
    loss -= share * (score - highest - Math.log(mass));
    const error = weight * (Math.exp(score - highest) / mass - share);
    for (let at = 0; at < weights.length; at++) {
      gradient[at] = (gradient[at] ?? 0) + error * (values[row * weights.length + at] ?? 0);
    }
  }
  return weight * loss;
}

/**
 * Listwise softmax cross-entropy (Cao et al., 2007, top one) over the questions' best files, and the pull: the sum of the
 * squares of what each weight's change means in scores.
 */
export function lossAt(
  questions: readonly Rows[],
  weights: readonly number[],
  deviations: readonly number[],
  { prior, pull }: FitOptions,
): Slope {
  const gradient = weights.map(() => 0);
  let value = questions.reduce((sum, rows) => sum + addQuestion(rows, weights, gradient), 0);
  for (const [at, weight] of weights.entries()) {
    const change = (weight - (prior[at] ?? 0)) * (deviations[at] ?? 0);
    value += pull * change ** 2;
    gradient[at] = (gradient[at] ?? 0) + 2 * pull * change * (deviations[at] ?? 0);
  }
  return { value, gradient };
}

/** What speaks for a file never comes to speak against it, nor the other way: such a weight would be fitted to noise. */
const isSensible = (weight: number, prior: number): boolean => weight * prior >= 0;

/** Steps of a weight, in units of what moves scores by one deviation of the signal. */
const STEPS = [-0.25, -0.125, -0.05, 0.05, 0.125, 0.25];
const PASSES = 2;
/** Mean NDCG that a step must gain: one question more or less is no reason. */
const GAIN_MIN = 0.0003;

/** Scores of a question's rows where the weight of one signal is moved, in `into`. */
function moveScores(
  { values }: Rows,
  from: Float64Array,
  signal: number,
  by: number,
  into: Float64Array,
): Float64Array {
  const width = values.length / from.length;
  for (let row = 0; row < from.length; row++) {
    into[row] = (from[row] ?? 0) + by * (values[row * width + signal] ?? 0);
  }
  return into;
}

/** Moves one weight after the other by the step that most raises mean NDCG@10, where any does; none to a senseless one. */
export function ascend(
  questions: readonly Rows[],
  start: readonly number[],
  deviations: readonly number[],
  prior: readonly number[],
): readonly number[] {
  const weights = [...start];
  const now = questions.map((rows) => ({ rows, scores: scoreRows(rows, weights), spare: rows.held.slice() }));
  const total = questions.reduce((sum, { weight }) => sum + weight, 0);
  const meanWith = (signal: number, by: number): number =>
    now.reduce((sum, { rows, scores, spare }) => {
      return sum + rows.weight * ndcgOfRows(rows, moveScores(rows, scores, signal, by, spare));
    }, 0) / total;
  let reached = meanWith(0, 0);
  for (let pass = 0; pass < PASSES; pass++) {
    for (const [signal, deviation] of deviations.entries()) {
      const weight = weights[signal] ?? 0;
      const best = STEPS.map((step) => step / deviation)
        .filter((by) => isSensible(weight + by, prior[signal] ?? 0))
        .map((by) => ({ by, mean: meanWith(signal, by) }))
        .reduce((a, b) => (b.mean > a.mean ? b : a));
      if (best.mean > reached + GAIN_MIN) {
        weights[signal] = weight + best.by;
        reached = best.mean;
        for (const { rows, scores } of now) {
          moveScores(rows, scores, signal, best.by, scores);
        }
      }
    }
  }
  return weights;
}

const rounded = (weight: number): number => Math.round(weight * 100) / 100;

/** Weights of the fitted signals, to two decimals as they would be written down; the prior where there is no question. */
export function fitWeights(questions: readonly Fittable[], options: FitOptions): readonly number[] {
  if (questions.length === 0) {
    return options.prior;
  }
  const best = questions.map((question) => question.best);
  const deviations = deviationsOf(best);
  const free = minimise((weights) => lossAt(best, weights, deviations, options), options.prior);
  const smooth = free.map((weight, at) => (isSensible(weight, options.prior[at] ?? 0) ? weight : 0));
  const all = questions.map((question) => question.all);
  return ascend(all, smooth, deviations, options.prior).map(rounded);
}
