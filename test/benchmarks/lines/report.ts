// The figures of a run as Markdown tables. Judges and measures nothing.
import { table } from "../support.ts";
import type { Row } from "./asked.ts";
import { type Difference, differenceOf, figuresOf, type GroupFigures } from "./figures.ts";
import { KINDS } from "./questions.ts";

const share = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${part} (${(part / whole).toFixed(2).replace(/^0\./, ".")})`;
const signed = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3).replace(/^0\./, ".")}`;

const ASKED = KINDS.filter((kind) => kind !== "none");

const HEADER = [
  "questions",
  "answered",
  "by the first hit",
  "cut away",
  "part shown",
  "other place of the file",
  "other files",
  "doubtful",
  "tokens",
  "p50 ms",
];

function cells(figures: GroupFigures): string[] {
  const { questions, without, tokens, p50Ms } = figures;
  const of = (part: number): string => share(part, questions);
  const { answered, first, cut, part, place, file } = figures;
  const doubted = [
    ...(questions > 0 ? [share(figures.doubted, questions)] : []),
    ...(without > 0 ? [`${share(figures.withoutDoubted, without)} of ${without} without an answer`] : []),
  ].join("; ");
  return [
    String(questions),
    ...[answered, first, cut, part, place, file].map(of),
    doubted,
    tokens.toFixed(0),
    p50Ms === null ? "–" : p50Ms.toFixed(0),
  ];
}

function grouped(rows: readonly Row[], title: string, groups: readonly string[], of: (row: Row) => string): string {
  const lines = groups.flatMap((group) => {
    const own = rows.filter((row) => of(row) === group);
    return own.length === 0 ? [] : [[group, ...cells(figuresOf(own))]];
  });
  return table([title, ...HEADER], [...lines, ["all", ...cells(figuresOf(rows))]]);
}

const verdict = ({ low, high }: Difference): string =>
  low > 0 ? "better" : high < 0 ? "worse" : low === 0 && high === 0 ? "equal" : "not sure";

function differences(of: readonly Row[], less: readonly Row[], title: string): string[] {
  const groups = ["all", ...ASKED];
  const lines = groups.flatMap((group) => {
    const own = of.filter(({ kind }) => group === "all" || kind === group);
    const found = differenceOf(own, less);
    return found === null
      ? []
      : [
          [
            group,
            String(found.questions),
            signed(found.mean),
            `${signed(found.low)} to ${signed(found.high)}`,
            verdict(found),
            `${found.gained} / ${found.lost}`,
          ],
        ];
  });
  const header = [title, "questions", "difference of answered", "95 % interval", "verdict", "gained / lost"];
  return lines.length === 0 ? [] : [table(header, lines)];
}

/** One way of answering, with its rows. */
export interface Arm {
  readonly name: string;
  readonly rows: readonly Row[];
}

/** All arms in one table: what the build's answers are worth beside other ways to spend the tokens. */
function besides(arms: readonly Arm[]): string {
  const rows = arms.map(({ name, rows: own }) => {
    const all = figuresOf(own);
    const byKind = ASKED.map((kind) => figuresOf(own.filter((row) => row.kind === kind)));
    return [
      name,
      ...[...byKind, all].map(({ answered, questions }) => share(answered, questions)),
      share(all.first, all.questions),
      all.tokens.toFixed(0),
    ];
  });
  return table(["answered", ...ASKED, "all", "by the first hit", "tokens"], rows);
}

/** `builds`, with the one under measurement first; `others` are asked beside it; `notes` are lines about the run as a whole. */
export function renderReport(
  builds: readonly Arm[],
  others: readonly Arm[],
  earlier: readonly Row[],
  notes: readonly string[],
): string {
  const [first = { name: "", rows: [] }] = builds;
  const parts = builds.flatMap(({ name, rows }) => [
    `## ${name}`,
    grouped(rows, "kind", KINDS, ({ kind }) => kind),
    grouped(rows, "repository", [...new Set(rows.map(({ repo }) => repo))].sort(), ({ repo }) => repo),
    ...(name === first.name ? [] : differences(first.rows, rows, `${first.name} − ${name}`)),
    ...differences(
      rows,
      earlier.filter(({ arm }) => arm === name),
      `${name} − earlier`,
    ),
  ]);
  const beside = others.length === 0 ? [] : ["## Other ways", besides([first, ...others])];
  return `${[notes.map((note) => `- ${note}`).join("\n"), ...parts, ...beside].join("\n\n")}\n`;
}
