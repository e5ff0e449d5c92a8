// The outcome of a fitting as Markdown tables. Fits and judges nothing.
import { DEPTH } from "../../support/judged.ts";
import { table } from "../support.ts";
import type { Fitted } from "./fit-columns.ts";
import type { Ablation, SliceFigures } from "./judge-weights.ts";
import { HELD } from "./matrix.ts";
import { COLUMNS, PRESENT, SIGNALS } from "./samples.ts";

const NONE = "–";
const minus = (text: string): string => text.replace("-", "−");
const figure = (value: number): string => value.toFixed(3).replace(/^0\./, ".");
const weight = (value: number): string => minus(value.toFixed(2));
const signed = (value: number): string => {
  const text = figure(Math.abs(value));
  return text === ".000" ? text : `${value < 0 ? "−" : "+"}${text}`;
};

/** The shortest ends of the paths, of whole names, that tell them apart. */
export function shortNames(paths: readonly string[]): string[] {
  const end = (path: string, parts: number): string => path.split("/").slice(-parts).join("/");
  return paths.map((path) => {
    const others = paths.filter((other) => other !== path);
    let parts = 1;
    while (others.some((other) => end(other, parts) === end(path, parts))) {
      parts++;
    }
    return end(path, parts);
  });
}

function weights({ inSample }: Fitted): string {
  const rows = SIGNALS.map((signal, at) => [
    signal,
    ...COLUMNS.map((column) => {
      const [present = 0, fitted = 0] = [PRESENT[column][at], inSample[column][at]];
      return signal in HELD ? `${weight(present)}, held` : `${weight(present)} → ${weight(fitted)}`;
    }),
  ]);
  return table(["signal", ...COLUMNS], rows);
}

const held = (): string =>
  Object.entries(HELD)
    .map(([signal, why]) => `${signal}: ${why}`)
    .join("; ");

function figures(all: readonly SliceFigures[], names: readonly string[], leftOut: string): string {
  const rows = all.map(({ set, of, samples, present, fitted, leavingOut }) => [
    names[set] ?? NONE,
    of,
    String(samples),
    ...[present, fitted, leavingOut].map(figure),
    signed(leavingOut - present),
  ]);
  return table(["queries", "", "asked", "present", "fitted, in sample", `fitted, ${leftOut}`, "less present"], rows);
}

function ablations(all: readonly Ablation[], slices: readonly SliceFigures[], names: readonly string[]): string {
  const shown = slices.flatMap(({ set, of }, at) =>
    of.startsWith("column") ? [] : [{ at, name: `${names[set]}, ${of}` }],
  );
  const rows = all.map(({ signal, changes }) => [signal, ...shown.map(({ at }) => signed(changes[at] ?? 0))]);
  return table(["without", ...shown.map(({ name }) => name)], rows);
}

export interface Outcome {
  /** By file of queries. */
  readonly queries: readonly { readonly file: string; readonly weight: number; readonly count: number }[];
  readonly repositories: number;
  readonly folds: number;
  readonly pull: number;
  readonly fitted: Fitted;
  readonly figures: readonly SliceFigures[];
  readonly ablations: readonly Ablation[];
}

export function renderReport({ queries, repositories, folds, pull, ...of }: Outcome): string {
  const names = shortNames(queries.map(({ file }) => file));
  const leftOut = folds === repositories ? "leave one repository out" : `leave out, ${folds} folds`;
  return `${[
    `${repositories} repositories, left out in ${folds} folds; pull toward the present weights ${pull}.`,
    queries.map(({ count, weight: by }, at) => `- ${names[at]}: ${count} queries at weight ${by}`).join("\n"),
    "## Weights: present → fitted to all",
    weights(of.fitted),
    `Held: ${held()}.`,
    `## NDCG@${DEPTH}`,
    figures(of.figures, names, leftOut),
    "What is left out has no part in the fitting, but it may have had one in the present weights, toward which it is pulled.",
    `## NDCG@${DEPTH} without a signal, less that with all, by the present weights`,
    ablations(of.ablations, of.figures, names),
  ].join("\n\n")}\n`;
}
