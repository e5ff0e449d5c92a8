// The figures of a run, from the rows of its questions. Pure.
import { type Interval, pairedBootstrap } from "../quality/bootstrap.ts";
import { quantile } from "../support.ts";
import type { Row } from "./asked.ts";
import { keyOf } from "./questions.ts";

/** Of the questions of one group that have an answer; what is said of the others stands apart. */
export interface GroupFigures {
  readonly questions: number;
  readonly answered: number;
  readonly first: number;
  readonly cut: number;
  readonly part: number;
  readonly place: number;
  readonly file: number;
  /** Said to be doubtful, although there is an answer. */
  readonly doubted: number;
  /** Questions without an answer in the repository, and how many of them are said to be doubtful. */
  readonly without: number;
  readonly withoutDoubted: number;
  /** Means over all questions of the group. */
  readonly tokens: number;
  readonly p50Ms: number | null;
}

export function figuresOf(rows: readonly Row[]): GroupFigures {
  const asked = rows.filter(({ kind }) => kind !== "none");
  const without = rows.filter(({ kind }) => kind === "none");
  const lost = (loss: Row["loss"]): number => asked.filter((row) => row.loss === loss).length;
  const times = rows.flatMap(({ ms }) => (ms === null ? [] : [ms]));
  return {
    questions: asked.length,
    answered: asked.filter(({ answered }) => answered).length,
    first: asked.filter(({ rank }) => rank === 1).length,
    cut: lost("cut"),
    part: lost("part"),
    place: lost("place"),
    file: lost("file"),
    doubted: asked.filter(({ doubtful }) => doubtful).length,
    without: without.length,
    withoutDoubted: without.filter(({ doubtful }) => doubtful).length,
    tokens: rows.reduce((sum, { tokens }) => sum + tokens, 0) / Math.max(1, rows.length),
    p50Ms: times.length === 0 ? null : quantile(times, 0.5),
  };
}

export interface Difference extends Interval {
  readonly questions: number;
  /** Answered only by the first, and only by the second. */
  readonly gained: number;
  readonly lost: number;
}

/** Share answered by `of` less that of `less`, over the questions that have an answer and that both were asked; null: none. */
export function differenceOf(of: readonly Row[], less: readonly Row[]): Difference | null {
  const earlier = new Map(less.map((row) => [keyOf(row), row]));
  const groups = new Map<string, number[]>();
  for (const row of of) {
    const other = earlier.get(keyOf(row));
    if (row.kind !== "none" && other !== undefined) {
      groups.set(row.repo, [...(groups.get(row.repo) ?? []), Number(row.answered) - Number(other.answered)]);
    }
  }
  const all = [...groups.values()].flat();
  return all.length === 0
    ? null
    : {
        ...pairedBootstrap([...groups.values()]),
        questions: all.length,
        gained: all.filter((value) => value > 0).length,
        lost: all.filter((value) => value < 0).length,
      };
}
