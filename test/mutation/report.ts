// What is kept of a run, and its summary.
import type { Asked } from "./ask-tests.ts";
import { KINDS, type Kind } from "./places.ts";
import { STAGES, type Stage } from "./stages.ts";

/** First line of a file of results. */
export interface Head {
  readonly seed: number;
  readonly commit: string;
  readonly date: string;
  readonly machine: string;
}

/** A change and what the tests of the last stage that was asked said. */
export interface Row {
  readonly number: number;
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly kind: Kind;
  readonly before: string;
  readonly after: string;
  readonly stage: Stage;
  /** Test files asked in that stage. */
  readonly files: number;
  readonly outcome: Asked["outcome"];
  readonly by: string | null;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").slice(0, 60);

/** Markdown: a table by kind, then each change that no test noticed. */
export function renderSummary({ seed, commit, date, machine }: Head, rows: readonly Row[]): string {
  const cells = (some: readonly Row[]): (number | string)[] => [
    some.length,
    ...STAGES.map((stage) => some.filter((row) => row.outcome === "failed" && row.stage === stage).length),
    some.filter(({ outcome }) => outcome === "hung").length,
    some.filter(({ outcome }) => outcome === "held").length,
  ];
  const table = [
    ...KINDS.map((kind) => [kind, ...cells(rows.filter((row) => row.kind === kind))]),
    ["all", ...cells(rows)],
  ];
  const unnoticed = rows
    .filter(({ outcome }) => outcome === "held")
    .sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
  return [
    `Seed ${seed}, commit ${commit.slice(0, 9)}, ${date}, ${machine}.`,
    "",
    "| kind | changes | noticed by near tests | by others of the room | by other fast tests | by slow tests | hung | not noticed |",
    "|---|---|---|---|---|---|---|---|",
    ...table.map((row) => `| ${row.join(" | ")} |`),
    "",
    ...unnoticed.map(
      ({ path, line, before, after, stage }) =>
        `- \`${path}:${line}\` \`${oneLine(before)}\` → \`${oneLine(after)}\` (asked up to: ${stage})`,
    ),
    "",
  ].join("\n");
}
