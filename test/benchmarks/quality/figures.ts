// What the replies are worth by the judgements: every figure of a report, as data. Pure.
import { type Figures, figuresOf, ndcg10, type Place, type Target } from "../../support/judged.ts";
import { quantile } from "../support.ts";
import { type Arm, BUDGETS, type Budget, type Carried, type Reply } from "./arm.ts";
import { type Interval, pairedBootstrap } from "./bootstrap.ts";
import { namedShare, shownShare } from "./budget.ts";
import { type JudgedQuery, type QuerySet, questionKey } from "./judged-queries.ts";

export const FIELDS = ["category", "language", "repo"] as const;
export type Field = (typeof FIELDS)[number];

export interface BudgetRecall {
  readonly budget: Budget;
  /** Means over queries of the shares of targets: source shown, and only named. */
  readonly shown: number;
  readonly named: number;
}

export interface ArmFigures extends Figures {
  readonly name: string;
  /** Null where the arm was not timed. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** Empty where budgets were not measured. */
  readonly budgets: readonly BudgetRecall[];
  /** NDCG@10 by value. */
  readonly by: Readonly<Record<Field, Readonly<Record<string, number>>>>;
}

/** NDCG@10 of one ranking less that of another. */
export interface Difference extends Interval {
  readonly of: string;
  readonly less: string;
  readonly byRepository: Readonly<Record<string, number>>;
}

export interface SetFigures {
  readonly queries: string;
  readonly count: number;
  /** Queries of each value. */
  readonly groups: Readonly<Record<Field, Readonly<Record<string, number>>>>;
  readonly arms: readonly ArmFigures[];
  /** Every two arms. */
  readonly differences: readonly Difference[];
  /** From an earlier run's results. */
  readonly against: readonly Difference[];
}

/** A ranking by question key: an arm's, or one read from an earlier run's results. */
export interface Ranking {
  readonly name: string;
  hitsOf(query: JudgedQuery): readonly Place[];
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const mapValues = <From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

function groupBy(queries: readonly JudgedQuery[], field: Field): Record<string, JudgedQuery[]> {
  const names = [...new Set(queries.map((query) => query[field]))].sort();
  return Object.fromEntries(names.map((name) => [name, queries.filter((query) => query[field] === name)]));
}

const ofFields = <Value>(of: (field: Field) => Value): Record<Field, Value> => ({
  category: of("category"),
  language: of("language"),
  repo: of("repo"),
});

/** Empty where the arm was asked for no answer of any size; there, a question without an answer shows nothing. */
function budgetRecall(judged: readonly { reply: Reply; targets: readonly Target[] }[]): BudgetRecall[] {
  return BUDGETS.filter((budget) => judged.some(({ reply }) => reply.carried.has(budget))).map((budget) => {
    const share = (of: (carried: Carried, targets: readonly Target[]) => number): number =>
      mean(judged.map(({ reply, targets }) => of(reply.carried.get(budget) ?? NOTHING, targets)));
    return { budget, shown: share(shownShare), named: share(namedShare) };
  });
}

const NOTHING: Carried = { shown: [], named: [] };
/** A question without an answer found nothing. */
const NO_REPLY: Reply = { hits: [], carried: new Map(), milliseconds: null };

const rankingOf = ({ name, replies }: Arm): Ranking => ({
  name,
  hitsOf: (query) => (replies.get(questionKey(query)) ?? NO_REPLY).hits,
});

function armFigures({ name, replies }: Arm, queries: readonly JudgedQuery[]): ArmFigures {
  const judged = queries.map((query) => {
    const reply = replies.get(questionKey(query)) ?? NO_REPLY;
    return { reply, hits: reply.hits, targets: query.targets };
  });
  const times = judged.flatMap(({ reply: { milliseconds } }) => (milliseconds === null ? [] : [milliseconds]));
  const { hitsOf } = rankingOf({ name, replies });
  const score = (query: JudgedQuery): number => ndcg10(hitsOf(query), query.targets);
  return {
    name,
    ...figuresOf(judged),
    p50Ms: times.length === 0 ? null : quantile(times, 0.5),
    p95Ms: times.length === 0 ? null : quantile(times, 0.95),
    budgets: budgetRecall(judged),
    by: ofFields((field) => mapValues(groupBy(queries, field), (group) => mean(group.map(score)))),
  };
}

function difference(of: Ranking, less: Ranking, queries: readonly JudgedQuery[]): Difference {
  const score = ({ hitsOf }: Ranking, query: JudgedQuery): number => ndcg10(hitsOf(query), query.targets);
  const groups = mapValues(groupBy(queries, "repo"), (group) =>
    group.map((query) => score(of, query) - score(less, query)),
  );
  return {
    of: of.name,
    less: less.name,
    ...pairedBootstrap(Object.values(groups)),
    byRepository: mapValues(groups, mean),
  };
}

/** `against` pairs the name of an arm with an earlier ranking of it. */
export function judge(
  { name, queries }: QuerySet,
  arms: readonly Arm[],
  against: readonly { readonly arm: string; readonly ranking: Ranking }[],
): SetFigures {
  const rankings = arms.map(rankingOf);
  return {
    queries: name,
    count: queries.length,
    groups: ofFields((field) => mapValues(groupBy(queries, field), ({ length }) => length)),
    arms: arms.map((arm) => armFigures(arm, queries)),
    differences: rankings.flatMap((of, at) => rankings.slice(at + 1).map((less) => difference(of, less, queries))),
    against: against.flatMap(({ arm, ranking }) => {
      const now = rankings.find((one) => one.name === arm);
      return now === undefined ? [] : [difference(now, ranking, queries)];
    }),
  };
}
