// The figures of a run as Markdown tables, one column an arm. Knows no way of measuring.
import { DEPTH, figuresOf, ndcg10 } from "../../support/judged.ts";
import { table } from "../support.ts";
import type { Arm } from "./arm.ts";
import { type JudgedQuery, type QuerySet, questionKey } from "./judged-queries.ts";

const figure = (value: number): string => value.toFixed(3).replace(/^0\./, ".");

const answersOf = ({ replies }: Arm, queries: readonly JudgedQuery[]) =>
  queries.map((query) => ({ hits: replies.get(questionKey(query))?.hits ?? [], targets: query.targets }));

function overall({ queries }: QuerySet, arms: readonly Arm[]): string {
  const rows = arms.map((arm) => {
    const { ndcg10: ndcg, recall1, recall5, recall10, mrr } = figuresOf(answersOf(arm, queries));
    return [arm.name, ...[ndcg, recall1, recall5, recall10, mrr].map(figure)];
  });
  return table(["", `NDCG@${DEPTH}`, "recall@1", "recall@5", "recall@10", "MRR"], rows);
}

/** NDCG@10 by each value of one field. */
function grouped({ queries }: QuerySet, arms: readonly Arm[], field: "category" | "language" | "repo"): string {
  const values = [...new Set(queries.map((query) => query[field]))].sort();
  const rows = values.map((value) => {
    const group = queries.filter((query) => query[field] === value);
    const means = arms.map((arm) => {
      const scores = answersOf(arm, group).map(({ hits, targets }) => ndcg10(hits, targets));
      return figure(scores.reduce((sum, score) => sum + score, 0) / scores.length);
    });
    return [value, String(group.length), ...means];
  });
  return table([field === "repo" ? "repository" : field, "queries", ...arms.map(({ name }) => name)], rows);
}

function renderSet(set: QuerySet, arms: readonly Arm[]): string {
  const groups = (["category", "language", "repo"] as const).map((field) => grouped(set, arms, field));
  return [`## ${set.name}: ${set.queries.length} queries`, overall(set, arms), ...groups].join("\n\n");
}

export function renderReport(sets: readonly QuerySet[], arms: readonly Arm[]): string {
  return `${sets.map((set) => renderSet(set, arms)).join("\n\n")}\n`;
}
