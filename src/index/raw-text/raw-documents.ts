// The documents that raw texts make for one query: where its terms occur, in which blocks of each text, in which names it seems to
// define. All texts are looked through, and nothing is parsed; those that an answer may show are then read more closely.
import { createHash } from "node:crypto";
import { openLanguageChooser } from "../../languages/choose-language.ts";
import type { Language } from "../../languages/contract/language.ts";
import { searchedBytes } from "../../languages/searched-text.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import { CHUNK_SIZES, cutChunks } from "../../syntax/chunker.ts";
import { definitionOn, isDefiningWord, outlineByLines } from "../../syntax/definition-lines.ts";
import { outlineMarks } from "../../syntax/marks.ts";
import type { Outline } from "../../syntax/outline.ts";
import { outlinePlain } from "../../syntax/plain.ts";
import { outlineProse } from "../../syntax/prose.ts";
import { openSource, type Source } from "../../syntax/source.ts";
import { openSlicer } from "../../system/slices.ts";
import type { ChunkDraft, ChunkKind, SymbolDraft } from "../../vocabulary/chunk.ts";
import { nameTerms } from "../lexical/terms.ts";
import type { Snapshot } from "../snapshot.ts";
import { countLines, cutBlocks, type Lines, linesOfBytes, placeOf } from "./cut-blocks.ts";
import { type Occurrences, openTermFinder, type TermFinder } from "./find-terms.ts";
import { type Placed, placeAll } from "./place-documents.ts";
import type { RawText } from "./raw-texts.ts";
import { isAt } from "./reading-order.ts";

/** What is asked of the texts. */
export interface RawQuery {
  /** As `lexical/terms.ts` makes them; each once. */
  readonly terms: readonly string[];
  /** Names as written. */
  readonly names: readonly string[];
  /** Endings of paths, or folders, in lower case: these files are looked at though they have none of the terms. */
  readonly places: readonly string[];
}

/** Occurrences of one term by block, in order; parallel. */
export interface BlockCounts {
  readonly blocks: readonly number[];
  readonly counts: readonly number[];
}

export interface RawDocument {
  readonly text: RawText;
  language(): string | null;
  readonly lineCount: number;
  /** Bytes of each of its blocks, in order; at least one. */
  readonly blockBytes: readonly number[];
  /** By the place of the query's term; null for a text that has none of them, and a path. */
  readonly found: Found | null;
  /** How it is cut, and all that it seems to define; null until it is read closely. */
  readonly close: CloseReading | null;
  contentHash(): string;
  /** Whole lines of each block. */
  ranges(): readonly (readonly [startLine: number, endLine: number])[];
}

interface Found {
  readonly inBlocks: readonly (BlockCounts | null)[];
  readonly inPath: Uint8Array;
  readonly inNames: Uint8Array;
  /** Definitions on lines that have a term. */
  readonly definitions: readonly SymbolDraft[];
}

export interface CloseReading {
  readonly chunks: readonly ChunkDraft[];
  readonly symbols: readonly SymbolDraft[];
}

/** Lines of one text that are looked at for what they define: a file with more repeats itself. */
const LINES_LOOKED_MAX = 300;

/** A raw text as a document of a snapshot. */
export type PlacedDocument = Placed<RawDocument>;

let opened = 0;

export class RawDocuments {
  readonly query: RawQuery;
  readonly #id = ++opened;
  #changes = 0;
  readonly #finder: TermFinder;
  readonly #choose: (path: string, text: string) => Language | null;
  readonly #source: Pick<CorpusSource, "textOf">;
  readonly #byPath = new Map<string, RawDocument>();
  /** The newest: a question takes several snapshots, most of the same state. */
  #placed: { readonly state: string; readonly documents: readonly PlacedDocument[] } | null = null;

  constructor(query: RawQuery, source: Pick<CorpusSource, "textOf">, extensions: Readonly<Record<string, string>>) {
    this.query = query;
    this.#finder = openTermFinder(query.terms, query.names);
    this.#choose = openLanguageChooser(extensions);
    this.#source = source;
  }

  /** In the order in which they were looked through. */
  all(): Iterable<RawDocument> {
    return this.#byPath.values();
  }

  at(path: string): RawDocument | undefined {
    return this.#byPath.get(path);
  }

  get count(): number {
    return this.#byPath.size;
  }

  /** Another one whenever the documents are others. */
  state(): string {
    return `${this.#id}.${this.#changes}`;
  }

  /** Those that the index does not have, as documents behind its own. */
  placedBeside(indexed: Pick<Snapshot, "databaseId" | "generation" | "documentAt">): readonly PlacedDocument[] {
    const state = `${indexed.databaseId} ${indexed.generation} ${this.state()}`;
    if (this.#placed?.state !== state) {
      const wanted = [...this.all()].filter(({ text }) => indexed.documentAt(text.file.path) === undefined);
      this.#placed = { state, documents: placeAll(wanted) };
    }
    return this.#placed.documents;
  }

  /** Looks through the texts. Yields to other work. CANCELLED. */
  async look(texts: Iterable<RawText>, signal: AbortSignal | undefined): Promise<void> {
    const slicer = openSlicer(signal);
    for (const text of texts) {
      if (!this.#isLeftOut(text)) {
        this.#byPath.set(text.file.path, this.#lookAt(text));
        this.#changes += 1;
      }
      await slicer.yieldIfDue();
    }
  }

  /**
   * Cuts the files as they are to be shown, with the names that they seem to define; leaves out those whose content is not searched.
   * Yields to other work. CANCELLED.
   */
  async readClosely(paths: Iterable<string>, signal: AbortSignal | undefined): Promise<void> {
    const slicer = openSlicer(signal);
    for (const path of paths) {
      const known = this.#byPath.get(path);
      if (known !== undefined && known.close === null) {
        const closer = this.#closer(known);
        this.#changes += 1;
        if (closer === null) {
          this.#byPath.delete(path);
        } else {
          this.#byPath.set(path, closer);
        }
        await slicer.yieldIfDue();
      }
    }
  }

  /** Where nothing is looked for, texts are counted, so those whose content is not searched are told apart at once. */
  #isLeftOut({ file, bytes }: RawText): boolean {
    return this.query.terms.length === 0 && "excluded" in this.#source.textOf(file.path, bytes);
  }

  #lookAt(text: RawText): RawDocument {
    const { path } = text.file;
    const { bytes } = text;
    const inPath = this.#inPath(path);
    const occurrences = this.#finder.find(searchedBytes(path, bytes));
    const isNamed = this.query.places.some((place) => isAt(`/${path.toLowerCase()}`, place));
    const isFound = isNamed || inPath.some((count) => count > 0) || occurrences.some((one) => one !== null);
    let language: string | null | undefined;
    const languageOf = () => {
      language ??= this.#languageOf(path, bytes);
      return language;
    };
    let hash: string | undefined;
    const contentHash = (): string => {
      hash ??= createHash("sha256").update(bytes).digest("hex");
      return hash;
    };
    const about = { text, language: languageOf, close: null, contentHash };
    if (!isFound) {
      let counted = 0;
      const lines = (): number => {
        counted ||= countLines(bytes);
        return counted;
      };
      return {
        ...about,
        get lineCount() {
          return lines();
        },
        blockBytes: [bytes.length],
        found: null,
        ranges: () => [[1, lines()]],
      };
    }
    const lines = linesOfBytes(bytes);
    const cuts = cutBlocks(lines, bytes.length, CHUNK_SIZES.target);
    const starts = Array.from(cuts, (cut) => cut + 1);
    const { definitions, inNames } = this.#namesOn(bytes, lines, occurrences);
    return {
      ...about,
      lineCount: lines.starts.length,
      blockBytes: bytesBetween(lines, starts, bytes.length),
      found: { inBlocks: blocksOf(occurrences, lines, starts), inPath, inNames, definitions },
      ranges: () => starts.map((start, at) => [start, (starts[at + 1] ?? lines.starts.length + 1) - 1]),
    };
  }

  #inPath(path: string): Uint8Array {
    const occurrences = this.#finder.find(Buffer.from(path));
    return Uint8Array.from(occurrences, (one) => one?.counts.reduce((sum, count) => sum + count, 0) ?? 0);
  }

  #languageOf(path: string, bytes: Buffer): string | null {
    return this.#choose(path, bytes.toString("latin1", 0, HEAD_BYTES))?.id ?? null;
  }

  /** What the lines with a term define. */
  #namesOn(
    bytes: Buffer,
    { starts }: Lines,
    occurrences: readonly (Occurrences | null)[],
  ): Pick<Found, "definitions" | "inNames"> {
    const looked = new Set<number>();
    for (const one of occurrences) {
      for (const [at, offset] of (one?.offsets ?? []).entries()) {
        if (looked.size === LINES_LOOKED_MAX) {
          break;
        }
        if (mayBeDefined(bytes, offset, one?.ends[at] ?? offset)) {
          looked.add(placeOf(starts, offset));
        }
      }
    }
    const definitions: SymbolDraft[] = [];
    const names = new Set<string>();
    for (const line of [...looked].sort((a, b) => a - b)) {
      const text = bytes.toString("utf8", starts[line], starts[line + 1] ?? bytes.length).trimEnd();
      const defined = definitionOn(text);
      if (defined !== null) {
        const at = line + 1;
        definitions.push({ ...defined, path: defined.name, startLine: at, endLine: at, nameLine: at });
        names.add(defined.name);
      }
    }
    return { definitions, inNames: countsOf([...names].flatMap(nameTerms), this.query.terms) };
  }

  /** Null for a file whose content is of a class that is not searched. */
  #closer(known: RawDocument): RawDocument | null {
    const { bytes, file } = known.text;
    const judged = this.#source.textOf(file.path, bytes);
    if ("excluded" in judged) {
      return null;
    }
    const source = openSource(judged.text);
    const language = this.#choose(file.path, judged.text);
    const [outline, rest] = outlineOf(source, language);
    const chunks = cutChunks(source, outline, CHUNK_SIZES, rest);
    if (chunks.length === 0) {
      return known;
    }
    const lines = linesOfBytes(bytes);
    const starts = chunks.map(({ startLine }) => startLine);
    const { found } = known;
    const occurrences = this.#finder.find(searchedBytes(file.path, bytes));
    const inNames = countsOf(
      [...new Set(outline.symbols.map(({ name }) => name))].flatMap(nameTerms),
      this.query.terms,
    );
    return {
      ...known,
      language: () => language?.id ?? null,
      lineCount: source.lines.length,
      blockBytes: bytesBetween(lines, starts, bytes.length),
      found: {
        inBlocks: blocksOf(occurrences, lines, starts),
        inPath: found?.inPath ?? new Uint8Array(this.query.terms.length),
        inNames,
        definitions: outline.symbols,
      },
      close: { chunks, symbols: outline.symbols },
      ranges: () => chunks.map(({ startLine, endLine }) => [startLine, endLine]),
    };
  }
}

const SPACE = 0x20;
const TAB = 0x09;
/** `(`, `<`, `=` and `:`. */
const AFTER_NAME: ReadonlySet<number> = new Set([0x28, 0x3c, 0x3d, 0x3a]);
/** The longest word that introduces a name. */
const WORD_BYTES_MAX = 12;

/** Whether it is worth to look at the line: what follows the name, or the word before it, is as in a definition. */
function mayBeDefined(bytes: Buffer, start: number, end: number): boolean {
  let after = end;
  while (bytes[after] === SPACE) {
    after++;
  }
  if (AFTER_NAME.has(bytes[after] ?? 0)) {
    return true;
  }
  let last = start;
  while (bytes[last - 1] === SPACE || bytes[last - 1] === TAB) {
    last--;
  }
  if (last === start) {
    return false;
  }
  const before = bytes.toString("latin1", Math.max(0, last - WORD_BYTES_MAX), last);
  return isDefiningWord(/[a-z]+$/.exec(before)?.[0] ?? "");
}

/** As much as shows a file's language. */
const HEAD_BYTES = 4000;

/** How the text can be outlined without a grammar, and what its other lines are. */
function outlineOf(source: Source, language: Language | null): [outline: Outline, rest: ChunkKind] {
  const reader = language?.reader;
  switch (reader?.by) {
    case "grammar":
      return [reader.outline?.(source) ?? outlineByLines(source), "block"];
    case "headings":
      return [outlineProse(source, reader.style, reader.code), "section"];
    case "statements":
      return [reader.outline(source), "block"];
    case "marks":
      return [outlineMarks(source, reader.marks), "block"];
    default:
      return [outlinePlain(source, CHUNK_SIZES.target), "block"];
  }
}

function countsOf(found: readonly string[], terms: readonly string[]): Uint8Array {
  const counts = new Uint8Array(terms.length);
  for (const term of found) {
    const at = terms.indexOf(term);
    if (at >= 0) {
      counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  return counts;
}

/** `starts`: the 1-based lines that the blocks start on. */
function bytesBetween({ starts }: Lines, blocks: readonly number[], size: number): number[] {
  const offsets = blocks.map((line) => starts[line - 1] ?? size);
  return offsets.map((offset, at) => (offsets[at + 1] ?? size) - offset);
}

function blocksOf(
  occurrences: readonly (Occurrences | null)[],
  { starts }: Lines,
  blocks: readonly number[],
): (BlockCounts | null)[] {
  const offsets = Int32Array.from(blocks, (line) => starts[line - 1] ?? 0);
  return occurrences.map((one) => {
    if (one === null) {
      return null;
    }
    const inBlocks: { blocks: number[]; counts: number[] } = { blocks: [], counts: [] };
    let block = 0;
    // Both ascend.
    for (let at = 0; at < one.offsets.length; at++) {
      const offset = one.offsets[at] ?? 0;
      while ((offsets[block + 1] ?? Number.POSITIVE_INFINITY) <= offset) {
        block += 1;
      }
      const last = inBlocks.blocks.length - 1;
      if (inBlocks.blocks[last] === block) {
        inBlocks.counts[last] = (inBlocks.counts[last] ?? 0) + (one.counts[at] ?? 0);
      } else {
        inBlocks.blocks.push(block);
        inBlocks.counts.push(one.counts[at] ?? 0);
      }
    }
    return inBlocks;
  });
}
