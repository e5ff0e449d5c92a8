// The contents of a folder: its files with what they define, import and are imported by, and sums of the folders below.
import { z } from "zod";
import {
  type Directory,
  type DirectoryFile,
  type DirectoryFolder,
  directoryOf,
} from "../../../intelligence/project/directory.ts";
import {
  findUses,
  realImporters,
  realImports,
  type Uses,
  type UsesScene,
} from "../../../intelligence/project/uses-of-files.ts";
import { withGraph } from "../../../intelligence/project/with-graph.ts";
import { escapeName, renderCount, shortened } from "../../../vocabulary/shown-text.ts";
import { defineCodeTool } from "../../answer/code-tool.ts";
import { countRows, type Section, section, writeSections } from "../../answer/sections.ts";
import { defineTable } from "../../answer/table.ts";
import type { Operation } from "../../contract/operation.ts";

const count = z.number().nullable().meta({ doc: "null: not followed" });
const FOLDERS = defineTable({
  columns: { folder: z.string(), files: z.number(), symbols: z.number(), imported_by: count },
  line: ({ folder, files, symbols, imported_by: importers = "-" }) => `${folder}/ ${files} ${symbols} ${importers}`,
});
const FILES = defineTable({
  columns: {
    file: z.string().meta({ doc: "its name in the folder" }),
    symbols: z.number(),
    imports: count,
    imported_by: count,
    language: z.string().nullable(),
    parse: z.string().nullable().meta({ doc: "how its text was understood, unless in full" }),
  },
  shared: ["language"],
  line: ({ file, symbols, imports = "-", imported_by: importers = "-", language, parse }) =>
    [file, symbols, imports, importers, language, parse].filter((cell) => cell !== undefined).join(" "),
});

export const analyzeDirectory: Operation = defineCodeTool({
  name: "analyze_directory",
  title: "Contents of a folder",
  summary: "Show what is in a folder: files with symbols and imports, folders as sums",
  description:
    "Lists a folder: each file with language, symbols, how many files it imports and is imported by, and parse state; folders below it as sums.",
  tokens: 1_500,
  input: {
    path: z
      .string()
      .max(4096)
      .default("")
      .describe("Project-relative; empty: the project")
      .meta({ help: "Folder, relative to the project; default: the whole project" }),
  },
  output: {
    path: z.string(),
    imported_by: z.number().meta({ doc: "files outside of the folder that import one of its files" }),
    folders: FOLDERS.field.optional(),
    files: FILES.field.optional(),
  },
  positionals: ["path"],
  examples: ["context-broker analyze-directory src", "context-broker analyze-directory src/orders --json"],
  toolset: "code-more",
  question: ({ path }) => ({ asked: path, seeksInIndex: true }),
  async find(scene, input) {
    const { directory, ...found } = await withGraph(scene, {
      use: (snapshot, graph) => {
        const directory = directoryOf(graph, input.path);
        return {
          directory,
          documents: directory.files.flatMap(({ file }) => snapshot.documentAt(file.path) ?? []),
          filesLeft: graph.left,
        };
      },
    });
    const uses = await usesIn(scene, directory);
    const sections = sectionsOf(directory, uses);
    return {
      ...found,
      outcome: "found",
      files: directory.all.length,
      filesLeft: found.filesLeft + uses.backward.left.size + uses.forward.left.size,
      found: countRows(sections),
      write: (shown) => {
        const { lines, fields } = writeSections(sections, shown);
        return {
          headline: headlineOf(directory),
          lines,
          fields: { path: directory.path, imported_by: directory.importers, ...fields },
        };
      },
    };
  },
});

interface UsesIn {
  /** Uses of the folder's files by others. */
  readonly backward: Uses;
  /** Uses of others by the folder's files. */
  readonly forward: Uses;
}

/** Only for files that are imported together with others: for the rest, the import is enough. */
async function usesIn(scene: UsesScene, { files }: Directory): Promise<UsesIn> {
  const imported = files.filter(({ importers }) => importers.grouped.length > 0).map(({ file }) => file.path);
  const importing = files.filter(({ imports }) => imports.grouped.length > 0).map(({ file }) => file.path);
  const users = files.flatMap(({ importers }) => importers.grouped);
  const used = files.flatMap(({ imports }) => imports.grouped);
  return {
    backward: await findUses(scene, new Set(imported), new Set(users)),
    forward: await findUses(scene, new Set(used), importing),
  };
}

const symbolsOf = (files: Directory["all"]): number => files.reduce((sum, { symbols }) => sum + symbols, 0);

function headlineOf({ path, files, folders, all, importers }: Directory): string {
  const inAll = `${renderCount(all.length, "file")} and ${renderCount(symbolsOf(all), "symbol")} in all`;
  return `${path === "" ? "." : escapeName(shortened(path))}: ${renderCount(files.length, "file")}, ${renderCount(folders.length, "folder")}; ${inAll}${importers === 0 ? "" : `; imported by ${renderCount(importers, "file")} elsewhere`}`;
}

/** Null, not 0, if imports of the language are not followed. */
const importedBy = (files: Directory["all"], importers: number): number | null =>
  importers > 0 || files.some(({ hasFacts }) => hasFacts) ? importers : null;

const folderRow = ({ name, files, importers }: DirectoryFolder) => ({
  folder: name,
  files: files.length,
  symbols: symbolsOf(files),
  imported_by: importedBy(files, importers),
});

function fileRow({ file, imports, importers }: DirectoryFile, { forward, backward }: UsesIn) {
  const { path, language, symbols, parse, hasFacts } = file;
  const count = realImporters(importers, path, backward).length;
  return {
    file: path.slice(path.lastIndexOf("/") + 1),
    symbols,
    imports: hasFacts ? realImports(imports, path, forward).length : null,
    imported_by: importedBy([file], count),
    language,
    parse: parse === "full" ? null : parse,
  };
}

const sectionsOf = ({ folders, files }: Directory, uses: UsesIn): Section<"folders" | "files">[] => [
  section({
    field: "folders",
    title: "folders: files, symbols, imported by",
    table: FOLDERS,
    values: folders,
    row: folderRow,
  }),
  section({
    field: "files",
    title: "files: symbols, imports, imported by",
    table: FILES,
    values: files,
    row: (file: DirectoryFile) => fileRow(file, uses),
  }),
];
