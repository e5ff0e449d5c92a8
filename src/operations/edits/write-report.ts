// Writes what became of an edit: short tables about it, and as many lines of its diff as fit.
import type { OtherPlace } from "../../edits/change-set.ts";
import { unifiedDiff } from "../../edits/unified-diff.ts";
import { NO_USE_CLASSES } from "../../intelligence/occurrences/occurrence.ts";
import { escapeName, fenceFor, renderCount } from "../../vocabulary/shown-text.ts";
import type { CodeFinding } from "../answer/answer-code.ts";
import type { FieldsOf } from "../answer/code-tool.ts";
import { countRows, type Section, section, writeSections } from "../answer/sections.ts";
import type { RowOf } from "../answer/table.ts";
import { CHANGES, diffRows, USERS } from "../code/changes/diff-rows.ts";
import { riskLine, structuredRisk } from "../code/changes/write-diff.ts";
import {
  CANDIDATES,
  type EditReport,
  type editOutput,
  FILES,
  LEFT,
  OTHERS,
  OUTCOME_OF,
  REFUSALS,
} from "./edit-report.ts";
import type { EditImpact } from "./impact.ts";

type ReportFields = FieldsOf<Omit<typeof editOutput, "outcome" | "project_root" | "envelope">>;
type FileRow = RowOf<typeof FILES>;

/** Rows of each table; the rest is counted. */
const ROWS_MAX = 40;
/** Rows of what is left, each of which its reader has to look at: only the budget cuts these. */
const LEFT_ROWS_MAX = 1_000;
/** Rows of places that need no edit, and lines of each; the rest is counted. */
const OTHER_ROWS_MAX = 10;
const LINES_A_ROW = 12;
/** For each row of a table, so many lines of the diff are shown. */
const DIFF_LINES_A_ROW = 3;
const NAMES_SHOWN = 10;
const COMMIT_DIGITS = 10;

export function reportEdit(report: EditReport): CodeFinding<ReportFields, "failed"> {
  const diffed = diffOf(report);
  const sections = sectionsOf(report, diffed.files);
  const tableRows = countRows(sections);
  return {
    outcome: OUTCOME_OF[report.state],
    authority: "disk",
    isSearch: false,
    files: report.files.length,
    found: tableRows + diffed.lines.length,
    write(shown) {
      const lines = linesOfDiff(shown, tableRows, diffed.lines.length);
      const tables = writeSections(sections, shown - lines);
      return {
        headline: headlineOf(report, diffed.files),
        lines: [...factLines(report), ...tables.lines, ...diffLines(diffed.lines, lines), ...nextLine(report)],
        fields: {
          ...factFields(report, tables.fields),
          ...diffFields(diffed.lines, lines),
        },
      };
    },
  };
}

/** How many of the shown rows are lines of the diff: most of them, but never all while there are rows of tables. */
function linesOfDiff(shown: number, tableRows: number, count: number): number {
  const share = Math.floor((shown * DIFF_LINES_A_ROW) / (DIFF_LINES_A_ROW + 1));
  return Math.min(count, Math.max(share, shown - tableRows));
}

function diffOf({ files, differing }: EditReport): {
  readonly files: readonly FileRow[];
  readonly lines: readonly string[];
} {
  const shown = differing === null ? [] : [unifiedDiff(differing)];
  const diffs = files.map((file) => ({ file, diff: unifiedDiff(file) }));
  return {
    files: diffs.map(({ file: { path, kind: change, to }, diff: { added, removed } }) => {
      return { path, change, to, added, removed };
    }),
    lines: [...shown, ...diffs.map(({ diff }) => diff)].flatMap(({ text }) => text.split("\n").slice(0, -1)),
  };
}

const FIELDS = ["refusals", "candidates", "files", "left", "others", "changes", "users"] as const;
type Field = (typeof FIELDS)[number];

function sectionsOf(report: EditReport, files: readonly FileRow[]): Section<Field>[] {
  const { refusals, candidates, left, others, impact } = report;
  const rows = impact === null ? [] : diffRows(impact.found, impact.weighing.weights);
  const common = { most: ROWS_MAX, row: <Value>(value: Value): Value => value };
  return [
    section({ ...common, field: "refusals", title: "not made because", table: REFUSALS, values: refusals }),
    section({
      ...common,
      field: "candidates",
      title: "candidates",
      table: CANDIDATES,
      values: candidates,
      row: ({ address, kind, startLine, endLine }) => {
        return { symbol: address, kind, start_line: startLine, end_line: endLine };
      },
    }),
    section({ ...common, field: "files", title: "files", table: FILES, values: files }),
    section({
      ...common,
      most: LEFT_ROWS_MAX,
      field: "left",
      title: "left as they are",
      table: LEFT,
      values: left,
      row: ({ path, line, why, effect, endLine }) => {
        return { path, line, why, effect: effect ?? null, end_line: endLine ?? null };
      },
    }),
    section({
      ...common,
      most: OTHER_ROWS_MAX,
      field: "others",
      title: "also left, as no use of it",
      table: OTHERS,
      values: byFileAndClass(others),
      row: ({ path, class: of, lines }) => {
        const shown = lines.slice(0, LINES_A_ROW).join(", ");
        return {
          path,
          class: of,
          lines: `${shown}${lines.length > LINES_A_ROW ? `, and ${lines.length - LINES_A_ROW} more` : ""}`,
        };
      },
      rest: (rows) => ({ lines: rows.reduce((sum, { lines }) => sum + lines.length, 0) }),
    }),
    section({
      ...common,
      field: "changes",
      title: "symbols",
      table: CHANGES,
      values: rows.flatMap(({ change }) => change ?? []),
    }),
    section({
      ...common,
      field: "users",
      title: "users of what changed or is gone",
      table: USERS,
      values: rows.flatMap(({ user }) => user ?? []),
    }),
  ];
}

interface OtherLines {
  readonly path: string;
  readonly class: OtherPlace["class"];
  readonly lines: readonly number[];
}

/** Each line once; those of something else first, since the rest is text. */
const byFileAndClass = (others: readonly OtherPlace[]): OtherLines[] =>
  NO_USE_CLASSES.flatMap((of) => {
    const lines = new Map<string, Set<number>>();
    for (const { path, line } of others.filter((one) => one.class === of)) {
      lines.set(path, (lines.get(path) ?? new Set()).add(line));
    }
    return [...lines].map(([path, found]) => ({ path, class: of, lines: [...found] }));
  });

/** `preview of rename_symbol src/store.ts#Store.put to save: 3 files, +4 -4`. */
function headlineOf({ state, intent, message, session }: EditReport, files: readonly FileRow[]): string {
  if (message !== null) {
    return escapeName(message);
  }
  const sum = (of: (row: FileRow) => number): number => files.reduce((total, row) => total + of(row), 0);
  const size = `${renderCount(files.length, "file")}, +${sum(({ added }) => added)} -${sum(({ removed }) => removed)}`;
  const id = session === null ? "" : `; session ${session}`;
  return `${state === "preview" ? "preview of" : state} ${escapeName(intent)}: ${size}${id}`;
}

/** `next: commit_edits {"session":"1a2b3c4d","apply":true} writes it`: a call that can be made as it stands there. */
function nextLine({ next, tree }: EditReport): string[] {
  if (next === null) {
    return [];
  }
  const place = tree === null ? {} : { worktree: tree.branch ?? tree.root };
  const steps =
    next === "apply"
      ? ["`apply` writes it"]
      : next.map(({ tool, input, does }) => `${tool} ${JSON.stringify({ ...input, ...place })} ${does}`);
  return [escapeName(`next: ${steps.join("; ")}`)];
}

const named = (paths: readonly string[]): string =>
  `${paths.slice(0, NAMES_SHOWN).join(", ")}${paths.length > NAMES_SHOWN ? ", …" : ""}`;

function factLines({ tree, warnings, uncommitted, branch, impact }: EditReport): string[] {
  const lines = [
    ...(tree === null ? [] : [`in the worktree ${tree.root}${tree.branch === null ? "" : ` (${tree.branch})`}`]),
    ...warnings.map((warning) => `warning: ${warning}`),
    ...(branch === null ? [] : [`git branch ${branch.name}, commit ${branch.commit.slice(0, COMMIT_DIGITS)}`]),
    ...(uncommitted.length === 0
      ? []
      : [`uncommitted changes in ${renderCount(uncommitted.length, "file")} of the edit: ${named(uncommitted)}`]),
    ...(impact === null || impact.risk === null ? [] : [riskLine(impact.risk, impact.history)]),
    ...(impact === null || impact.weighing.unweighed === 0
      ? []
      : [`users and risk of ${renderCount(impact.weighing.unweighed, "symbol")} not counted`]),
  ];
  return lines.map(escapeName);
}

const factFields = (
  { state, session, tree, warnings, uncommitted, branch, impact }: EditReport,
  { changes, users, ...tables }: ReturnType<typeof writeSections<Field>>["fields"],
): ReportFields =>
  ({
    state,
    ...(session === null ? {} : { session }),
    ...(tree === null ? {} : { tree }),
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
    ...(uncommitted.length === 0 && branch === null ? {} : { git: gitField(uncommitted, branch) }),
    ...tables,
    ...(impact === null ? {} : { impact: impactField(impact, { changes, users }) }),
  }) as ReportFields;

const gitField = (uncommitted: EditReport["uncommitted"], branch: EditReport["branch"]) => ({
  ...(uncommitted.length === 0 ? {} : { uncommitted: [...uncommitted] }),
  ...(branch === null ? {} : { branch: branch.name, commit: branch.commit }),
});

const impactField = (
  { risk, history, weighing }: EditImpact,
  tables: Pick<ReportFields["impact"] & object, "changes" | "users">,
) => ({
  ...(risk === null ? {} : { risk: structuredRisk(risk, history) }),
  ...(weighing.unweighed === 0 ? {} : { unweighed: weighing.unweighed }),
  ...Object.fromEntries(Object.entries(tables).filter(([, table]) => table !== undefined)),
});

function diffLines(lines: readonly string[], count: number): string[] {
  if (count === 0) {
    return [];
  }
  const fence = fenceFor(...lines);
  const rest = lines.length - count;
  return [
    fence,
    ...lines.slice(0, count),
    fence,
    ...(rest === 0 ? [] : [`and ${renderCount(rest, "more line")} of the diff`]),
  ];
}

const diffFields = (lines: readonly string[], count: number): Pick<ReportFields, "diff" | "diff_lines_left"> => ({
  ...(count === 0 ? {} : { diff: `${lines.slice(0, count).join("\n")}\n` }),
  ...(count === lines.length ? {} : { diff_lines_left: lines.length - count }),
});
