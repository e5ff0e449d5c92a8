// What weights are worth: mean NDCG@10 of every file of queries, by way of asking and by column, under the weights there are,
// the fitted ones, and with each signal taken away. Knows no fitting and no printing.
import type { SignalName } from "../../../src/search/ranking/weights.ts";
import { type Fitted, withoutRepository } from "./fit-columns.ts";
import { ARMS, COLUMNS, ndcgOf, PRESENT, type Sample, SIGNALS, type Weighting } from "./samples.ts";

/** The samples of one file of queries that are looked at together. */
export interface Slice {
  readonly set: number;
  /** A way of asking, with all its questions, or a column, with all that use it. */
  readonly of: string;
  readonly samples: readonly Sample[];
}

export interface SliceFigures {
  readonly set: number;
  readonly of: string;
  readonly samples: number;
  readonly present: number;
  readonly fitted: number;
  readonly leavingOut: number;
}

export interface Ablation {
  readonly signal: SignalName;
  /** Change of NDCG@10 without the signal, by slice in their order. */
  readonly changes: readonly number[];
}

export function slicesOf(samples: readonly Sample[], sets: number): Slice[] {
  return Array.from({ length: sets }, (_, set) => samples.filter((sample) => sample.set === set)).flatMap((own, set) =>
    [
      ...ARMS.map((arm) => ({ set, of: arm, samples: own.filter((sample) => sample.arm === arm) })),
      ...COLUMNS.map((column) => ({
        set,
        of: `column ${column}`,
        samples: own.filter((sample) => sample.column === column),
      })),
    ].filter((slice) => slice.samples.length > 0),
  );
}

type Scores = ReadonlyMap<Sample, number>;

const scoreAll = (samples: readonly Sample[], weightingOf: (sample: Sample) => Weighting): Scores =>
  new Map(samples.map((sample) => [sample, ndcgOf(sample, weightingOf(sample))]));

const meanOf = (samples: readonly Sample[], scores: Scores): number =>
  samples.reduce((sum, sample) => sum + (scores.get(sample) ?? Number.NaN), 0) / samples.length;

export function judgeFitted(samples: readonly Sample[], slices: readonly Slice[], fitted: Fitted): SliceFigures[] {
  const present = scoreAll(samples, () => PRESENT);
  const inSample = scoreAll(samples, () => fitted.inSample);
  const leavingOut = scoreAll(samples, ({ repo }) => withoutRepository(fitted, repo));
  return slices.map(({ set, of, samples: own }) => ({
    set,
    of,
    samples: own.length,
    present: meanOf(own, present),
    fitted: meanOf(own, inSample),
    leavingOut: meanOf(own, leavingOut),
  }));
}

function without(signal: number): Weighting {
  const drop = (weights: readonly number[]) => weights.map((weight, at) => (at === signal ? 0 : weight));
  return { meaning: drop(PRESENT.meaning), words: drop(PRESENT.words), symbol: drop(PRESENT.symbol) };
}

/** Each signal by itself at weight 0 in all columns, the others as they are. */
export function ablate(samples: readonly Sample[], slices: readonly Slice[]): Ablation[] {
  const present = scoreAll(samples, () => PRESENT);
  return SIGNALS.map((signal, at) => {
    const scores = scoreAll(samples, () => without(at));
    return { signal, changes: slices.map((slice) => meanOf(slice.samples, scores) - meanOf(slice.samples, present)) };
  });
}
