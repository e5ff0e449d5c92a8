// What is in a folder: its files with what they define, import and are imported by, and the folders below as sums.
import { z } from "zod";
import {
  type Directory,
  type DirectoryFile,
  type DirectoryFolder,
  directoryOf,
} from "../../intelligence/project/directory.ts";
import { withGraph } from "../../intelligence/project/with-graph.ts";
import { escapeName } from "../../search/answer/render-answer.ts";
import { shortened } from "../../search/answer/structured-answer.ts";
import { renderCount } from "../amounts.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { answerCode, codeFields, codeOutput } from "./answer-code.ts";
import { countRows, type Section, writeSections } from "./sections.ts";

const TOKENS = 1_500;

export const analyzeDirectory: Operation = defineOperation({
  name: "analyze_directory",
  title: "Contents of a folder",
  summary: "Show what is in a folder: files with symbols and imports, folders as sums",
  description:
    "Lists a folder: each file with language, symbols, how many files it imports and is imported by, and parse state; folders below it as sums.",
  input: z.strictObject({
    path: z.string().max(4096).default("").describe("Project-relative; empty: the project"),
    ...codeFields(TOKENS),
  }),
  output: z.object({
    ...codeOutput,
    path: z.string(),
    folders: z.array(z.string()).describe("`<name>/ <files> <symbols> <imported by>`; - is unknown"),
    files: z.array(z.string()).describe("`<name> <language> <symbols> <imports> <imported by> <parse>`; - is unknown"),
  }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "analyze-directory",
    positionals: ["path"],
    examples: ["context-broker analyze-directory src", "context-broker analyze-directory src/orders --json"],
  },
  toolset: "code-more",
  run: (input, context) =>
    answerCode(input, { operation: "analyze_directory", asked: input.path, seeksInIndex: true }, context, (scene) =>
      withGraph(scene, {
        use: (snapshot, graph) => {
          const directory = directoryOf(graph, input.path);
          const sections = sectionsOf(directory);
          return {
            outcome: "found",
            match: "exact path",
            authority: "index",
            generation: snapshot.generation,
            documents: directory.files.flatMap(({ file }) => snapshot.documentAt(file.path) ?? []),
            files: directory.all.length,
            filesLeft: graph.left,
            found: countRows(sections),
            rows: countRows(sections),
            write: (shown) => {
              const { lines, fields } = writeSections(sections, shown);
              return { headline: headlineOf(directory), lines, fields: { path: directory.path, ...fields } };
            },
          };
        },
      }),
    ),
});

const symbolsOf = (files: Directory["all"]): number => files.reduce((sum, { symbols }) => sum + symbols, 0);

function headlineOf({ path, files, folders, all }: Directory): string {
  const inAll = `${renderCount(all.length, "file")} and ${renderCount(symbolsOf(all), "symbol")} in all`;
  return `${path === "" ? "." : escapeName(shortened(path))}: ${renderCount(files.length, "file")}, ${renderCount(folders.length, "folder")}; ${inAll}`;
}

/** What is not read is not none. */
const importedBy = (files: Directory["all"], importers: number): number | "-" =>
  importers > 0 || files.some(({ hasFacts }) => hasFacts) ? importers : "-";

const folderRow = ({ name, files, importers }: DirectoryFolder): string =>
  `${name}/ ${files.length} ${symbolsOf(files)} ${importedBy(files, importers)}`;

function fileRow({ file, importers }: DirectoryFile): string {
  const { path, language, symbols, imports, parse, hasFacts } = file;
  return `${path.slice(path.lastIndexOf("/") + 1)} ${language ?? "-"} ${symbols} ${hasFacts ? imports.length : "-"} ${importedBy([file], importers)} ${parse}`;
}

const sectionsOf = ({ folders, files }: Directory): (Section & { readonly field: "folders" | "files" })[] => [
  { field: "folders", title: "folders: files, symbols, imported by", rows: folders.map(folderRow) },
  {
    field: "files",
    title: "files: language, symbols, imports, imported by, parse",
    rows: files.map(fileRow),
  },
];
