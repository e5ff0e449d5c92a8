// One text to its chunks and symbols: chooses the language, reads the text with its grammar, its headings or its blank
// lines, and cuts. To be called in a child process that calls prepareWasm() (grammars.ts) first:
//   const analyzer = await openAnalyzer({ extensions }); const analysis = await analyzer.analyze({ path, text });
// Calls may overlap; each parse runs to its end or its time limit. Reads no file but grammars.
import type { Parser, Tree } from "web-tree-sitter";
import type { ChunkKind, ParseState } from "../vocabulary/chunk.ts";
import type { Problem } from "../vocabulary/problem.ts";
import type { Analysis, AnalysisRequest } from "./analysis.ts";
import { type ChunkSizes, cutChunks } from "./chunker.ts";
import { loadGrammar, openParser } from "./grammars.ts";
import type { Outline } from "./outline.ts";
import { outlinePlain } from "./plain.ts";
import { outlineProse } from "./prose.ts";
import { type Language, openRegistry, type Reader } from "./registry.ts";
import { openSource, type Source } from "./source.ts";
import { outlineSyntax } from "./syntax-outline.ts";

export interface AnalyzerOptions {
  /** A user's extensions, before the table's: `{ ".foo": "typescript" }`. */
  readonly extensions?: Readonly<Record<string, string>>;
  /** Most time one text may take to parse; then it is cut at blank lines. Default 3,000. */
  readonly parseTimeMsMax?: number;
}

export interface Analyzer {
  /** Never rejects because of the text; what went wrong is in `problems`. */
  analyze(request: AnalysisRequest): Promise<Analysis>;
}

/** docs/adding-a-language.md says how these were chosen. */
const SIZES: ChunkSizes = { target: 1500, standalone: 600, crumb: 120 };
const PARSE_TIME_MS = 3000;

/** What reading a text gave. */
interface Reading {
  readonly outline: Outline;
  readonly parse: ParseState;
  readonly problems: readonly Problem[];
}

export async function openAnalyzer(options: AnalyzerOptions = {}): Promise<Analyzer> {
  const choose = openRegistry(options.extensions);
  const parser = await openParser();
  const timeMsMax = options.parseTimeMsMax ?? PARSE_TIME_MS;
  return {
    analyze: async ({ path, text }) => {
      const source = openSource(text);
      const language = choose(path, text);
      const reading = await read(parser, source, path, language, timeMsMax);
      const restKind: ChunkKind = reading.parse === "prose" ? "section" : "block";
      return {
        language: language?.id ?? null,
        parse: reading.parse,
        lineCount: source.lines.length,
        chunks: cutChunks(source, reading.outline, SIZES, restKind),
        symbols: reading.outline.symbols,
        problems: reading.problems,
      };
    },
  };
}

async function read(
  parser: Parser,
  source: Source,
  path: string,
  language: Language | null,
  timeMsMax: number,
): Promise<Reading> {
  const reader = language?.reader ?? { by: "lines" };
  switch (reader.by) {
    case "headings":
      return { outline: outlineProse(source, reader.style), parse: "prose", problems: [] };
    case "lines":
      return plain(source, []);
    case "grammar":
      return await readSyntax(parser, source, path, reader, timeMsMax);
  }
}

function plain(source: Source, problems: readonly Problem[]): Reading {
  return { outline: outlinePlain(source, SIZES.target), parse: "fallback", problems };
}

async function readSyntax(
  parser: Parser,
  source: Source,
  path: string,
  reader: Extract<Reader, { by: "grammar" }>,
  timeMsMax: number,
): Promise<Reading> {
  try {
    parser.setLanguage(await loadGrammar(reader.grammar));
    const tree = parseWithin(parser, source.text, timeMsMax);
    if (tree === null) {
      const message = `parsing took longer than ${timeMsMax} ms; the file is cut at blank lines instead of symbols`;
      return plain(source, [{ code: "PARSE_TIMED_OUT", path, message }]);
    }
    try {
      const outline = outlineSyntax(tree.rootNode, reader.profile, source, SIZES.target);
      return { outline, ...stateOf(tree, source, path) };
    } finally {
      tree.delete();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return plain(source, [{ code: "PARSE_FAILED", path, message: `${reason}; the file is cut at blank lines` }]);
  }
}

/** The tree, or null when time is up. */
function parseWithin(parser: Parser, text: string, timeMsMax: number): Tree | null {
  const until = performance.now() + timeMsMax;
  const tree = parser.parse(parseable(text), null, { progressCallback: () => performance.now() > until });
  if (tree === null) {
    parser.reset();
  }
  return tree;
}

/** The same length in what grammars understand: a lone `\r` ends a line, and a NUL is no end of file. */
function parseable(text: string): string {
  return text.replace(/\r(?!\n)/g, "\n").replaceAll("\0", " ");
}

/** Syntax errors are worth a word from this share of the text on; below, a grammar's own gaps look the same. */
const ERROR_SHARE_NOTED = 0.1;

function stateOf(tree: Tree, source: Source, path: string): { parse: ParseState; problems: readonly Problem[] } {
  const root = tree.rootNode;
  if (!root.hasError) {
    return { parse: "full", problems: [] };
  }
  const errors = root.type === "ERROR" ? [root] : root.descendantsOfType("ERROR");
  let broken = 0;
  let end = 0;
  for (const error of errors) {
    broken += Math.max(0, error.endIndex - Math.max(end, error.startIndex));
    end = Math.max(end, error.endIndex);
  }
  if (broken < ERROR_SHARE_NOTED * source.text.length) {
    return { parse: "partial", problems: [] };
  }
  const percent = Math.round((100 * broken) / source.text.length);
  const message = `syntax errors over ${percent} % of the file: its symbols may be incomplete`;
  return { parse: "partial", problems: [{ code: "PARSE_PARTIAL", path, message }] };
}
