// The outline of a file: what it defines, where, and what it imports, instead of its text.
import { z } from "zod";
import type { Snapshot } from "../../index/snapshot.ts";
import { type FileOutline, type OutlineSymbol, outlineFile } from "../../intelligence/outline-file.ts";
import type { ImportGraph } from "../../intelligence/project/import-graph.ts";
import {
  findUses,
  importersOf,
  importsOf,
  type Linked,
  realImporters,
  realImports,
  type UsesScene,
} from "../../intelligence/project/uses-of-files.ts";
import { withGraph } from "../../intelligence/project/with-graph.ts";
import { type ImportStatement, importStatements } from "../../search/answer/import-statements.ts";
import { escapeName } from "../../search/answer/render-answer.ts";
import { sourceText } from "../../search/source/source-text.ts";
import { renderCount } from "../amounts.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { answerCode, codeFields, codeOutput } from "./answer-code.ts";
import { mostWithin, summed } from "./sections.ts";

const TOKENS = 1_200;
const DEPTH_MAX = 10;
const LINKS_MAX = 10;
/** Import statements, and names of each: of an outline that is told whole, and of one that the budget cuts. */
const IMPORTS_MAX = { whole: { rows: 60, names: 12 }, cut: { rows: 8, names: 4 } } as const;
/** The outline is the greater part of the answer, and does not wait long for the imports of all other files. */
const GRAPH_MS_MAX = 150;

export const analyzeFile: Operation = defineOperation({
  name: "analyze_file",
  title: "Outline of a file",
  summary: "Show what a file defines and imports, without its text",
  description:
    "Outlines one file: its symbols with kind and lines, its imports, the files it imports and is imported by, parse state. Use it before reading a file.",
  input: z.strictObject({
    path: z.string().min(1).max(4096).describe("Project-relative"),
    depth: z.int().min(1).max(DEPTH_MAX).default(DEPTH_MAX).describe("1: outermost symbols only"),
    ...codeFields(TOKENS),
  }),
  output: z.object({
    ...codeOutput,
    path: z.string(),
    language: z.string().nullable(),
    parse: z.string(),
    lines: z.number(),
    imports: z.array(z.string()).meta({ doc: "line and names" }),
    uses: z.array(z.string()).nullable().meta({ doc: "files of the project that it imports; null: not followed" }),
    used_by: z.array(z.string()).nullable().meta({ doc: "files that import it; the last entry may count others" }),
    symbols: z.array(z.string()).describe("`<first>-<last> <kind> <symbol>`, in order"),
  }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "analyze-file",
    positionals: ["path"],
    examples: ["context-broker analyze-file src/main.ts", "context-broker analyze-file src/main.ts --depth 1 --json"],
  },
  toolset: "code",
  run: (input, context) =>
    answerCode(input, { operation: "analyze_file", asked: input.path, seeksInIndex: true }, context, async (scene) => {
      const { outline, generation, followed } = await withGraph(scene, {
        use: (snapshot, graph) => {
          const found = outlineFile(snapshot, input.path, input.depth);
          return { outline: found, generation: snapshot.generation, followed: followedOf(found, snapshot, graph) };
        },
        limitMs: GRAPH_MS_MAX,
      });
      const most = mostWithin(LINKS_MAX, input.max_tokens, TOKENS);
      const links = await linksOf(scene, outline.document.path, followed, most);
      const { document, symbols, count } = outline;
      const read = await scene.read(document);
      const imports =
        read === null ? [] : importStatements(sourceText(read.text, 1), document.language, document.lineCount + 1);
      return {
        outcome: "found",
        authority: "index",
        generation,
        documents: [document],
        files: 1,
        filesLeft: links.left,
        found: count,
        rows: symbols.length,
        write: (shown) =>
          writeOutline(
            outline,
            { ...links, imports: importRows(imports, shown < symbols.length ? IMPORTS_MAX.cut : IMPORTS_MAX.whole) },
            symbols.slice(0, shown),
          ),
      };
    }),
});

/** Fewer where the outline itself does not fit: what a file imports is the lesser part of it. */
const importRows = (
  statements: readonly ImportStatement[],
  { rows, names: most }: { readonly rows: number; readonly names: number },
): string[] =>
  summed(
    statements,
    rows,
    (one) => `${lineOf(one)} ${listed(one.names, most)}`,
    (rest) => `lines ${lineOf(rest[0])}-${lineOf(rest.at(-1))}`,
  );

const lineOf = (statement: ImportStatement | undefined): number => statement?.lines[0]?.line ?? 0;

const listed = (names: readonly string[], most: number): string =>
  names.length <= most ? names.join(", ") : `${names.slice(0, most).join(", ")} and ${names.length - most} more`;

interface Links {
  /** Both null where the imports of its language are not followed. */
  readonly uses: readonly string[] | null;
  readonly usedBy: readonly string[] | null;
  /** Whether the file has code that might use, and be used. */
  readonly isCode: boolean;
  /** Files of which it is not known yet what they import. */
  readonly left: number;
}

interface Followed extends Pick<Links, "isCode" | "left"> {
  readonly isFollowed: boolean;
  readonly imports: Linked;
  readonly importers: Linked;
}

/** Whether its imports are followed is asked of the index: a graph that is still being made may not know the file yet. */
export function followedOf(
  { document }: Pick<FileOutline, "document">,
  snapshot: Pick<Snapshot, "hasFacts">,
  graph: ImportGraph,
): Followed {
  const file = graph.file(document.id);
  const importers = importersOf(graph, file);
  const isFollowed = snapshot.hasFacts(document.id) || importers.alone.length + importers.together.length > 0;
  return {
    isFollowed,
    imports: importsOf(graph, file),
    importers,
    isCode: (file?.symbols ?? 0) > 0,
    left: isFollowed ? graph.left : 0,
  };
}

/** Of files that are imported together with others, those that are used. */
async function linksOf(
  scene: UsesScene,
  path: string,
  { isFollowed, imports, importers, isCode, left }: Followed,
  most: number,
): Promise<Links> {
  if (!isFollowed) {
    return { uses: null, usedBy: null, isCode, left };
  }
  const forward = await findUses(scene, new Set(imports.together), imports.together.length === 0 ? [] : [path]);
  const backward = await findUses(scene, new Set([path]), importers.together);
  const uses = realImports(imports, path, forward);
  const more = (rest: readonly unknown[]): string => renderCount(rest.length, "file");
  const same = (one: string): string => one;
  return {
    uses: summed(uses, most, same, more),
    usedBy: summed(realImporters(importers, path, backward), most, same, more),
    isCode,
    left: left + forward.left.size + backward.left.size,
  };
}

const block = (title: string, rows: readonly string[]): string[] =>
  rows.length === 0 ? [] : [`${title}:`, ...rows.map((row) => `  ${escapeName(row)}`)];

function writeOutline(
  { document, count }: FileOutline,
  { imports, uses, usedBy, isCode }: Links & { readonly imports: readonly string[] },
  shown: readonly OutlineSymbol[],
) {
  const { path, language, parse, lineCount } = document;
  const spoken = language ?? "no known language";
  return {
    headline: `${path}: ${spoken}, ${lineCount.toLocaleString("en")} lines, parse ${parse}, ${count.toLocaleString("en")} symbols`,
    lines: [
      ...block("imports", imports),
      ...block("uses", uses ?? []),
      ...block("used by", usedBy ?? []),
      ...(usedBy === null && isCode ? ["what it uses and what uses it is not followed in its language"] : []),
      ...shown.map((one) => `${"  ".repeat(one.depth)}${one.startLine}-${one.endLine} ${one.kind} ${one.name}`),
    ],
    fields: {
      path,
      language,
      parse,
      lines: lineCount,
      imports: [...imports],
      uses: uses === null ? null : [...uses],
      used_by: usedBy === null ? null : [...usedBy],
      symbols: shown.map((one) => `${one.startLine}-${one.endLine} ${one.kind} ${one.path}`),
    },
  };
}
