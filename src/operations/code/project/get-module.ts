// One module: what others use of it, its hubs, entry points, cycles, neighbours and tests.
import { z } from "zod";
import type { DocumentRecord, Snapshot } from "../../../index/snapshot.ts";
import { fileCycles } from "../../../intelligence/project/hubs.ts";
import {
  chooseModules,
  type ModuleDetail,
  moduleDetail,
  type SurfaceName,
  surfaceOf,
} from "../../../intelligence/project/module-detail.ts";
import { type Module, modulesOf } from "../../../intelligence/project/modules.ts";
import { findUses } from "../../../intelligence/project/uses-of-files.ts";
import { withGraph } from "../../../intelligence/project/with-graph.ts";
import { escapeName, renderCount, shortened } from "../../../vocabulary/shown-text.ts";
import { defineCodeTool } from "../../answer/code-tool.ts";
import { countRows, mostWithin, type Section, section, writeSections } from "../../answer/sections.ts";
import { defineTable } from "../../answer/table.ts";
import { textField } from "../../contract/fields.ts";
import type { Operation } from "../../contract/operation.ts";
import { CYCLES, cycleSection, ENTRY_POINTS, entrySection, HUBS, hubSection } from "./project-rows.ts";

const TOKENS = 1_500;
const SURFACE_MAX = 20;
const LIST_MAX = 10;
const CANDIDATES_MAX = 20;

const SURFACE = defineTable({
  doc: "what others take from it",
  columns: { name: z.string(), files: z.number().meta({ doc: "files that use it" }), path: z.string() },
  line: ({ name, files, path }) => `${name} ${files} ${path}`,
});
const NEIGHBOURS = defineTable({
  columns: { module: z.string(), files: z.number() },
  line: ({ module, files }) => `${module} ${files}`,
});
const TESTS = defineTable({ columns: { path: z.string() }, line: ({ path }) => `${path}` });

type Field = "surface" | "entry_points" | "hubs" | "uses" | "used_by" | "tests" | "cycles";

export const getModule: Operation = defineCodeTool({
  name: "get_module",
  title: "One module of a project",
  summary: "Show one module: what others take from it, hubs, neighbours, tests",
  description:
    "Describes one module of list_modules: what others import from it, its most imported files, entry points, cycles, which modules it uses and is used by, and its tests.",
  tokens: TOKENS,
  input: {
    module: textField(4096, "Name, or a path in it", "Name of a module, or a path in it"),
  },
  output: {
    candidates: z.array(z.string()).optional().meta({ doc: "modules that the name may mean" }),
    module: z.string().optional(),
    kind: z.string().optional().meta({ doc: "package or folder" }),
    files: z.number().optional(),
    test_files: z.number().optional(),
    symbols: z.number().optional(),
    exported: z.number().nullable().optional().meta({ doc: "definitions declared for others; null: not read" }),
    surface: SURFACE.field.optional(),
    entry_points: ENTRY_POINTS.field.optional(),
    hubs: HUBS.field.optional(),
    uses: NEIGHBOURS.field.optional().meta({ doc: "its files that import the module" }),
    used_by: NEIGHBOURS.field.optional(),
    tests: TESTS.field.optional().meta({ doc: "test files that import it" }),
    cycles: CYCLES.field.optional(),
  },
  positionals: ["module"],
  examples: ["context-broker get-module src/orders", "context-broker get-module runtime-core --json"],
  toolset: "code-more",
  question: (input) => ({ asked: input.module, seeksInIndex: true }),
  async find(scene, input) {
    const { detail, chosen, ...shared } = await withGraph(scene, {
      prepare: [modulesOf, fileCycles],
      use: (snapshot, graph) => {
        const modules = chooseModules(graph, input.module);
        const [module] = modules;
        return {
          chosen: modules,
          detail: module === undefined || modules.length > 1 ? null : moduleDetail(snapshot, graph, module),
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
      write: (shown) => {
        const { lines, fields } = writeSections(sections, shown);
        return {
          headline: headlineOf(detail),
          lines,
          fields: { ...aboutModule(detail), ...fields },
        };
      },
    };
  },
});

const documentsOf = (snapshot: Snapshot, module: Module | undefined): DocumentRecord[] =>
  (module?.files ?? []).flatMap(({ path }) => snapshot.documentAt(path) ?? []);

const aboutModule = ({ module, exported }: ModuleDetail) => ({
  module: shortened(module.name),
  kind: module.kind,
  files: module.files.length,
  test_files: module.tests,
  symbols: module.symbols,
  exported,
});

function candidates(modules: readonly Module[]) {
  const named = modules.slice(0, CANDIDATES_MAX).map(({ name }) => shortened(name));
  return {
    outcome: "ambiguous" as const,
    found: modules.length,
    rows: named.length,
    write: (shown: number) => ({
      headline: `${renderCount(modules.length, "module")} may be meant; ask again with one of these`,
      lines: named.slice(0, shown).map(escapeName),
      fields: { candidates: named.slice(0, shown) },
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
): Section<Field>[] {
  const { module, hubs, tests, cycles, entryPoints } = detail;
  const most = within(LIST_MAX);
  return [
    section({
      field: "surface",
      title: "what others use: files that do",
      table: SURFACE,
      values: surface,
      row: ({ name, importers, path }) => ({ name, files: importers, path }),
      most: within(SURFACE_MAX),
    }),
    entrySection("entry points", entryPoints, most),
    hubSection(hubs),
    neighbours("uses", "uses: files that do", module.uses, most),
    neighbours("used_by", "used by: files that do", module.usedBy, most),
    section({
      field: "tests",
      title: "tests that import it",
      table: TESTS,
      values: tests,
      row: ({ path }) => ({ path }),
      most,
    }),
    cycleSection(cycles, most),
  ];
}

function neighbours(field: Field, title: string, modules: Module["uses"], most: number): Section<Field> {
  const values = [...modules].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
  const row = ([module, files]: readonly [string, number]) => ({ module: shortened(module), files });
  return section({ field, title, table: NEIGHBOURS, values, row, most });
}
