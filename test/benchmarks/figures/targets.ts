// What is asked for, as one table: each figure by its name, the projects it is asked for on, and how much. Where a figure is
// measured on other projects too, it stands in the tables without a verdict.
import type { Target, Unit } from "./figure.ts";

export interface Asked {
  readonly unit: Unit;
  /** By project; "*" for all others. */
  readonly targets: Readonly<Record<string, Target>>;
}

/** vuejs/core, the project of some 700 files. */
export const CORE = "vuejs/core";
const SMALL = CORE;
const LARGE = "60k";

/** Tools that the index answers, measured one by one. */
export const TOOLS = [
  "get_repo_overview",
  "list_modules",
  "analyze_directory",
  "analyze_file",
  "list_symbols",
  "search_symbols",
  "get_symbol",
  "get_symbol_source",
  "find_references",
  "get_call_graph",
  "analyze_impact",
  "search_text",
  "search_files",
  "search_ast",
  "list_languages",
  "health",
] as const;
export type ToolName = (typeof TOOLS)[number];

/** Tools that follow names, and are measured by the commonest names as well. */
export const EDGE_TOOLS = ["get_symbol", "find_references", "get_call_graph", "analyze_impact"] as const;
export type EdgeToolName = (typeof EDGE_TOOLS)[number];

/** Of 700 files and of 60,000; those that read files have two seconds. */
const TOOL_TARGETS = {
  p50: { [SMALL]: { atMost: 15 }, [LARGE]: { atMost: 80 } },
  p95: { [SMALL]: { atMost: 60 } },
} as const;

/** The commonest names of all: what they cost at 60,000 files is shown, and nothing is promised. */
const COMMON_TARGETS = { p50: { [SMALL]: { atMost: 15 } }, p95: { [SMALL]: { atMost: 60 } } } as const;

/** What parses files has its two seconds, and a little for the way. */
const PARSING: ReadonlySet<ToolName> = new Set<ToolName>(["search_ast"]);
const PARSING_TARGETS = { p50: {}, p95: { "*": { atMost: 2_200 } } } as const;

/** A file touched: the next answer within so much, by changed chunks; the same in processor time. */
const editTarget = (chunks: number): Target => ({ atMost: 100 + 25 * chunks });
/** How many chunks of one file are changed at once. */
export const CHANGED_CHUNKS = [1, 5, 20, 60] as const;

const fixed = {
  "first answer, from the process's start": { unit: "s", targets: { "*": { atMost: 2 } } },
  "first answer, from the call": { unit: "s", targets: {} },
  "files searchable in the first answer": { unit: "share", targets: {} },
  "all words, chunks, symbols and facts indexed: processor": { unit: "s", targets: { [SMALL]: { atMost: 12 } } },
  "all words, chunks, symbols and facts indexed: elapsed": { unit: "s", targets: {} },
  "peak memory while indexing words": { unit: "MB", targets: { [LARGE]: { atMost: 1_073.7 } } },
  files: { unit: "count", targets: {} },
  chunks: { unit: "count", targets: {} },
  "embedding, of the bare session's rate": { unit: "share", targets: { [SMALL]: { atLeast: 0.9 } } },
  "chunks embedded a second": { unit: "count", targets: {} },
  "chunks a second, bare session on both cores": { unit: "count", targets: {} },
  "all indexed and embedded: elapsed": { unit: "s", targets: {} },
  "peak memory while embedding": {
    unit: "MB",
    targets: { [SMALL]: { atMost: 500 }, [LARGE]: { atMost: 1_073.7 } },
  },
  "peak memory while embedding, shared pages counted in each process": { unit: "MB", targets: {} },
  "warm query p50": { unit: "ms", targets: { [SMALL]: { atMost: 10 }, [LARGE]: { atMost: 150 } } },
  "warm query p95": { unit: "ms", targets: { [SMALL]: { atMost: 25 } } },
  "warm query: processor": { unit: "ms", targets: {} },
  "warm query p50, verifying all files": { unit: "ms", targets: { [LARGE]: { atMost: 500 } } },
  "warm query p95, verifying all files": { unit: "ms", targets: {} },
  "cache hit": { unit: "ms", targets: { "*": { atMost: 2 } } },
  "cache hit, verifying all files": { unit: "ms", targets: { [SMALL]: { atMost: 10 } } },
  "watcher live after the first answer": { unit: "ms", targets: {} },
  "server memory after the queries": { unit: "MB", targets: { [LARGE]: { atMost: 1_073.7 } } },
  "context of a task p50": { unit: "ms", targets: { [SMALL]: { atMost: 150 }, "5k": { atMost: 400 } } },
  "context of a task p95": { unit: "ms", targets: {} },
  "first context of a conversation, server just started": { unit: "ms", targets: { [LARGE]: { atMost: 5_000 } } },
  "added by a conversation that is remembered": { unit: "ms", targets: { [LARGE]: { atMost: 100 } } },
  "warm start to the first answer": { unit: "ms", targets: { "*": { atMost: 700 } } },
  "disk a chunk": { unit: "bytes", targets: { [SMALL]: { atMost: 2_500 }, [LARGE]: { atMost: 2_500 } } },
  "disk a chunk, HNSW included": { unit: "bytes", targets: { [SMALL]: { atMost: 4_000 } } },
  "initialize answered": { unit: "ms", targets: { "-": { atMost: 450 } } },
  "an empty Node start": { unit: "ms", targets: {} },
  "indexing ended after SIGINT": { unit: "ms", targets: {} },
  "server ended after the end of stdin, indexing": { unit: "ms", targets: {} },
  "another call answered after a cancellation": { unit: "ms", targets: { "*": { atMost: 200 } } },
} as const satisfies Record<string, Asked>;

export type FixedName = keyof typeof fixed;
export type EditName = `one file touched, ${number} chunks: ${"answer" | "processor"}`;
export type ToolFigureName = `${ToolName | `${EdgeToolName}, commonest names`} ${keyof typeof TOOL_TARGETS}`;
export type FigureName = FixedName | EditName | ToolFigureName;

const edits = Object.fromEntries(
  CHANGED_CHUNKS.flatMap((chunks) =>
    (["answer", "processor"] as const).map((what): [EditName, Asked] => [
      `one file touched, ${chunks} chunks: ${what}`,
      { unit: "ms", targets: { "*": editTarget(chunks) } },
    ]),
  ),
);

const tools = Object.fromEntries(
  TOOLS.flatMap((tool) =>
    (["p50", "p95"] as const).map((what): [ToolFigureName, Asked] => [
      `${tool} ${what}`,
      { unit: "ms", targets: (PARSING.has(tool) ? PARSING_TARGETS : TOOL_TARGETS)[what] },
    ]),
  ),
);

const commonest = Object.fromEntries(
  EDGE_TOOLS.flatMap((tool) =>
    (["p50", "p95"] as const).map((what): [ToolFigureName, Asked] => [
      `${tool}, commonest names ${what}`,
      { unit: "ms", targets: COMMON_TARGETS[what] },
    ]),
  ),
);

/** In the order of the tables. */
export const ASKED: Readonly<Record<string, Asked>> = { ...fixed, ...edits, ...tools, ...commonest };
