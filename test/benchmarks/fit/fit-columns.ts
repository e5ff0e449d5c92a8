// The columns of the table of weights, each fitted to the samples that use it: to all of them, and for every repository to
// those of others. Knows no program and no report.
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type Fittable, fitWeights } from "./fit-weights.ts";
import { fitLeavingOut } from "./folds.ts";
import { allRows, bestRows, fittedOf, withFitted } from "./matrix.ts";
import { COLUMNS, type Column, PRESENT, type Sample, type Weighting, type WeightVector } from "./samples.ts";

/** Files of each question that the loss looks at; NDCG looks at all. */
const LOSS_FILES = 80;

export interface Fitted {
  readonly inSample: Weighting;
  /** By repository: fitted without it. */
  readonly leavingOut: ReadonlyMap<string, Weighting>;
}

interface FittedColumn {
  readonly inSample: WeightVector;
  readonly leavingOut: ReadonlyMap<string, WeightVector>;
}

/** What was fitted without the repository. */
function found<Value>(leavingOut: ReadonlyMap<string, Value>, repo: string): Value {
  const fitted = leavingOut.get(repo);
  if (fitted === undefined) {
    throw new Failure("INTERNAL", `nothing was fitted without ${repo}`, { hint: "every repository is in one fold" });
  }
  return fitted;
}

export const withoutRepository = ({ leavingOut }: Fitted, repo: string): Weighting => found(leavingOut, repo);

const fittable = (sample: Sample): Fittable => ({
  repo: sample.repo,
  best: bestRows(sample, LOSS_FILES),
  all: allRows(sample),
});

function fitColumn(
  column: Column,
  samples: readonly Sample[],
  folds: readonly (readonly string[])[],
  pull: number,
  tell: (line: string) => void,
): FittedColumn {
  const questions = samples.filter((sample) => sample.column === column).map(fittable);
  const prior = fittedOf(PRESENT[column]);
  const fit = (training: readonly Fittable[]) => withFitted(PRESENT[column], fitWeights(training, { prior, pull }));
  tell(`column ${column}: fitting to ${questions.length} samples`);
  const inSample = fit(questions);
  const leavingOut = fitLeavingOut(questions, folds, (training, left) => {
    tell(`column ${column}: leaving out ${left.join(", ")}: ${training.length} samples`);
    return fit(training);
  });
  return { inSample, leavingOut };
}

export function fitColumns(
  samples: readonly Sample[],
  folds: readonly (readonly string[])[],
  pull: number,
  tell: (line: string) => void,
): Fitted {
  const columns = Object.fromEntries(
    COLUMNS.map((column) => [column, fitColumn(column, samples, folds, pull, tell)]),
  ) as Record<Column, FittedColumn>;
  const weighting = (of: (fitted: FittedColumn) => WeightVector): Weighting => ({
    meaning: of(columns.meaning),
    words: of(columns.words),
    symbol: of(columns.symbol),
  });
  const without = (repo: string): Weighting => weighting(({ leavingOut }) => found(leavingOut, repo));
  return {
    inSample: weighting(({ inSample }) => inSample),
    leavingOut: new Map(folds.flat().map((repo) => [repo, without(repo)])),
  };
}
