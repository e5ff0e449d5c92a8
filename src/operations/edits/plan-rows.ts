// How a plan for an edit is written: its steps, what depends on them, files, and what could not be resolved, as tables.
import { z } from "zod";
import { editsReferences } from "../../edits/plan/choose-tool.ts";
import type { Plan, PlannedStep } from "../../edits/plan/make-plan.ts";
import { STAGES } from "../../edits/plan/order-steps.ts";
import type { Unresolved } from "../../edits/plan/resolve-targets.ts";
import { CERTAINTIES } from "../../vocabulary/facts.ts";
import { renderCount, shortened } from "../../vocabulary/shown-text.ts";
import { type Section, section } from "../answer/sections.ts";
import { defineTable, type RowOf } from "../answer/table.ts";

/** Digits of a file's hash that edit tools compare. */
const HASH_LENGTH = 12;
const POINTS_SHOWN = 3;
const CANDIDATES_SHOWN = 10;

export const STEPS = defineTable({
  doc: "in the order of editing, one row for each definition of a symbol",
  columns: {
    step: z.number(),
    stage: z.enum(STAGES),
    tool: z.string().nullable().meta({ doc: "the edit tool to use; null: the server offers none" }),
    path: z.string(),
    start_line: z.number().meta({ doc: "1-based" }),
    end_line: z.number().meta({ doc: "inclusive" }),
    kind: z.string(),
    symbol: z.string(),
    risk: z.number().nullable().meta({ doc: "0 to 100; null: unknown, or in the row above" }),
    why: z.string().nullable().meta({ doc: "the heaviest points of the risk" }),
    dependents: z.number().nullable().meta({ doc: "symbols that refer to it; null: unknown, or in the row above" }),
    tests: z.number().nullable().meta({ doc: "files with tests of it" }),
    unresolved: z.number().nullable().meta({ doc: "further mentions of its name that could not be resolved" }),
  },
  shared: ["stage", "tool"],
  usual: { tests: 0 },
  line: ({ step, stage, tool, path, start_line: first, end_line: last, kind, symbol, risk, why, ...counts }) =>
    [
      [step, stage, tool].filter((cell) => cell !== undefined).join(" "),
      `${path}:${first}-${last} ${kind} ${symbol}`,
      ...(risk === undefined ? [] : [`risk ${risk}/100${why === undefined ? "" : ` (${why})`}`]),
      ...(counts.dependents === undefined ? [] : [renderCount(counts.dependents ?? 0, "dependent")]),
      ...(counts.tests === undefined ? [] : [`${renderCount(counts.tests ?? 0, "file")} with tests`]),
      ...(counts.unresolved === undefined ? [] : [`${counts.unresolved} unresolved`]),
    ].join("; "),
});

export const DEPENDENTS = defineTable({
  doc: "symbols that refer to what is edited, by file",
  columns: {
    path: z.string(),
    line: z.number().meta({ doc: "where it first refers to it" }),
    symbol: z.string().nullable().meta({ doc: "null: the file's top level" }),
    of: z.string().meta({ doc: "the symbol of the step" }),
    certainty: z.enum(CERTAINTIES).nullable().meta({ doc: "null: exact" }),
  },
  grouped: true,
  shared: ["of", "certainty"],
  line: ({ line, symbol, of, certainty }) =>
    [line, symbol, of === undefined ? undefined : `uses ${of}`, certainty]
      .filter((cell) => cell !== undefined)
      .join(" "),
});

export const FILES = defineTable({
  doc: "files that the steps edit",
  columns: {
    path: z.string(),
    hash: z.string().nullable().meta({ doc: "pass it to the edit tool, which refuses a file that changed meanwhile" }),
    follows: z
      .boolean()
      .nullable()
      .meta({ doc: "true: the tool edits it because it refers to a target, or is the destination" }),
  },
  line: ({ path, hash, follows }) =>
    [path, hash, follows === true ? "follows" : undefined].filter((cell) => cell !== undefined).join(" "),
});

export const UNRESOLVED = defineTable({
  doc: "texts that name several symbols, or none",
  columns: {
    asked: z.string(),
    why: z.string(),
    path: z.string().nullable().meta({ doc: "a candidate; null: none" }),
    start_line: z.number().nullable(),
    end_line: z.number().nullable(),
    kind: z.string().nullable(),
    symbol: z.string().nullable(),
  },
  shared: ["asked", "why"],
  line: ({ asked, why, path, start_line: first, end_line: last, kind, symbol }) =>
    [asked, why, path === undefined ? undefined : `${path}:${first}-${last} ${kind} ${symbol}`]
      .filter((cell) => cell !== undefined)
      .join("; "),
});

export const FOUND = defineTable({
  doc: "found by the words of the text, and no targets",
  columns: {
    path: z.string(),
    start_line: z.number(),
    end_line: z.number(),
    symbol: z.string().nullable(),
  },
  line: ({ path, start_line: first, end_line: last, symbol }) =>
    `${path}:${first}-${last}${symbol === undefined ? "" : ` ${symbol}`}`,
});

function stepRows(step: PlannedStep, at: number, hasTools: boolean): RowOf<typeof STEPS>[] {
  const { stage, tool, document, spans, kind, symbol, risk, dependents, tests, unresolved } = step;
  return spans.map(({ startLine, endLine }, place) => {
    const isFirst = place === 0;
    const why = (risk?.points ?? []).slice(0, POINTS_SHOWN).map(({ points, reason }) => `${reason} +${points}`);
    return {
      step: at + 1,
      stage,
      tool: hasTools ? tool : null,
      path: document.path,
      start_line: startLine,
      end_line: endLine,
      kind,
      symbol: shortened(symbol),
      risk: isFirst ? (risk?.score ?? null) : null,
      why: isFirst && why.length > 0 ? why.join(", ") : null,
      dependents: isFirst ? (dependents?.length ?? null) : null,
      tests: isFirst && dependents !== null ? tests.length : null,
      unresolved: isFirst && unresolved > 0 ? unresolved : null,
    };
  });
}

const dependentRows = ({ dependents, symbol }: PlannedStep): RowOf<typeof DEPENDENTS>[] =>
  (dependents ?? []).map(({ node, certainty, at }) => ({
    path: at.path,
    line: at.line,
    symbol: node.symbol === null ? null : shortened(node.symbol),
    of: shortened(symbol),
    certainty: certainty === "exact" ? null : certainty,
  }));

function unresolvedRows({ asked, why, candidates }: Unresolved): RowOf<typeof UNRESOLVED>[] {
  const none = { path: null, start_line: null, end_line: null, kind: null, symbol: null };
  const rows = candidates.slice(0, CANDIDATES_SHOWN).flatMap(({ document, symbols: [symbol] }) =>
    symbol === undefined
      ? []
      : {
          path: document.path,
          start_line: symbol.startLine,
          end_line: symbol.endLine,
          kind: symbol.kind,
          symbol: symbol.path,
        },
  );
  return (rows.length === 0 ? [none] : rows).map((row) => ({ asked, why, ...row }));
}

function fileRows({ steps, editedToo }: Plan): RowOf<typeof FILES>[] {
  const hashes = new Map(steps.map(({ document }) => [document.path, document.contentHash.slice(0, HASH_LENGTH)]));
  const own = [...hashes].map(([path, hash]) => ({ path, hash, follows: null }));
  return [...own, ...[...editedToo].map((path) => ({ path, hash: null, follows: true }))];
}

export type PlanField = "steps" | "ambiguous" | "missing" | "dependents" | "files" | "found";

const one = <Row>(row: Row): Row => row;

/** `hasTools`: whether the caller has the edit tools; otherwise none is named. */
export function planSections(plan: Plan, hasTools: boolean): readonly Section<PlanField>[] {
  const { steps, ambiguous, missing, found } = plan;
  const places = found.map(({ path, startLine, endLine, symbol }) => ({
    path,
    start_line: startLine,
    end_line: endLine,
    symbol,
  }));
  const sections: readonly Section<PlanField>[] = [
    section({
      field: "steps",
      title: "steps",
      table: STEPS,
      values: steps.flatMap((step, at) => stepRows(step, at, hasTools)),
      row: one,
    }),
    section({
      field: "ambiguous",
      title: "ambiguous",
      table: UNRESOLVED,
      values: ambiguous.flatMap(unresolvedRows),
      row: one,
    }),
    section({
      field: "missing",
      title: "not found",
      table: UNRESOLVED,
      values: missing.flatMap(unresolvedRows),
      row: one,
    }),
    section({
      field: "dependents",
      title: "dependents",
      table: DEPENDENTS,
      values: steps.flatMap(dependentRows),
      row: one,
    }),
    section({ field: "files", title: "files to edit", table: FILES, values: fileRows(plan), row: one }),
    section({ field: "found", title: "found by the words of the text", table: FOUND, values: places, row: one }),
  ];
  return sections.filter(({ count }) => count > 0);
}

/** What the first line says of the plan. `hasTools`: as for the sections. */
export function planHeadline({ steps, ambiguous, missing, found, editedToo }: Plan, hasTools: boolean): string {
  const tools = [...new Set(steps.map(({ tool }) => tool))];
  const dependents = new Set(steps.flatMap(({ usedBy }) => [...usedBy]));
  const tests = new Set(steps.flatMap((step) => step.tests));
  const files = new Set([...steps.map(({ document }) => document.path), ...editedToo]);
  const unresolved = [
    ...(ambiguous.length === 0 ? [] : [`${ambiguous.length} ambiguous: name one as path#symbol`]),
    ...(missing.length === 0 ? [] : [`${missing.length} not found`]),
  ];
  const planned =
    steps.length === 0
      ? ambiguous.length > 0
        ? []
        : [found.length === 0 ? "nothing to edit" : "no target named; places that the words are found in"]
      : [
          `${renderCount(steps.length, "symbol")} in ${renderCount(files.size, "file")} to edit${hasTools ? ` with ${tools.join(", ")}` : ""}`,
          `${renderCount(dependents.size, "dependent")}${tools.some(editsReferences) ? "" : " to check"}`,
          `${renderCount(tests.size, "file")} with tests`,
        ];
  return [...planned, ...unresolved].join("; ");
}
