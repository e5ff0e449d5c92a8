// What a repository is, in sums: languages, modules, entry points, hubs, circles, tests and where it changes most.
import { z } from "zod";
import type { HistoryStanding } from "../../history/history.ts";
import { HISTORY_WAIT_MS } from "../../history/history.ts";
import type { Snapshot } from "../../index/snapshot.ts";
import { fileCycles } from "../../intelligence/project/hubs.ts";
import type { ImportGraph } from "../../intelligence/project/import-graph.ts";
import { modulesOf } from "../../intelligence/project/modules.ts";
import { type Overview, overviewOf } from "../../intelligence/project/overview.ts";
import { RISK_CLASSES } from "../../intelligence/project/own-risk.ts";
import { GRAPH_MS, withGraph } from "../../intelligence/project/with-graph.ts";
import { renderCount } from "../amounts.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { aboutField, aboutLines, aboutProject, type ProjectAbout } from "./about-project.ts";
import { answerCode, type CodeFinding, codeFields, codeOutput } from "./answer-code.ts";
import { cycleRow, entryRow, hubRow, MODULE_COLUMNS, moduleRows } from "./project-rows.ts";
import { countRows, type Section, summed, writeSections } from "./sections.ts";

const TOKENS = 2_500;
const LANGUAGES_MAX = 10;
const MODULES_MAX = 25;
const ENTRIES_MAX = 15;
const CYCLES_MAX = 5;
const HOTSPOTS_MAX = 10;

const FIELDS = ["totals", "languages", "modules", "entry_points", "hubs", "cycles", "hotspots", "risk"] as const;
type Field = (typeof FIELDS)[number];
type Fields = Readonly<Record<Field, string[]>> & { readonly about: ProjectAbout; readonly history: string };
const rows = z.array(z.string());

export const getRepoOverview: Operation = defineOperation({
  name: "get_repo_overview",
  title: "Overview of a repository",
  summary: "Show what a repository is: languages, modules, entry points, hubs",
  description:
    "Sums up the repository: languages, modules, entry points, most imported files, import cycles, tests, hotspots, risk. Ask it first in a project you do not know.",
  input: z.strictObject(codeFields(TOKENS)),
  output: z.object({
    ...codeOutput,
    about: aboutField,
    totals: rows,
    languages: rows.describe("`<language> <files> <lines>`"),
    modules: rows.describe("`<module> <files> <tests> <symbols> <uses> <used by>`; - is unknown"),
    entry_points: rows,
    hubs: rows.describe("`<path> <files that import it>`"),
    cycles: rows.meta({ doc: "files that import each other in a circle" }),
    hotspots: rows.describe("`<path> <commits>`"),
    risk: rows.meta({ doc: "symbols by points of their own (docs/code-intelligence.md), then those with the most" }),
    history: z.string().meta({ doc: "what of git's history the hotspots are from" }),
  }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "get-repo-overview",
    positionals: [],
    examples: ["context-broker get-repo-overview", "context-broker get-repo-overview --json"],
  },
  toolset: "code",
  run: (input, context) =>
    answerCode(input, { operation: "get_repo_overview", asked: "" }, context, async (scene) => {
      const prepare = [modulesOf, fileCycles];
      const end = performance.now() + GRAPH_MS;
      const history = await scene.session.history();
      const [standing, about] = await Promise.all([
        history.ask(HISTORY_WAIT_MS, scene.signal),
        aboutProject(scene),
        withGraph(scene, { prepare, use: overviewOf }),
      ]);
      return withGraph(scene, {
        prepare,
        use: (snapshot, graph) => findingOf(snapshot, graph, standing, about),
        limitMs: end - performance.now(),
      });
    }),
});

function findingOf(
  snapshot: Snapshot,
  graph: ImportGraph,
  standing: HistoryStanding,
  about: ProjectAbout,
): CodeFinding<Fields> {
  const overview = overviewOf(snapshot, graph);
  const sections = overviewSections(overview, standing);
  const told = [...overview.hubs.map(({ file }) => file.path), ...overview.entryPoints.map(({ path }) => path)];
  return {
    outcome: overview.files === 0 ? "empty" : "found",
    authority: "index",
    generation: snapshot.generation,
    documents: [...new Set(told)].flatMap((path) => snapshot.documentAt(path) ?? []),
    files: overview.files,
    filesLeft: graph.left,
    found: countRows(sections),
    rows: countRows(sections),
    write: (shown) => {
      const { lines, fields } = writeSections(sections, shown);
      const git = `${standing.state}: ${standing.reason}`;
      return {
        headline: headlineOf(overview),
        lines: [...aboutLines(about), ...lines, `git history ${git}`],
        fields: { about, ...fields, history: git },
      };
    },
  };
}

const number = (value: number): string => value.toLocaleString("en");

function headlineOf({ files, lines, symbols, modules }: Overview): string {
  return `${renderCount(files, "file")}, ${renderCount(lines, "line")}, ${renderCount(symbols, "symbol")}, ${renderCount(modules.length, "module")}`;
}

export function overviewSections(
  overview: Overview,
  { signals }: Pick<HistoryStanding, "signals">,
): (Section & { readonly field: Field })[] {
  const { languages, modules, entryPoints, hubs, cycles } = overview;
  const entries = renderCount(entryPoints.length, "entry point");
  return [
    { field: "totals", title: "in all", rows: totalsOf(overview) },
    {
      field: "languages",
      title: "languages: files, lines",
      rows: summed(
        languages,
        LANGUAGES_MAX,
        ({ language, files, lines }) => `${language ?? "other"} ${files} ${lines}`,
        (rest) => renderCount(sum(rest.map(({ files }) => files)), "file"),
      ),
    },
    { field: "modules", title: `modules: ${MODULE_COLUMNS}`, rows: moduleRows(modules, MODULES_MAX) },
    {
      field: "entry_points",
      title: entries,
      rows: summed(entryPoints, ENTRIES_MAX, entryRow, () => "ask get_module"),
    },
    { field: "hubs", title: "most imported: files that import it", rows: hubs.map(hubRow) },
    {
      field: "cycles",
      title: "import cycles",
      rows: summed(cycles, CYCLES_MAX, cycleRow, (rest) => renderCount(sum(rest.map(({ length }) => length)), "file")),
    },
    {
      field: "hotspots",
      title: "hotspots: commits",
      rows: (signals?.hotspots(HOTSPOTS_MAX) ?? []).map(({ path, commits }) => `${path} ${commits}`),
    },
    { field: "risk", title: "risk by itself, without dependents and history", rows: riskRows(overview) },
  ];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function riskRows({ risk, riskiest }: Overview): string[] {
  const [low = 0, middle = 0, high = 0] = risk;
  const [second, third] = RISK_CLASSES;
  return low + middle + high === 0
    ? []
    : [
        `under ${second} points ${number(low)} symbols, under ${third} ${number(middle)}, from ${third} ${number(high)}`,
        ...riskiest.map(
          ({ path, symbol: { line, symbol, score, reasons } }) => `${path}:${line} ${symbol} ${score}: ${reasons}`,
        ),
      ];
}

function totalsOf({ files, linked, tests, tested, code, parse, cycles }: Overview): string[] {
  const states = parse.filter((one) => one.files > 0).map((one) => `${one.state} ${number(one.files)}`);
  return [
    `tests: ${renderCount(tests, "file")}, in or of ${number(tested)} of ${renderCount(code, "module")} with code`,
    `imports: known of ${number(linked)} of ${renderCount(files, "file")}; ${renderCount(cycles.length, "cycle")}`,
    `parse: ${states.join(", ")}`,
  ];
}
