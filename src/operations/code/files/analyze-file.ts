// The outline of a file: what it defines, where, and what it imports, instead of its text.

import { z } from "zod";
import { HISTORY_WAIT_MS } from "../../../history/history.ts";
import type { Snapshot } from "../../../index/snapshot.ts";
import type { ImportGraph } from "../../../intelligence/project/import-graph.ts";
import { packagePeers } from "../../../intelligence/project/package-peers.ts";
import {
  findUses,
  importersOf,
  importsOf,
  type Linked,
  realImporters,
  realImports,
  type UsesScene,
} from "../../../intelligence/project/uses-of-files.ts";
import { withGraph } from "../../../intelligence/project/with-graph.ts";
import { type FileOutline, type OutlineSymbol, outlineFile } from "../../../intelligence/symbols/outline-file.ts";
import { isPoorlyParsed } from "../../../languages/registry.ts";
import { type ImportStatement, importStatements } from "../../../search/answer/source-context.ts";
import { escapeName, formatNumber, shortened } from "../../../vocabulary/shown-text.ts";
import { sourceText } from "../../../vocabulary/text.ts";
import { defineCodeTool } from "../../answer/code-tool.ts";
import { gitFact, gitField, hasNoHistory } from "../../answer/git-fact.ts";
import { mostWithin } from "../../answer/sections.ts";
import { defineTable, type RowOf } from "../../answer/table.ts";
import { textField } from "../../contract/fields.ts";
import type { Operation } from "../../contract/operation.ts";

const TOKENS = 1_200;
const DEPTH_MAX = 10;
const LINKS_MAX = 8;
/** Import statements, and names of each, in a complete outline and in one that the budget cuts. */
const IMPORTS_MAX = { whole: { rows: 60, names: 12 }, cut: { rows: 8, names: 4 } } as const;
/** The outline is the larger part of the answer, so it does not wait long for the imports of all other files. */
const GRAPH_MS_MAX = 150;

const OUTLINE = defineTable({
  doc: "in order of lines",
  columns: {
    start_line: z.number().meta({ doc: "1-based" }),
    end_line: z.number().meta({ doc: "inclusive" }),
    kind: z.string(),
    symbol: z.string().meta({ doc: "with what it is in: Class.method" }),
  },
  line: ({ start_line: first, end_line: last, kind, symbol }) => `${first}-${last} ${kind} ${symbol}`,
});

const IMPORTS = defineTable({
  columns: { line: z.number(), names: z.array(z.string()) },
  line: ({ line, names }) => `${line} ${names?.join(", ") ?? ""}`,
});

export const analyzeFile: Operation = defineCodeTool({
  name: "analyze_file",
  title: "Outline of a file",
  summary: "Show what a file defines and imports, without its text",
  description:
    "Outlines one file: symbols with kind and lines, imports, files that import it, parse state. Use it before reading a file.",
  tokens: TOKENS,
  input: {
    path: textField(4096, "Project-relative", "File, relative to the project"),
    depth: z
      .int()
      .min(1)
      .max(DEPTH_MAX)
      .default(DEPTH_MAX)
      .describe("Levels of nesting to show; 1: outermost symbols only")
      .meta({ unlisted: true }),
  },
  output: {
    path: z.string(),
    language: z.string().nullable(),
    parse: z.string().optional().meta({ doc: "how its text was understood, unless in full" }),
    lines: z.number(),
    imports: IMPORTS.field.optional(),
    imports_found: z.number().optional().meta({ doc: "where there are more" }),
    uses: z
      .array(z.string())
      .nullable()
      .optional()
      .meta({ doc: "files of the project that it imports; absent: none; null: not followed" }),
    uses_found: z.number().optional().meta({ doc: "where there are more" }),
    used_by: z.array(z.string()).nullable().optional().meta({ doc: "files that import it" }),
    used_by_found: z.number().optional().meta({ doc: "where there are more" }),
    used_in_package: z
      .array(z.string())
      .optional()
      .meta({ doc: "files of the same package that use it without an import; absent: none" }),
    used_in_package_found: z.number().optional().meta({ doc: "where there are more" }),
    git: gitField,
    symbols: OUTLINE.field.optional(),
  },
  positionals: ["path"],
  examples: ["context-broker analyze-file src/main.ts", "context-broker analyze-file src/main.ts --depth 1 --json"],
  toolset: "code",
  question: (input) => ({ asked: input.path, seeksInIndex: true }),
  async find(scene, input) {
    const { outline, followed } = await withGraph(scene, {
      use: (snapshot, graph) => {
        const found = outlineFile(snapshot, input.path, input.depth);
        const peers = packagePeers(snapshot, graph, graph.file(found.document.id));
        const followed = { ...followedOf(found, snapshot, graph), peers };
        return { outline: found, followed };
      },
      limitMs: GRAPH_MS_MAX,
    });
    const most = mostWithin(LINKS_MAX, input.max_tokens, TOKENS);
    const history = scene.session.history().then((open) => open.ask(HISTORY_WAIT_MS, scene.signal));
    const links = await linksOf(scene, outline.document.path, followed, most);
    const standing = await history;
    const git = hasNoHistory(standing) ? null : gitFact(standing, outline.document.path);
    const { document, symbols, count } = outline;
    const read = await scene.read(document);
    const imports =
      read === null ? [] : importStatements(sourceText(read.text, 1), document.language, document.lineCount + 1);
    return {
      outcome: "found",
      documents: [document],
      files: 1,
      filesLeft: links.left,
      found: count,
      rows: symbols.length,
      write: (shown) =>
        writeOutline(
          outline,
          { ...links, git, imports: importRows(imports, shown < symbols.length ? IMPORTS_MAX.cut : IMPORTS_MAX.whole) },
          symbols.slice(0, shown),
        ),
    };
  },
});

type GitFact = ReturnType<typeof gitFact> | null;

interface Imports {
  readonly rows: readonly RowOf<typeof IMPORTS>[];
  readonly count: number;
}

/** Fewer if the outline itself does not fit, since it matters more than the imports. */
const importRows = (
  statements: readonly ImportStatement[],
  { rows, names: most }: { readonly rows: number; readonly names: number },
): Imports => ({
  rows: statements.slice(0, rows).map(({ lines, names }) => ({
    line: lines[0]?.line ?? 0,
    names: names.length <= most ? [...names] : [...names.slice(0, most), "…"],
  })),
  count: statements.length,
});

interface Links {
  /** Paths that are shown of each. */
  readonly most: number;
  /** Both null if the imports of its language are not followed. */
  readonly uses: readonly string[] | null;
  readonly usedBy: readonly string[] | null;
  /** Files of its package that use it without an import. */
  readonly usedInPackage: readonly string[];
  /** Whether the file contains code, which can use other files and be used. */
  readonly isCode: boolean;
  /** Files whose imports are not known yet. */
  readonly left: number;
}

interface Followed extends Pick<Links, "isCode" | "left"> {
  readonly isFollowed: boolean;
  readonly imports: Linked;
  readonly importers: Linked;
}

/** Asks the index whether imports are followed: an import graph that is still being built may not have the file yet. */
export function followedOf(
  { document }: Pick<FileOutline, "document">,
  snapshot: Pick<Snapshot, "hasFacts">,
  graph: ImportGraph,
): Followed {
  const file = graph.file(document.id);
  const importers = importersOf(graph, file);
  const isFollowed = snapshot.hasFacts(document.id) || importers.direct.length + importers.grouped.length > 0;
  return {
    isFollowed,
    imports: importsOf(graph, file),
    importers,
    isCode: (file?.symbols ?? 0) > 0,
    left: isFollowed ? graph.left : 0,
  };
}

/** Of files that are imported together, those that are used. */
async function linksOf(
  scene: UsesScene,
  path: string,
  { isFollowed, imports, importers, peers, isCode, left }: Followed & { readonly peers: readonly string[] },
  most: number,
): Promise<Links> {
  if (!isFollowed) {
    return { most, uses: null, usedBy: null, usedInPackage: [], isCode, left };
  }
  const forward = await findUses(scene, new Set(imports.grouped), imports.grouped.length === 0 ? [] : [path]);
  const backward = await findUses(scene, new Set([path]), importers.grouped);
  const inPackage = await findUses(scene, new Set([path]), peers);
  const known = realImporters(importers, path, backward);
  const uses = realImports(imports, path, forward);
  return {
    most,
    uses,
    usedBy: known,
    usedInPackage: [...(inPackage.usersOf.get(path) ?? [])].filter((user) => !known.includes(user)).sort(),
    isCode,
    left: left + forward.left.size + backward.left.size + inPackage.left.size,
  };
}

const cellsOf = ({ startLine, endLine, kind, path }: OutlineSymbol): RowOf<typeof OUTLINE> => ({
  start_line: startLine,
  end_line: endLine,
  kind,
  symbol: shortened(path),
});

/** `title:`, the first rows, and how many more there are. */
const block = (title: string, rows: readonly string[], count: number): string[] =>
  rows.length === 0
    ? []
    : [
        `${title}:`,
        ...rows.map((row) => `  ${row}`),
        ...(count > rows.length ? [`  and ${formatNumber(count - rows.length)} more`] : []),
      ];

const pathBlock = (title: string, paths: readonly string[] | null, most: number): string[] =>
  block(title, (paths ?? []).slice(0, most).map(escapeName), paths?.length ?? 0);

/** The first paths of a list, and their number if not all are shown. */
function pathFields<Name extends "uses" | "used_by">(name: Name, paths: readonly string[] | null, most: number) {
  const fields = paths === null ? { [name]: null } : paths.length === 0 ? {} : { [name]: paths.slice(0, most) };
  const found = paths !== null && paths.length > most ? { [`${name}_found`]: paths.length } : {};
  return { ...fields, ...found } as { readonly [Field in Name]?: string[] | null } & {
    readonly [Field in `${Name}_found`]?: number;
  };
}

function writeOutline(
  { document, count }: FileOutline,
  {
    imports,
    git,
    most,
    uses,
    usedBy,
    usedInPackage,
    isCode,
  }: Links & { readonly imports: Imports; readonly git: GitFact },
  shown: readonly OutlineSymbol[],
) {
  const { path, language, parse, lineCount } = document;
  const { lines } = OUTLINE.write(
    shown.map((one) => ({ ...cellsOf(one), symbol: one.depth === 0 ? one.path : one.name })),
  );
  const importTable = IMPORTS.write(imports.rows);
  const spoken = language ?? "no known language";
  return {
    headline: `${path}: ${spoken}, ${formatNumber(lineCount)} lines, ${formatNumber(count)} symbols${isPoorlyParsed(document) ? `, parsed ${parse}` : ""}`,
    lines: [
      ...block("imports", importTable.lines, imports.count),
      ...pathBlock("uses", uses, most),
      ...pathBlock("used by", usedBy, most),
      ...pathBlock("used in its package", usedInPackage, most),
      ...(usedBy === null && isCode ? ["imports of this language are not followed"] : []),
      ...(git === null ? [] : [git.line]),
      ...lines.map((line, at) => `${"  ".repeat(shown[at]?.depth ?? 0)}${line}`),
    ],
    fields: {
      path,
      language,
      ...(parse === "full" ? {} : { parse }),
      lines: lineCount,
      ...(imports.rows.length === 0 ? {} : { imports: importTable.field }),
      ...(imports.count > imports.rows.length ? { imports_found: imports.count } : {}),
      ...pathFields("uses", uses, most),
      ...pathFields("used_by", usedBy, most),
      ...(usedInPackage.length === 0 ? {} : { used_in_package: usedInPackage.slice(0, most) }),
      ...(usedInPackage.length > most ? { used_in_package_found: usedInPackage.length } : {}),
      ...git?.fields,
      ...(shown.length === 0 ? {} : { symbols: OUTLINE.write(shown.map(cellsOf)).field }),
    },
  };
}
