// One module: what others take from it, its hubs, entry points, circles, neighbours and tests.
import { z } from "zod";
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import { fileCycles } from "../../intelligence/project/hubs.ts";
import {
  chooseModules,
  type ModuleDetail,
  moduleDetail,
  type SurfaceName,
  surfaceOf,
} from "../../intelligence/project/module-detail.ts";
import { type Module, modulesOf } from "../../intelligence/project/modules.ts";
import { findUses } from "../../intelligence/project/uses-of-files.ts";
import { withGraph } from "../../intelligence/project/with-graph.ts";
import { escapeName } from "../../search/answer/render-answer.ts";
import { shortened } from "../../search/answer/structured-answer.ts";
import { renderCount } from "../amounts.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { answerCode, type CodeFinding, codeFields, codeOutput } from "./answer-code.ts";
import { cycleRow, entryRow, hubRow, moduleRow } from "./project-rows.ts";
import { countRows, mostWithin, type Section, summed, writeSections } from "./sections.ts";

const TOKENS = 3_000;
const SURFACE_MAX = 40;
const LIST_MAX = 15;
const CANDIDATES_MAX = 20;

const FIELDS = ["surface", "entry_points", "hubs", "uses", "used_by", "tests", "cycles"] as const;
type Field = (typeof FIELDS)[number];
const rows = z.array(z.string());

export const getModule: Operation = defineOperation({
  name: "get_module",
  title: "One module of a project",
  summary: "Show one module: what others take from it, hubs, neighbours, tests",
  description:
    "Describes one module of list_modules: what others import from it, its most imported files, entry points, cycles, which modules it uses and is used by, and its tests.",
  input: z.strictObject({
    module: z.string().min(1).max(4096).describe("Name, or a path in it"),
    ...codeFields(TOKENS),
  }),
  output: z.object({
    ...codeOutput,
    candidates: rows.meta({ doc: "modules that the name may mean" }),
    module: z.string().meta({ doc: "name, files, tests, symbols, modules it uses, modules that use it" }),
    surface: rows.describe("`<name> <files that use it> <path>`"),
    entry_points: rows,
    hubs: rows.describe("`<path> <files that import it>`"),
    uses: rows.describe("`<module> <files that import it>`"),
    used_by: rows.meta({ doc: "`<module> <its files that import this one>`" }),
    tests: rows.meta({ doc: "test files that import it" }),
    cycles: rows,
  }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "get-module",
    positionals: ["module"],
    examples: ["context-broker get-module src/orders", "context-broker get-module runtime-core --json"],
  },
  toolset: "code-more",
  run: (input, context) =>
    answerCode(input, { operation: "get_module", asked: input.module, seeksInIndex: true }, context, async (scene) => {
      const { detail, chosen, ...shared } = await withGraph(scene, {
        prepare: [modulesOf, fileCycles],
        use: (snapshot, graph) => {
          const modules = chooseModules(graph, input.module);
          const [module] = modules;
          return {
            chosen: modules,
            detail: module === undefined || modules.length > 1 ? null : moduleDetail(snapshot, graph, module),
            authority: "index" as const,
            generation: snapshot.generation,
            files: snapshot.documentCount,
            documents: modules.length > 1 ? [] : documentsOf(snapshot, module),
            filesLeft: graph.left,
          };
        },
      });
      if (detail === null) {
        return { ...shared, ...candidates(chosen) };
      }
      const uses = await findUses(scene, detail.members, detail.importers);
      const sections = sectionsOf(detail, surfaceOf(uses), (most) => mostWithin(most, input.max_tokens, TOKENS));
      return {
        ...shared,
        outcome: "found",
        filesLeft: shared.filesLeft + detail.left + uses.left.size,
        found: countRows(sections),
        rows: countRows(sections),
        write: (shown) => {
          const { lines, fields } = writeSections(sections, shown);
          return {
            headline: headlineOf(detail),
            lines,
            fields: { candidates: [], module: moduleRow(detail.module), ...fields },
          };
        },
      };
    }),
});

const documentsOf = (snapshot: Snapshot, module: Module | undefined): DocumentRecord[] =>
  (module?.files ?? []).flatMap(({ path }) => snapshot.documentAt(path) ?? []);

const EMPTY: Readonly<Record<Field, string[]>> = {
  surface: [],
  entry_points: [],
  hubs: [],
  uses: [],
  used_by: [],
  tests: [],
  cycles: [],
};

type Fields = Readonly<Record<Field, string[]>> & { readonly candidates: string[]; readonly module: string };

function candidates(
  modules: readonly Module[],
): Pick<CodeFinding<Fields>, "outcome" | "match" | "found" | "rows" | "write"> {
  const named = modules.slice(0, CANDIDATES_MAX).map(({ name }) => shortened(name));
  return {
    outcome: "ambiguous",
    found: modules.length,
    rows: named.length,
    write: (shown) => ({
      headline: `${renderCount(modules.length, "module")} may be meant; ask again with one of these`,
      lines: named.slice(0, shown).map(escapeName),
      fields: { ...EMPTY, candidates: named.slice(0, shown), module: "" },
    }),
  };
}

function headlineOf({ module, exported }: ModuleDetail): string {
  const { name, kind, files, tests, symbols } = module;
  return `${kind} ${escapeName(shortened(name))}: ${renderCount(files.length, "file")}, ${tests} of them tests, ${renderCount(symbols, "symbol")}${exported === null ? "" : `, ${exported} exported`}`;
}

function sectionsOf(
  detail: ModuleDetail,
  surface: readonly SurfaceName[],
  within: (most: number) => number,
): (Section & { readonly field: Field })[] {
  const { module, hubs, tests, cycles } = detail;
  return [
    {
      field: "surface",
      title: "what others use: files that do",
      rows: summed(
        surface,
        within(SURFACE_MAX),
        ({ name, importers, path }) => `${name} ${importers} ${path}`,
        (rest) => renderCount(rest.length, "name"),
      ),
    },
    {
      field: "entry_points",
      title: "entry points",
      rows: summed(detail.entryPoints, within(LIST_MAX), entryRow, () => "entry points"),
    },
    { field: "hubs", title: "most imported: files that import it", rows: hubs.map(hubRow) },
    { field: "uses", title: "uses: files that do", rows: neighbours(module.uses, within(LIST_MAX)) },
    { field: "used_by", title: "used by: files that do", rows: neighbours(module.usedBy, within(LIST_MAX)) },
    {
      field: "tests",
      title: "tests that import it",
      rows: summed(
        tests,
        within(LIST_MAX),
        ({ path }) => path,
        (rest) => renderCount(rest.length, "file"),
      ),
    },
    {
      field: "cycles",
      title: "import cycles",
      rows: summed(cycles, within(LIST_MAX), cycleRow, (rest) => renderCount(rest.length, "cycle")),
    },
  ];
}

function neighbours(modules: Module["uses"], most: number): string[] {
  const inOrder = [...modules].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
  return summed(
    inOrder,
    most,
    ([name, files]) => `${name} ${files}`,
    (rest) => renderCount(rest.length, "module"),
  );
}
