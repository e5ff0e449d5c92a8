// One text to its chunks, symbols and facts: chooses the language, reads the text with its grammar, its headings or its blank
// lines, and cuts. To be called in a child process that awaits prepareWasm() (syntax/grammars.ts) first:
//   const analyzer = await openAnalyzer({ extensions }); const analysis = await analyzer.analyze({ path, text });
// Calls may overlap; each parse runs to its end or its time limit. Reads no file but grammars.

import type { Tree } from "web-tree-sitter";
import { openReparse, prepare } from "../facts/reparse.ts";
import { checkSyntax, type SyntaxCheck } from "../syntax/check-syntax.ts";
import { CHUNK_SIZES, type ChunkSizes, cutChunks } from "../syntax/chunker.ts";
import { fingerprintLines, fingerprintSyntax, type TextPrint } from "../syntax/fingerprint.ts";
import { type GrammarName, isOurFault, openParser } from "../syntax/grammars.ts";
import { outlineMarks } from "../syntax/marks.ts";
import { occurrencesBetween, occurrencesIn } from "../syntax/occurrences.ts";
import type { Outline } from "../syntax/outline.ts";
import { type ParseQuality, qualityOf } from "../syntax/parse.ts";
import {
  type ParseDesk,
  type ParsedPart,
  type ParsedTemplate,
  type ParsedText,
  parseWhole,
} from "../syntax/parse-whole.ts";
import { type GrammarPattern, matchText, type TextMatches } from "../syntax/patterns/match-text.ts";
import { type PatternReading, readPattern } from "../syntax/patterns/read-pattern.ts";
import { outlinePlain } from "../syntax/plain.ts";
import { outlineProse } from "../syntax/prose.ts";
import type { GrammarReader } from "../syntax/reader.ts";
import { openSource, type Source } from "../syntax/source.ts";
import { spansOfLines, spansOfSyntax, type TextSpans } from "../syntax/spans.ts";
import { readStretches } from "../syntax/stretches.ts";
import { outlineSyntax, readSyntaxTree, type SyntaxReading } from "../syntax/syntax-outline.ts";
import { flatten } from "../syntax/syntax-tree.ts";
import type { ChunkKind, SymbolDraft } from "../vocabulary/chunk.ts";
import type { Facts } from "../vocabulary/facts.ts";
import { messageOf, type Problem } from "../vocabulary/failure.ts";
import type { Stretches } from "../vocabulary/stretches.ts";
import type { Analysis, AnalysisRequest } from "./analysis.ts";
import { openLanguageChooser } from "./choose-language.ts";
import type { TextLayout } from "./contract/import-statements.ts";
import type { Language } from "./contract/language.ts";
import { inspectText } from "./inspect-text.ts";
import type { Inspection } from "./inspection/inspection.ts";
import { configFacts } from "./read-config.ts";
import { factsReaderOf, patternSettings } from "./registry.ts";
import type { TextFacts, TextOccurrences } from "./text-facts.ts";

export interface AnalyzerOptions {
  /** A user's extensions, before the table's: `{ ".foo": "typescript" }`. */
  readonly extensions?: Readonly<Record<string, string>>;
  /** Most time one text may take to parse; then it is cut at blank lines. Default 3,000. */
  readonly parseTimeMsMax?: number;
  /** Default CHUNK_SIZES. */
  readonly sizes?: ChunkSizes;
}

export interface Analyzer {
  /** What went wrong is in `problems`; rejects only where `isOurFault`. */
  analyze(request: AnalysisRequest): Promise<Analysis>;
  /** Whether the grammar reads all of the text. Rejects as `analyze` does. */
  check(request: AnalysisRequest): Promise<SyntaxCheck>;
  /** Fingerprints that show which of its symbols differ from those of another text. Rejects as `analyze` does. */
  fingerprint(request: AnalysisRequest): Promise<TextPrint>;
  /** Where its symbols stand, to the character. Rejects as `analyze` does. */
  spans(request: AnalysisRequest): Promise<TextSpans>;
  /** What it says about names, without what a search needs of it. Rejects as `analyze` does. */
  facts(request: AnalysisRequest): Promise<TextFacts>;
  /** What a review asks of it. Rejects as `analyze` does. */
  inspect(request: AnalysisRequest): Promise<Inspection>;
  /** The same with exact places, and all occurrences of these names. Rejects as `analyze` does. */
  occurrences(request: AnalysisRequest, names: readonly string[]): Promise<TextOccurrences>;
  /** Where its imports and outermost definitions stand; null for a language whose imports are not written. Rejects as `analyze` does. */
  layout(request: AnalysisRequest): Promise<TextLayout | null>;
  /** What a structural pattern is to a grammar. */
  readPattern(pattern: string, grammar: GrammarName): Promise<PatternReading>;
  /** Finds a pattern in the text. Rejects as `analyze` does. */
  match(request: AnalysisRequest, patterns: readonly GrammarPattern[], most: number): Promise<TextMatches>;
}

const PARSE_TIME_MS = 3000;

/** What every text is read with. */
interface Desk extends ParseDesk {
  readonly sizes: ChunkSizes;
}

interface Reading extends ParseQuality {
  readonly outline: Outline;
  readonly facts: Facts | null;
  readonly stretches: Stretches | null;
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
        facts: reading.facts ?? configFacts(path, text),
        stretches: reading.stretches,
        problems: reading.problems,
      };
    },
    check: ({ path, text }) => checkSyntax(desk, openSource(text), choose(path, text)),
    // The line endings of a checkout are not part of the strings in it.
    fingerprint: ({ path, text }) =>
      readSymbols(desk, openSource(text.replaceAll("\r\n", "\n")), path, choose(path, text), PRINTS),
    spans: ({ path, text }) => readSymbols(desk, openSource(text), path, choose(path, text), SPANS),
    facts: async ({ path, text }) => {
      const language = choose(path, text);
      const { facts } = await read(desk, openSource(text), path, language);
      return { language: language?.id ?? null, facts: facts ?? configFacts(path, text) };
    },
    inspect: ({ path, text }) => inspectText(desk, text, choose(path, text)),
    occurrences: ({ path, text }, names) => findOccurrences(desk, openSource(text), choose(path, text), new Set(names)),
    layout: ({ path, text }) => readLayout(desk, openSource(text), choose(path, text)),
    readPattern: (pattern, grammar) => readPattern(desk.parser, grammar, patternSettings(grammar), pattern),
    match: ({ path, text }, patterns, most) => matchText(desk, { text, language: choose(path, text), patterns, most }),
  };
}

/** What is read of a text's symbols, by its trees or, where no grammar reads it, by its lines. */
interface SymbolReader<Result> {
  bySyntax(
    main: SyntaxReading,
    embedded: readonly SyntaxReading[],
    symbols: readonly SymbolDraft[],
    source: Source,
  ): Result;
  byLines(symbols: readonly SymbolDraft[], source: Source): Result;
}

type ReadSymbols<Result> = Result & Pick<TextPrint, "language" | "parse">;

async function readSymbols<Result extends object>(
  desk: Desk,
  source: Source,
  path: string,
  language: Language | null,
  reader: SymbolReader<Result>,
): Promise<ReadSymbols<Result>> {
  if (language?.reader.by !== "grammar" || language.reader.outline !== undefined) {
    const { outline, parse } = await read(desk, source, path, language);
    return { language: language?.id ?? null, parse, ...reader.byLines(outline.symbols, source) };
  }
  const found = await parseWhole(desk, source.text, language.reader, (parsed): ReadSymbols<Result> | null => {
    if (parsed === null) {
      return null;
    }
    const { main, embedded } = copied(desk, parsed, source);
    const outline = outlineSyntax(main, embedded, source, Number.POSITIVE_INFINITY);
    const quality = qualityOf(main.parsed, source, outline, path, main.profile.patchy === true);
    const parse = parsed.excused.length > 0 ? "excused" : parsed.timedOut ? "partial" : quality.parse;
    return { language: language.id, parse, ...reader.bySyntax(main, embedded, outline.symbols, source) };
  }).catch((error: unknown) => {
    if (isOurFault(error)) {
      throw error;
    }
    return null;
  });
  return found ?? { language: language.id, parse: "fallback", ...reader.byLines([], source) };
}

const PRINTS: SymbolReader<Omit<TextPrint, "language" | "parse">> = {
  bySyntax: fingerprintSyntax,
  byLines: fingerprintLines,
};

const SPANS: SymbolReader<Omit<TextSpans, "language" | "parse">> = {
  bySyntax: spansOfSyntax,
  byLines: spansOfLines,
};

async function read(desk: Desk, source: Source, path: string, language: Language | null): Promise<Reading> {
  if (language === null) {
    return plain(desk, source, []);
  }
  const { reader } = language;
  switch (reader.by) {
    case "grammar":
      return await readSyntax(desk, source, path, reader);
    case "headings":
      return { outline: outlineProse(source, reader.style, reader.code), ...UNREAD, parse: "prose", problems: [] };
    case "statements":
      return { outline: reader.outline(source), ...UNREAD, parse: "full", problems: [] };
    case "marks":
      return {
        outline: outlineMarks(source, reader.marks),
        ...UNREAD,
        parse: "fallback",
        problems: [],
      };
  }
}

const UNREAD = { facts: null, stretches: null } as const;

const plain = (desk: Desk, source: Source, problems: readonly Problem[]): Reading => ({
  outline: outlinePlain(source, desk.sizes.target),
  ...UNREAD,
  parse: "fallback",
  problems,
});

async function readSyntax(desk: Desk, source: Source, path: string, reader: GrammarReader): Promise<Reading> {
  const timedOut = (rest: string): Problem => {
    return { code: "PARSE_TIMED_OUT", path, message: `parsing took longer than ${desk.timeMsMax} ms: ${rest}` };
  };
  try {
    return await parseWhole(desk, source.text, reader, (parsed) => {
      if (parsed === null) {
        return plain(desk, source, [timedOut("the file is split at blank lines, without symbols")]);
      }
      const copy = copied(desk, parsed, source);
      const { main, embedded } = copy;
      const outline = reader.outline?.(source) ?? outlineSyntax(main, embedded, source, desk.sizes.target);
      const { facts, stretches } = readNames(desk, parsed, copy, source);
      if (parsed.excused.length > 0) {
        return { outline, facts, stretches, parse: "excused", problems: [] };
      }
      const quality = qualityOf(main.parsed, source, outline, path, main.profile.patchy === true);
      const late = parsed.timedOut ? [timedOut("symbols of its scripts may be missing")] : [];
      return { outline, facts, stretches, parse: quality.parse, problems: [...quality.problems, ...late] };
    });
  } catch (error) {
    if (isOurFault(error)) {
      throw error;
    }
    const reason = messageOf(error);
    const message = `${reason}: the file is split at blank lines, without symbols`;
    return plain(desk, source, [{ code: "PARSE_FAILED", path, message }]);
  }
}

/** A parsed stretch with the copy of its tree and the definitions in it, which all that reads it shares. */
interface Copied extends SyntaxReading {
  readonly parsed: Tree;
  /** Whether its text stands here and there in that of another part. */
  readonly isScattered: boolean;
}

interface CopiedText {
  /** Without what its grammar stumbles over: a macro before a class's name would be the name. */
  readonly main: Copied;
  readonly embedded: readonly Copied[];
  readonly isPrepared: boolean;
}

function copied({ parser }: Desk, { main, embedded, template }: ParsedText, source: Source): CopiedText {
  const copy = ({ tree, profile }: ParsedPart, flat = flatten(tree, source.text)): Copied => {
    return { parsed: tree, isScattered: false, ...readSyntaxTree(flat, profile, source) };
  };
  const woven = template === null ? [] : [copyTemplate(template, source)];
  const preparing = factsReaderOf(main.profile)?.prepare;
  const prepared =
    preparing === undefined ? null : prepare(parser, main.tree, (text) => preparing(text, "whole"), source);
  return {
    main: copy(main, prepared?.tree),
    embedded: [...embedded.map((part) => copy(part)), ...woven],
    isPrepared: prepared !== null,
  };
}

function copyTemplate({ tree: parsed, profile, woven }: ParsedTemplate, source: Source): Copied {
  const tree = flatten(parsed, source.text, woven);
  const { definitions } = readSyntaxTree(tree, profile, source);
  const roots = definitions.roots.filter(({ node }) => woven.isDefined(tree.type(node)));
  const byNode = new Map([...definitions.byNode].filter(([node]) => woven.isDefined(tree.type(node))));
  return {
    parsed,
    isScattered: true,
    tree,
    profile,
    definitions: { ...definitions, roots, byNode, leadLines: new Set() },
  };
}

async function findOccurrences(
  desk: Desk,
  source: Source,
  language: Language | null,
  names: ReadonlySet<string>,
): Promise<TextOccurrences> {
  const id = language?.id ?? null;
  const none: TextOccurrences = { language: id, facts: null, stretches: null, occurrences: [] };
  if (language?.reader.by !== "grammar") {
    return none;
  }
  return await parseWhole(desk, source.text, language.reader, (parsed) => {
    if (parsed === null) {
      return none;
    }
    const copy = copied(desk, parsed, source);
    const written = copy.isPrepared ? flatten(parsed.main.tree, source.text) : copy.main.tree;
    const found = [written, ...copy.embedded.map(({ tree }) => tree)].flatMap((tree) => occurrencesIn(tree, names));
    const lost = parsed.overwritten.flatMap(({ start, offending }) =>
      occurrencesBetween(source.text, start, start + offending.length, names),
    );
    const places = new Map([...lost, ...found].map((one) => [one.offset, one]));
    const occurrences = [...places.values()].sort((a, b) => a.offset - b.offset);
    const { facts, stretches } = readNames(desk, parsed, copy, source, true);
    return { language: id, facts, stretches, occurrences };
  });
}

async function readLayout(desk: Desk, source: Source, language: Language | null): Promise<TextLayout | null> {
  const syntax = language?.importSyntax;
  return syntax === undefined || language?.reader.by !== "grammar"
    ? null
    : await parseWhole(desk, source.text, language.reader, (parsed) =>
        parsed === null
          ? null
          : { ...syntax.layout(flatten(parsed.main.tree, source.text)), isWhole: parsed.unread === null },
      );
}

/** Facts of all stretches in one language that has them: the scripts of a file share their names. And what was read of each word. */
function readNames(
  { parser }: Desk,
  { overwritten }: ParsedText,
  { main: own, embedded }: CopiedText,
  source: Source,
  byOffsets = false,
): { readonly facts: Facts | null; readonly stretches: Stretches } {
  const parts = [own, ...embedded];
  const reader = parts.map(({ profile }) => factsReaderOf(profile)).find((one) => one !== undefined);
  const isRead = ({ profile }: Copied): boolean => reader !== undefined && factsReaderOf(profile) === reader;
  const [first, ...others] = parts.filter(isRead);
  const marked = parts.map((part) => {
    const { tree, profile, isScattered } = part;
    return { tree, isMarkup: reader !== undefined && !isRead(part), isScattered, holdsCode: profile.holdsCode };
  });
  if (reader === undefined || first === undefined) {
    return { facts: null, stretches: readStretches(source.text, { parts: marked, asked: null, overwritten }) };
  }
  const { parsed, profile } = first;
  const prepared = reader.prepare === undefined ? null : prepare(parser, parsed, reader.prepare, source);
  const main = prepared === null ? first : readSyntaxTree(prepared.tree, profile, source);
  const reparse = openReparse(parser, parsed.language, source);
  const asked = new Uint8Array(source.text.length);
  const removed = prepared?.removed ?? [];
  const facts = reader.read([main, ...others], source, { reparse, removed, byOffsets, asked });
  const read = marked.map((part) => (part.tree === first.tree ? { ...part, tree: main.tree } : part));
  return { facts, stretches: readStretches(source.text, { parts: read, asked, overwritten }) };
}
