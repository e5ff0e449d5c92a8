// Samples as flat rows of the signals that are fitted: what loss and NDCG are computed from many thousand times. A file
// counts once, by its best chunk. Pure; knows no optimiser.
import type { SignalName } from "../../../src/search/ranking/weights.ts";
import { DEPTH } from "../../support/judged.ts";
import { PRESENT, type Sample, type SampleChunk, SIGNALS, scoreOf, type WeightVector } from "./samples.ts";

/** Signals whose weights stand as they are, and why. */
export const HELD: Readonly<Partial<Record<SignalName, string>>> = {
  namedPath: "no judged query names a path",
  namedLine: "no judged query names a line",
  phrase: "no judged query pastes a message",
  askedKind: "too few judged queries ask for tests or docs",
  behind: "files are fitted by their first chunk; this one places the later ones",
  repeat: "as behind",
};

export const FITTED: readonly number[] = SIGNALS.flatMap((signal, at) => (signal in HELD ? [] : [at]));

/** One question: a row a chunk, the chunks of a file beside each other in order, files by path. */
export interface Rows {
  readonly repo: string;
  readonly weight: number;
  /** Row by row, the values of the fitted signals. */
  readonly values: Float64Array;
  /** By row: the share of the signals that are held. */
  readonly held: Float64Array;
  /** By row: what the score lacks to say which chunk of a file is its first, by whose score the file is ranked. */
  readonly choice: Float64Array;
  /** By file: the row after its last. */
  readonly ends: readonly number[];
  /** By row: the targets that the chunk answers. */
  readonly covers: readonly (readonly number[])[];
  readonly targets: number;
}

export const fittedOf = (weights: WeightVector): number[] => FITTED.map((signal) => weights[signal] ?? 0);

/** `weights` with those of the fitted signals replaced. */
export const withFitted = (weights: WeightVector, fitted: readonly number[]): WeightVector =>
  weights.map((weight, signal) => fitted[FITTED.indexOf(signal)] ?? weight);

function rowsOf(sample: Sample, chunks: readonly SampleChunk[], ends: readonly number[]): Rows {
  const held = PRESENT[sample.column].map((weight, signal) => (FITTED.includes(signal) ? 0 : weight));
  return {
    repo: sample.repo,
    weight: sample.weight,
    values: Float64Array.from(chunks.flatMap(({ values }) => FITTED.map((signal) => values[signal] ?? 0))),
    held: Float64Array.from(chunks, ({ values }) => scoreOf(values, held)),
    choice: Float64Array.from(chunks, ({ choice }) => choice),
    ends,
    covers: chunks.map((chunk) => chunk.covers),
    targets: sample.targets.length,
  };
}

/** Every chunk a row. */
export function allRows(sample: Sample): Rows {
  let end = 0;
  const ends = sample.files.map(({ chunks }) => {
    end += chunks.length;
    return end;
  });
  return rowsOf(
    sample,
    sample.files.flatMap(({ chunks }) => chunks),
    ends,
  );
}

/**
 * The `most` files that stand best by the present weights, each the one row of its first chunk; the row answers what any
 * chunk of its file answers.
 */
export function bestRows(sample: Sample, most: number): Rows {
  const present = PRESENT[sample.column];
  const files = sample.files.map(({ chunks }) => {
    const scored = chunks.map((chunk) => ({ chunk, score: scoreOf(chunk.values, present) }));
    const first = scored.reduce((a, b) => (b.score + b.chunk.choice > a.score + a.chunk.choice ? b : a));
    const covers = [...new Set(chunks.flatMap((one) => one.covers))];
    return { score: first.score, chunk: { ...first.chunk, covers } };
  });
  const kept = files.sort((a, b) => b.score - a.score).slice(0, most);
  return rowsOf(
    sample,
    kept.map(({ chunk }) => chunk),
    kept.map((_, at) => at + 1),
  );
}

/** By row, the sum of its values times the weights, and of what is held. */
export function scoreRows({ values, held }: Rows, weights: readonly number[]): Float64Array {
  const width = weights.length;
  return held.map((share, row) => {
    let score = share;
    for (let at = 0; at < width; at++) {
      score += (values[row * width + at] ?? 0) * (weights[at] ?? 0);
    }
    return score;
  });
}

const DISCOUNTS = Float64Array.from({ length: DEPTH }, (_, at) => 1 / Math.log2(at + 2));

/** NDCG@10 of each file's first chunk, as test/support/judged.ts defines it; ties by path. */
export function ndcgOfRows({ choice, ends, covers, targets }: Rows, scores: Float64Array): number {
  const best = new Float64Array(DEPTH).fill(Number.NEGATIVE_INFINITY);
  const rows = new Int32Array(DEPTH).fill(-1);
  let row = 0;
  for (const end of ends) {
    let top = row;
    for (row++; row < end; row++) {
      if ((scores[row] ?? 0) + (choice[row] ?? 0) > (scores[top] ?? 0) + (choice[top] ?? 0)) {
        top = row;
      }
    }
    const score = scores[top] ?? 0;
    let place = DEPTH;
    for (; place > 0 && score > (best[place - 1] ?? 0); place--) {
      if (place < DEPTH) {
        best[place] = best[place - 1] ?? 0;
        rows[place] = rows[place - 1] ?? -1;
      }
    }
    if (place < DEPTH) {
      best[place] = score;
      rows[place] = top;
    }
  }
  const seen = new Set<number>();
  let gain = 0;
  let ideal = 0;
  for (let place = 0; place < DEPTH; place++) {
    const before = seen.size;
    for (const target of covers[rows[place] ?? -1] ?? []) {
      seen.add(target);
    }
    gain += seen.size > before ? (DISCOUNTS[place] ?? 0) : 0;
    ideal += place < targets ? (DISCOUNTS[place] ?? 0) : 0;
  }
  return gain / ideal;
}

/** Deviations below this are taken for it: a signal that is seldom there is not fitted to the few cases there are. */
const DEVIATION_MIN = 0.2;

/** By fitted signal, the standard deviation of its values over all rows. */
export function deviationsOf(samples: readonly Rows[]): number[] {
  const rows = samples.reduce((sum, { held }) => sum + held.length, 0);
  return FITTED.map((_, signal) => {
    let [sum, squares] = [0, 0];
    for (const { values } of samples) {
      for (let at = signal; at < values.length; at += FITTED.length) {
        sum += values[at] ?? 0;
        squares += (values[at] ?? 0) ** 2;
      }
    }
    const mean = sum / Math.max(1, rows);
    return Math.max(DEVIATION_MIN, Math.sqrt(Math.max(0, squares / Math.max(1, rows) - mean ** 2)));
  });
}
