// Finds files by a glob or by words of their paths, with facts from the index.
import { z } from "zod";
import type { DocumentRecord, Snapshot } from "../../../index/snapshot.ts";
import { FILE_QUERY_LENGTH_MAX, findFiles } from "../../../intelligence/files/find-files.ts";
import { isCodeSymbol } from "../../../intelligence/symbols/code-symbols.ts";
import { roleOf } from "../../../languages/file-role.ts";
import { renderCount } from "../../../vocabulary/shown-text.ts";
import { defineCodeTool } from "../../answer/code-tool.ts";
import { defineTable, type RowOf } from "../../answer/table.ts";
import { limitField, textField } from "../../contract/fields.ts";
import type { Operation } from "../../contract/operation.ts";
import { chosenFiles, fileFields, filteredFiles } from "./choose-files.ts";

/** The index is needed only for lines and symbols; the paths come from the project. */
const INDEX_WAIT_MS_MAX = 1_000;

const FILES = defineTable({
  doc: "best first",
  columns: {
    path: z.string(),
    lines: z.number().nullable().meta({ doc: "null: not indexed yet" }),
    symbols: z.number().nullable().meta({ doc: "without headings and keys of data" }),
    role: z.string().nullable().meta({ doc: "test, example …; null: source" }),
    language: z.string().nullable(),
  },
  shared: ["language", "role"],
  line: ({ path = "", lines, symbols, role, language }) =>
    [
      path,
      ...(lines === undefined ? [] : [lines]),
      ...(symbols === undefined ? [] : [symbols]),
      ...(role === undefined ? [] : [role]),
      ...(language === undefined ? [] : [language]),
    ].join(" "),
});

export const searchFilesOperation: Operation = defineCodeTool({
  name: "search_files",
  title: "Search files by path",
  summary: "Find files by a glob or by words of their paths",
  description:
    "Finds files by glob or by words of their paths, best first, with language, lines, symbols and role. Use it where you half know a file's name.",
  tokens: 600,
  input: {
    query: textField(FILE_QUERY_LENGTH_MAX, "Glob (without a / at any depth), or words of the path"),
    ...fileFields,
    limit: limitField(50, 500, "files"),
  },
  output: {
    files: FILES.field,
  },
  positionals: ["query"],
  examples: ["context-broker search-files 'src/**/*.test.ts'", 'context-broker search-files "order store" --json'],
  toolset: "code-more",
  question: ({ query }) => ({ asked: query, waitMsMax: INDEX_WAIT_MS_MAX }),
  async find(scene, input) {
    const among = await chosenFiles(input, scene);
    const { match, paths } = await findFiles(input.query, among, scene.signal);
    const all = [...scene.corpus.current().files.keys()];
    const filtered = paths.length > 0 ? null : filteredFiles(input, among.length, all.length);
    const hidden = filtered === null ? 0 : (await findFiles(input.query, all, scene.signal)).paths.length;
    const { rows, documents } = scene.withSnapshot((snapshot) => {
      const listed = paths.slice(0, input.limit);
      const known = listed.map((path) => snapshot.documentAt(path));
      return {
        rows: listed.map((path, at) => rowOf(path, known[at], snapshot)),
        documents: known.filter((document) => document !== undefined),
      };
    });
    return {
      match,
      sought: `files named by ${JSON.stringify(input.query)}`,
      filtered: filtered === null ? null : { ...filtered, hidden },
      documents,
      files: among.length,
      found: paths.length,
      rows: rows.length,
      write: (shown) => {
        const { lines, field } = FILES.write(rows.slice(0, shown));
        return { headline: headlineOf(input.query, paths.length), lines, fields: { files: field } };
      },
    };
  },
});

function rowOf(path: string, document: DocumentRecord | undefined, snapshot: Snapshot): RowOf<typeof FILES> {
  const role = roleOf(path)?.role ?? null;
  return document === undefined
    ? { path, role, language: null, lines: null, symbols: null }
    : {
        path,
        role,
        language: document.language,
        lines: document.lineCount,
        symbols: snapshot.symbols(document.id).filter(isCodeSymbol).length,
      };
}

const headlineOf = (query: string, found: number): string =>
  found === 0
    ? `no path matches ${JSON.stringify(query)}`
    : `${renderCount(found, "file")} for ${JSON.stringify(query)}, each with its lines and symbols`;
