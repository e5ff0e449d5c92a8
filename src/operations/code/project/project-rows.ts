// The tables of modules, hubs, cycles and entry points, the same in every tool that shows them.
import { z } from "zod";
import type { Hub } from "../../../intelligence/project/hubs.ts";
import type { GraphFile } from "../../../intelligence/project/import-graph.ts";
import type { Module } from "../../../intelligence/project/modules.ts";
import type { EntryPoint } from "../../../languages/contract/project-layout.ts";
import { shortened } from "../../../vocabulary/shown-text.ts";
import { type Section, section } from "../../answer/sections.ts";
import { defineTable, type Left, type RowOf } from "../../answer/table.ts";

/** Names are project-relative folders, or packages of JVM languages. */
const moduleName = z.string();
const count = z.number().nullable();

export const MODULES = defineTable({
  columns: {
    module: moduleName,
    files: z.number(),
    tests: z.number(),
    symbols: z.number(),
    uses: count.meta({ doc: "modules that it uses; null: its imports are not followed" }),
    used_by: count.meta({ doc: "modules that use it" }),
  },
  line: ({ module, files, tests, symbols, uses = "-", used_by: usedBy = "-" }) =>
    `${module} ${files} ${tests} ${symbols} ${uses} ${usedBy}`,
});
export const MODULE_COLUMNS = "files, tests, symbols, uses, used by";

export function moduleRow(module: Module): RowOf<typeof MODULES> {
  const { name, files, tests, symbols, uses, usedBy } = module;
  // Null, not 0, if imports of the language are not followed.
  const isKnown = uses.size > 0 || usedBy.size > 0 || files.some(({ hasFacts }) => hasFacts);
  return {
    module: shortened(name),
    files: files.length,
    tests,
    symbols,
    uses: isKnown ? uses.size : null,
    used_by: isKnown ? usedBy.size : null,
  };
}

/** Sums over modules. */
export const sumOfModules = (modules: readonly Module[]): Left => ({
  files: modules.reduce((sum, { files }) => sum + files.length, 0),
  symbols: modules.reduce((sum, { symbols }) => sum + symbols, 0),
});

export const HUBS = defineTable({
  doc: "the most importers first",
  columns: { path: z.string(), importers: z.number().meta({ doc: "files that import it" }) },
  line: ({ path, importers }) => `${path} ${importers}`,
});
export const hubSection = (hubs: readonly Hub[]): Section<"hubs"> =>
  section({
    field: "hubs",
    title: "most imported: files that import it",
    table: HUBS,
    values: hubs,
    row: ({ path, importers }) => ({ path, importers }),
  });

export const ENTRY_POINTS = defineTable({
  columns: {
    path: z.string(),
    line: z.number().nullable().meta({ doc: "null: the file as a whole" }),
    kind: z.string().meta({ doc: "command, package, function …" }),
    name: z.string().nullable(),
  },
  shared: ["kind", "name"],
  line: ({ path, line, kind, name }) =>
    [`${path}${line === undefined ? "" : `:${line}`}`, kind, name].filter((cell) => cell !== undefined).join(" "),
});
export const entrySection = (title: string, points: readonly EntryPoint[], most: number): Section<"entry_points"> =>
  section({
    field: "entry_points",
    title,
    table: ENTRY_POINTS,
    values: points,
    row: ({ path, line, kind, name }) => ({ path, line, kind, name }),
    most,
  });

const MEMBERS_MAX = 4;

/** Files that import each other in a cycle. */
export const CYCLES = defineTable({
  columns: {
    files: z.number().meta({ doc: "in the circle" }),
    paths: z.array(z.string()).meta({ doc: `the first ${MEMBERS_MAX}` }),
  },
  line: ({ files = 0, paths = [] }) => `${files} files: ${paths.join(", ")}${files > paths.length ? ", …" : ""}`,
});
/** `rest`: sums over the cycles beyond `most`. */
export const cycleSection = (
  cycles: readonly (readonly GraphFile[])[],
  most: number,
  rest?: (cycles: readonly (readonly GraphFile[])[]) => Left,
): Section<"cycles"> =>
  section({
    field: "cycles",
    title: "import cycles",
    table: CYCLES,
    values: cycles,
    row: (members) => ({ files: members.length, paths: members.slice(0, MEMBERS_MAX).map(({ path }) => path) }),
    most,
    rest,
  });
