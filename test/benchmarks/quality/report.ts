// The figures of a run as Markdown tables, one column or row an arm. Judges and measures nothing.
import { DEPTH } from "../../support/judged.ts";
import { table } from "../support.ts";
import { BUDGETS } from "./arm.ts";
import { type Difference, FIELDS, type Field, type SetFigures } from "./figures.ts";

const NONE = "–";
const figure = (value: number | undefined): string =>
  value === undefined ? NONE : value.toFixed(3).replace(/^0\./, ".");
const signed = (value: number): string => `${value < 0 ? "−" : "+"}${figure(Math.abs(value))}`;
const milliseconds = (value: number | null): string =>
  value === null ? NONE : value < 100 ? value.toFixed(1) : value.toFixed(0);

function overall({ arms }: SetFigures): string {
  const rows = arms.map(({ name, ndcg10, recall1, recall5, recall10, mrr, p50Ms, p95Ms }) => [
    name,
    ...[ndcg10, recall1, recall5, recall10, mrr].map(figure),
    ...[p50Ms, p95Ms].map(milliseconds),
  ]);
  return table(["", `NDCG@${DEPTH}`, "recall@1", "recall@5", "recall@10", "MRR", "p50 ms", "p95 ms"], rows);
}

function withinBudgets({ arms }: SetFigures): string[] {
  const measured = arms.filter(({ budgets }) => budgets.length > 0);
  const rows = measured.map(({ name, budgets }) => [
    name,
    ...BUDGETS.map((budget) => {
      const recall = budgets.find((one) => one.budget === budget);
      return recall === undefined ? NONE : `${figure(recall.shown)} + ${figure(recall.named)}`;
    }),
  ]);
  return measured.length === 0
    ? []
    : [
        "Recall within a token budget: targets whose source is shown + those only named by path and lines.",
        table(["", ...BUDGETS.map((budget) => `${budget.toLocaleString("en-US")} tokens`)], rows),
      ];
}

function grouped({ groups, arms }: SetFigures, field: Field): string {
  const rows = Object.entries(groups[field]).map(([value, queries]) => [
    value,
    String(queries),
    ...arms.map(({ by }) => figure(by[field][value])),
  ]);
  return table([field === "repo" ? "repository" : field, "queries", ...arms.map(({ name }) => name)], rows);
}

const interval = ({ low, high }: Difference): string => `${signed(low)} to ${signed(high)}`;
const verdict = ({ low, high }: Difference): string =>
  low > 0 ? "better" : high < 0 ? "worse" : low === 0 && high === 0 ? "equal" : "not sure";

function countSigns({ byRepository }: Difference): string {
  const values = Object.values(byRepository);
  return `${values.filter((value) => value > 0).length} / ${values.filter((value) => value < 0).length}`;
}

const DIFFERENCE_HEADER = ["NDCG@10", "difference", "95 % interval", "verdict", "repositories better / worse"];
const differenceRow = (one: Difference): string[] => [
  `${one.of} − ${one.less}`,
  signed(one.mean),
  interval(one),
  verdict(one),
  countSigns(one),
];

function differences({ differences: all }: SetFigures): string[] {
  return all.length === 0
    ? []
    : ["Paired bootstrap over repositories:", table(DIFFERENCE_HEADER, all.map(differenceRow))];
}

function against({ against: all, groups }: SetFigures): string[] {
  const rows = Object.keys(groups.repo).map((name) => [
    name,
    ...all.map(({ byRepository }) => signed(byRepository[name] ?? 0)),
  ]);
  return all.length === 0
    ? []
    : [
        "Against the earlier run:",
        table(DIFFERENCE_HEADER, all.map(differenceRow)),
        table(["repository", ...all.map(({ of }) => of)], rows),
      ];
}

function renderSet(set: SetFigures): string {
  return [
    `## ${set.queries}: ${set.count} queries`,
    overall(set),
    ...withinBudgets(set),
    ...FIELDS.map((field) => grouped(set, field)),
    ...differences(set),
    ...against(set),
  ].join("\n\n");
}

/** `notes` are lines about the run as a whole. */
export function renderReport(sets: readonly SetFigures[], notes: readonly string[]): string {
  return `${[
    ...notes
      .map((note) => `- ${note}`)
      .join("\n")
      .split("\n\n"),
    ...sets.map(renderSet),
  ]
    .filter(Boolean)
    .join("\n\n")}\n`;
}
