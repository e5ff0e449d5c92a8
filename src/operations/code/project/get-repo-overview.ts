// A repository in sums: languages, modules, entry points, hubs, cycles, tests and most-changed files.
import { z } from "zod";
import { HISTORY_WAIT_MS, type HistoryStatus } from "../../../history/history.ts";
import type { Snapshot } from "../../../index/snapshot.ts";
import { fileCycles } from "../../../intelligence/project/hubs.ts";
import type { ImportGraph } from "../../../intelligence/project/import-graph.ts";
import { modulesOf } from "../../../intelligence/project/modules.ts";
import { type Overview, overviewOf } from "../../../intelligence/project/overview.ts";
import { projectHints } from "../../../intelligence/project/project-hints.ts";
import { RISK_CLASSES } from "../../../intelligence/project/risk-distribution.ts";
import { graphMsOf, withGraph } from "../../../intelligence/project/with-graph.ts";
import { formatNumber, renderCount } from "../../../vocabulary/shown-text.ts";
import type { CodeFinding } from "../../answer/answer-code.ts";
import { defineCodeTool } from "../../answer/code-tool.ts";
import { countRows, type Section, section, type WrittenSections, writeSections } from "../../answer/sections.ts";
import { defineTable } from "../../answer/table.ts";
import type { Operation } from "../../contract/operation.ts";
import { aboutField, aboutLines, aboutProject, type ProjectAbout } from "./about-project.ts";
import { type KnownSoFar, knownSoFar, renderKnown } from "./known-so-far.ts";
import {
  CYCLES,
  cycleSection,
  ENTRY_POINTS,
  entrySection,
  HUBS,
  hubSection,
  MODULE_COLUMNS,
  MODULES,
  moduleRow,
  sumOfModules,
} from "./project-rows.ts";

const LANGUAGES_MAX = 8;
const MODULES_MAX = 15;
const ENTRIES_MAX = 10;
const CYCLES_MAX = 3;
const HOTSPOTS_MAX = 6;

const LANGUAGES = defineTable({
  columns: { language: z.string(), files: z.number(), lines: z.number() },
  line: ({ language, files, lines }) => `${language} ${files} ${lines}`,
});
const HOTSPOTS = defineTable({
  doc: "the files that changed most often",
  columns: { path: z.string(), commits: z.number() },
  line: ({ path, commits }) => `${path} ${commits}`,
});
const RISK = defineTable({
  doc: "the symbols with the most points of their own (docs/inside/code-intelligence.md), one a file",
  columns: {
    path: z.string(),
    line: z.number(),
    symbol: z.string(),
    score: z.number(),
    reasons: z.array(z.string()),
  },
  shared: ["score"],
  line: ({ path, line, symbol, score, reasons = [] }) =>
    `${path}:${line} ${symbol}${score === undefined ? "" : ` ${score}`}: ${reasons.join(", ")}`,
});

type Field = "languages" | "modules" | "entry_points" | "hubs" | "cycles" | "hotspots" | "risk";

const totalsField = z.object({
  files: z.number(),
  lines: z.number(),
  symbols: z.number(),
  modules: z.number(),
  test_files: z.number(),
  files_with_own_tests: z.number().optional().meta({ doc: "others with tests" }),
  code_modules: z.number(),
  tested_modules: z.number().meta({ doc: "those of code_modules that a test is in or imports" }),
  linked_files: z.number().meta({ doc: "files whose imports are followed" }),
  cycles: z.number(),
  parse: z.record(z.string(), z.number()).meta({ doc: "files by parse state" }),
  read_files: z.number().optional().meta({
    doc: "files whose symbols and imports are known; then all counts but `files` are at least so many; absent: all",
  }),
  risk: z
    .array(z.number())
    .optional()
    .meta({ doc: `symbols under ${RISK_CLASSES[0]} points of their own, under ${RISK_CLASSES[1]}, and above` }),
});
type Totals = z.output<typeof totalsField>;
type Fields = WrittenSections<Field>["fields"] & {
  readonly about: ProjectAbout;
  readonly totals: Totals;
  readonly history?: string;
};

export const getRepoOverview: Operation = defineCodeTool({
  name: "get_repo_overview",
  title: "Overview of a repository",
  summary: "Show what a repository is: languages, modules, entry points, hubs",
  description:
    "Summarizes the repository: languages, modules, entry points, hubs, import cycles, tests, hotspots, risk. Use it first in a project you do not know.",
  tokens: 2_500,
  input: {},
  output: {
    about: aboutField,
    totals: totalsField,
    languages: LANGUAGES.field.optional(),
    modules: MODULES.field.optional(),
    entry_points: ENTRY_POINTS.field.optional(),
    hubs: HUBS.field.optional(),
    cycles: CYCLES.field.optional(),
    hotspots: HOTSPOTS.field.optional(),
    risk: RISK.field.optional(),
    history: z.string().optional().meta({ doc: "what of git's history the hotspots are from, unless all of it" }),
  },
  examples: ["context-broker get-repo-overview", "context-broker get-repo-overview --json"],
  toolset: "code",
  question: () => ({ asked: "", first: { hints: projectHints, overTexts: true } }),
  async find(scene) {
    const prepare = [modulesOf, fileCycles];
    const limitMs = graphMsOf(scene.freshness);
    const end = performance.now() + limitMs;
    const opened = await scene.session.history();
    const [history, about] = await Promise.all([
      opened.ask(HISTORY_WAIT_MS, scene.signal),
      aboutProject(scene),
      withGraph(scene, { prepare, use: overviewOf, limitMs }),
    ]);
    return withGraph(scene, {
      prepare,
      use: (snapshot, graph) => {
        const known = knownSoFar(scene.freshness, snapshot.documentCount);
        return findingOf(snapshot, graph, { history, about, known });
      },
      limitMs: end - performance.now(),
    });
  },
});

interface Besides {
  readonly history: HistoryStatus;
  readonly about: ProjectAbout;
  /** Null where the whole index is. */
  readonly known: KnownSoFar | null;
}

function findingOf(snapshot: Snapshot, graph: ImportGraph, { history, about, known }: Besides): CodeFinding<Fields> {
  const overview = overviewOf(snapshot, graph);
  const sections = overviewSections(overview, history);
  const named = [...overview.hubs.map(({ file }) => file.path), ...overview.entryPoints.map(({ path }) => path)];
  return {
    outcome: overview.files === 0 ? "empty" : "found",
    documents: [...new Set(named)].flatMap((path) => snapshot.documentAt(path) ?? []),
    files: overview.files,
    // Until all is indexed, that is said of the whole project.
    filesLeft: known === null ? graph.left : 0,
    found: countRows(sections),
    write: (shown) => {
      const { lines, fields } = writeSections(sections, shown);
      const git = history.state === "applied" ? null : `${history.state}: ${history.reason}`;
      return {
        headline: headlineOf(overview, known),
        lines: [
          ...(known === null ? [] : [renderKnown(known)]),
          ...aboutLines(about),
          ...(known === null ? totalLines(overview) : [`tests: ${renderCount(overview.tests, "file")}`]),
          ...lines,
          ...(git === null ? [] : [`git history ${git}`]),
        ],
        fields: { about, totals: totalsOf(overview, known), ...fields, ...(git === null ? {} : { history: git }) },
      };
    },
  };
}

function headlineOf({ files, lines, symbols, modules }: Overview, known: KnownSoFar | null): string {
  const least = known === null ? "" : "at least ";
  return [
    renderCount(known?.files ?? files, "file"),
    `${least}${renderCount(lines, "line")}`,
    `${least}${renderCount(symbols, "symbol")}`,
    `${least}${renderCount(modules.length, "module")}`,
  ].join(", ");
}

export function overviewSections(overview: Overview, { signals }: Pick<HistoryStatus, "signals">): Section<Field>[] {
  const { languages, modules, entryPoints, hubs, cycles, riskiest } = overview;
  return [
    section({
      field: "languages",
      title: "languages: files, lines",
      table: LANGUAGES,
      values: languages,
      row: ({ language, files, lines }) => ({ language: language ?? "other", files, lines }),
      most: LANGUAGES_MAX,
      rest: (rest) => ({ files: sum(rest.map(({ files }) => files)) }),
    }),
    section({
      field: "modules",
      title: `modules: ${MODULE_COLUMNS}`,
      table: MODULES,
      values: modules,
      row: moduleRow,
      most: MODULES_MAX,
      rest: sumOfModules,
    }),
    entrySection(renderCount(entryPoints.length, "entry point"), entryPoints, ENTRIES_MAX),
    hubSection(hubs),
    cycleSection(cycles, CYCLES_MAX, (rest) => ({ files: sum(rest.map(({ length }) => length)) })),
    section({
      field: "hotspots",
      title: "hotspots: commits",
      table: HOTSPOTS,
      values: signals?.hotspots(HOTSPOTS_MAX) ?? [],
      row: ({ path, commits }) => ({ path, commits }),
    }),
    section({
      field: "risk",
      title: "most points of risk by itself, without dependents and history",
      table: RISK,
      values: riskiest,
      row: ({ path, symbol: { line, symbol, score, reasons } }) => ({
        path,
        line,
        symbol,
        score,
        reasons: [...reasons],
      }),
    }),
  ];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function totalsOf(overview: Overview, known: KnownSoFar | null): Totals {
  const { files, lines, symbols, modules, linked, tests, ownTests, tested, code, parse, cycles, risk } = overview;
  return {
    files: known?.files ?? files,
    lines,
    symbols,
    modules: modules.length,
    test_files: tests,
    ...(ownTests === 0 ? {} : { files_with_own_tests: ownTests }),
    code_modules: code,
    tested_modules: tested,
    linked_files: linked,
    cycles: cycles.length,
    parse: Object.fromEntries(parse.flatMap((one) => (one.files === 0 ? [] : [[one.state, one.files]]))),
    ...(known === null ? {} : { read_files: known.read }),
    ...(sum(risk) === 0 ? {} : { risk: [...risk] }),
  };
}

function totalLines({ files, linked, tests, ownTests, tested, code, parse, cycles, risk }: Overview): string[] {
  const states = parse.filter((one) => one.files > 0).map((one) => `${one.state} ${formatNumber(one.files)}`);
  const [low = 0, middle = 0, high = 0] = risk;
  const [second, third] = RISK_CLASSES;
  return [
    `tests: ${renderCount(tests, "file")}${ownTests === 0 ? "" : `, ${formatNumber(ownTests)} more with tests of their own`}, in or of ${formatNumber(tested)} of ${renderCount(code, "module")} with code`,
    `imports: followed in ${formatNumber(linked)} of ${renderCount(files, "file")}; ${renderCount(cycles.length, "cycle")}`,
    `parse: ${states.join(", ")}`,
    ...(low + middle + high === 0
      ? []
      : [
          `risk: ${formatNumber(low)} symbols under ${second} points, ${formatNumber(middle)} under ${third}, ${formatNumber(high)} from ${third}`,
        ]),
  ];
}
