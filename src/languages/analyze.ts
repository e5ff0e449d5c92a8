// One text to its chunks and symbols: chooses the language, reads the text with its grammar, its headings or its blank
// lines, and cuts. To be called in a child process that calls prepareWasm() (grammars.ts) first:
//   const analyzer = await openAnalyzer({ extensions }); const analysis = await analyzer.analyze({ path, text });
// Calls may overlap; each parse runs to its end or its time limit. Reads no file but grammars.
import type { Parser, Range, Tree } from "web-tree-sitter";
import type { ChunkKind } from "../vocabulary/chunk.ts";
import type { Problem } from "../vocabulary/problem.ts";
import type { Analysis, AnalysisRequest } from "./analysis.ts";
import { openLanguageChooser } from "./choose-language.ts";
import { type ChunkSizes, cutChunks } from "./chunker.ts";
import { type GrammarName, loadGrammar, openParser } from "./grammars.ts";
import { outlineMarks } from "./marks.ts";
import type { Outline } from "./outline.ts";
import { type ParseQuality, parseWithin, qualityOf } from "./parse.ts";
import { outlinePlain } from "./plain.ts";
import { outlineProse } from "./prose.ts";
import type { Language, Reader } from "./registry.ts";
import { openSource, type Source } from "./source.ts";
import { outlineSql } from "./sql.ts";
import { outlineSyntax, type SyntaxReading } from "./syntax-outline.ts";

export interface AnalyzerOptions {
  /** A user's extensions, before the table's: `{ ".foo": "typescript" }`. */
  readonly extensions?: Readonly<Record<string, string>>;
  /** Most time one text may take to parse; then it is cut at blank lines. Default 3,000. */
  readonly parseTimeMsMax?: number;
  /** Default CHUNK_SIZES. */
  readonly sizes?: ChunkSizes;
}

export interface Analyzer {
  /** Never rejects because of the text; what went wrong is in `problems`. */
  analyze(request: AnalysisRequest): Promise<Analysis>;
}

/** Measured against what the embedding model reads of a chunk: docs/adding-a-language.md, "Sizes". */
export const CHUNK_SIZES: ChunkSizes = { target: 1000, whole: 1500, standalone: 400, crumb: 120 };
const PARSE_TIME_MS = 3000;

/** What every text is read with. */
interface Desk {
  readonly parser: Parser;
  readonly timeMsMax: number;
  readonly sizes: ChunkSizes;
}

interface Reading extends ParseQuality {
  readonly outline: Outline;
}

export async function openAnalyzer(options: AnalyzerOptions = {}): Promise<Analyzer> {
  const choose = openLanguageChooser(options.extensions);
  const desk: Desk = {
    parser: await openParser(),
    timeMsMax: options.parseTimeMsMax ?? PARSE_TIME_MS,
    sizes: options.sizes ?? CHUNK_SIZES,
  };
  return {
    analyze: async ({ path, text }) => {
      const source = openSource(text);
      const language = choose(path, text);
      const reading = await read(desk, source, path, language);
      const restKind: ChunkKind = reading.parse === "prose" ? "section" : "block";
      return {
        language: language?.id ?? null,
        parse: reading.parse,
        lineCount: source.lines.length,
        chunks: cutChunks(source, reading.outline, desk.sizes, restKind),
        symbols: reading.outline.symbols,
        problems: reading.problems,
      };
    },
  };
}

async function read(desk: Desk, source: Source, path: string, language: Language | null): Promise<Reading> {
  if (language === null) {
    return plain(desk, source, []);
  }
  const { reader } = language;
  switch (reader.by) {
    case "grammar":
      return await readSyntax(desk, source, path, reader);
    case "headings":
      return { outline: outlineProse(source, reader.style), parse: "prose", problems: [] };
    case "statements":
      return { outline: outlineSql(source), parse: "full", problems: [] };
    case "marks":
      return { outline: outlineMarks(source, reader.pattern, reader.kind), parse: "fallback", problems: [] };
  }
}

function plain(desk: Desk, source: Source, problems: readonly Problem[]): Reading {
  return { outline: outlinePlain(source, desk.sizes.target), parse: "fallback", problems };
}

type GrammarReader = Extract<Reader, { by: "grammar" }>;

async function readSyntax(desk: Desk, source: Source, path: string, reader: GrammarReader): Promise<Reading> {
  const trees: Tree[] = [];
  let timeMs = desk.timeMsMax;
  const parse = async (grammar: GrammarName, range?: Range): Promise<Tree | null> => {
    desk.parser.setLanguage(await loadGrammar(grammar));
    const start = performance.now();
    const tree = parseWithin(desk.parser, source.text, timeMs, range);
    timeMs -= performance.now() - start;
    if (tree !== null) {
      trees.push(tree);
    }
    return tree;
  };
  try {
    const tree = await parse(reader.grammar);
    if (tree === null) {
      const message = `parsing took longer than ${desk.timeMsMax} ms: the file is cut at blank lines, without symbols`;
      return plain(desk, source, [{ code: "PARSE_TIMED_OUT", path, message }]);
    }
    const embedded: SyntaxReading[] = [];
    const problems: Problem[] = [];
    for (const { grammar, profile, range } of reader.embeds?.(tree.rootNode) ?? []) {
      const inner = await parse(grammar, range);
      if (inner === null) {
        const message = `parsing took longer than ${desk.timeMsMax} ms: symbols of its scripts may be missing`;
        problems.push({ code: "PARSE_TIMED_OUT", path, message });
        break;
      }
      embedded.push({ root: inner.rootNode, profile });
    }
    const main = { root: tree.rootNode, profile: reader.profile };
    const outline = outlineSyntax(main, embedded, source, desk.sizes.target);
    const quality = qualityOf(tree, source, outline, path, reader.profile.patchy === true);
    return { outline, parse: quality.parse, problems: [...quality.problems, ...problems] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${reason}: the file is cut at blank lines, without symbols`;
    return plain(desk, source, [{ code: "PARSE_FAILED", path, message }]);
  } finally {
    for (const tree of trees) {
      tree.delete();
    }
  }
}
