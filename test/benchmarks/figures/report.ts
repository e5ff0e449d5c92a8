// The measured figures as Markdown: what is asked for and whether it is met, then everything by project. Knows no measurement.
import { table } from "../support.ts";
import { excess, type Figure, isMet, median, written, writtenTarget, writtenWithSpread } from "./figure.ts";
import type { PlainFigures } from "./plain.ts";
import { ASKED } from "./targets.ts";

export interface Measurements {
  readonly figures: readonly Figure[];
  /** By project. */
  readonly plain: Readonly<Record<string, PlainFigures>>;
  /** What could not be measured, and why. */
  readonly failed: readonly string[];
}

function verdict(figure: Figure): string {
  const met = isMet(figure);
  if (met === null) {
    return "";
  }
  return met ? "met" : `**missed**, ${excess(figure).toFixed(excess(figure) < 1.095 ? 2 : 1)} ×`;
}

const plainOf = ({ plain }: Measurements, { name, on, unit }: Figure): string => {
  const value = plain[on]?.[name];
  return value === undefined ? "" : written(value, unit);
};

/** The figures for which something is asked, in the order of the targets. */
function targetTable(measurements: Measurements): string {
  const order = Object.keys(ASKED);
  const rows = measurements.figures
    .filter(({ target }) => target !== null)
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
    .map((figure) => [
      figure.name,
      figure.on,
      writtenTarget(figure),
      writtenWithSpread(figure),
      verdict(figure),
      plainOf(measurements, figure),
    ]);
  return table(["figure", "project", "asked", "measured: median (range)", "", "plain design"], rows);
}

/** All figures, a column a project. */
function projectTable({ figures }: Measurements): string {
  const projects = [...new Set(figures.map(({ on }) => on))].filter((name) => name !== "-");
  const names = Object.keys(ASKED).filter((name) => figures.some((one) => one.name === name && one.on !== "-"));
  const rows = names.map((name) => [
    name,
    ...projects.map((project) => {
      const figure = figures.find((one) => one.name === name && one.on === project);
      return figure === undefined ? "" : written(median(figure), figure.unit);
    }),
  ]);
  return table(["figure, median", ...projects], rows);
}

function plainTable({ plain }: Measurements): string {
  const projects = Object.keys(plain);
  const names = [...new Set(projects.flatMap((project) => Object.keys(plain[project] ?? {})))];
  const rows = names.map((name) => [
    name,
    ...projects.map((project) => written(plain[project]?.[name] ?? Number.NaN, ASKED[name]?.unit ?? "count")),
  ]);
  return table(["plain design", ...projects], rows);
}

const notes = ({ figures, failed }: Measurements): string[] => [
  ...failed.map((what) => `- **Not measured** ${what}`),
  ...figures.flatMap(({ name, on, note }) => (note === undefined ? [] : [`- ${name}, ${on}: ${note}`])),
];

/** `about`: what was measured when and on what, a line each. */
export function renderReport(measurements: Measurements, about: readonly string[]): string {
  const judged = measurements.figures.map(isMet).filter((met) => met !== null);
  const met = judged.filter(Boolean).length;
  const parts = [
    about.map((line) => `- ${line}`).join("\n"),
    ...(judged.length > 0
      ? [`${met} of ${judged.length} figures that are asked for are met.`, targetTable(measurements)]
      : []),
    ...(measurements.figures.some(({ on }) => on !== "-") ? [projectTable(measurements)] : []),
    ...(Object.keys(measurements.plain).length > 0 ? [plainTable(measurements)] : []),
    ...(notes(measurements).length > 0 ? [notes(measurements).join("\n")] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}
