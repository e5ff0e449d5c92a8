// The result of analysing one document: chunks, symbols, terms and facts, packed so that the writing process only copies bytes.
// A pure function of a text and its analysis.
import type { Analysis } from "../../languages/analysis.ts";
import { searchedText } from "../../languages/searched-text.ts";
import type { Problem } from "../../vocabulary/failure.ts";
import { splitLines } from "../../vocabulary/text.ts";
import type { AnalyzedDocument } from "../documents.ts";
import { keyOfChunk } from "../embeddings/embedding-text.ts";
import { packFacts } from "../encoding/pack-facts.ts";
import { packStretches } from "../encoding/pack-stretches.ts";
import { openByteWriter } from "../encoding/varint.ts";
import { type DocumentEntry, packEntry } from "../lexical/posting-block.ts";
import { nameTerms, pathTerms, termsOf } from "../lexical/terms.ts";

/** Symbols beyond this in one document are generated tables; they are cut with a problem. */
const SYMBOLS_MAX = 20_000;

interface MutableEntry extends DocumentEntry {
  path: number;
  names: number;
  readonly ordinals: number[];
  readonly counts: number[];
}

type Entries = Map<string, MutableEntry>;

function entryOf(entries: Entries, term: string): MutableEntry {
  let entry = entries.get(term);
  if (entry === undefined) {
    entry = { path: 0, names: 0, ordinals: [], counts: [] };
    entries.set(term, entry);
  }
  return entry;
}

function countChunk(entries: Entries, ordinal: number, terms: readonly string[]): void {
  for (const term of terms) {
    const { ordinals, counts } = entryOf(entries, term);
    const last = ordinals.length - 1;
    if (ordinals[last] === ordinal) {
      counts[last] = (counts[last] ?? 0) + 1;
    } else {
      ordinals.push(ordinal);
      counts.push(1);
    }
  }
}

/** Counts the terms of a document's chunks, path and defined names, and packs them. */
export function analyzedDocument(path: string, text: string, analysis: Analysis): AnalyzedDocument {
  const lines = splitLines(text);
  const searchedWhole = searchedText(path, text);
  const searched = searchedWhole === text ? lines : splitLines(searchedWhole);
  const entries: Entries = new Map();
  const chunkTerms: number[] = [];
  const keys = Buffer.alloc(analysis.chunks.length * 16);
  analysis.chunks.forEach((chunk, ordinal) => {
    const terms = termsOf(searched.slice(chunk.startLine - 1, chunk.endLine).join("\n"));
    countChunk(entries, ordinal, terms);
    chunkTerms.push(terms.length);
    keys.write(keyOfChunk(path, chunk, lines), ordinal * 16, "hex");
  });
  const ofPath = pathTerms(path);
  for (const term of ofPath) {
    entryOf(entries, term).path += 1;
  }
  const symbols = analysis.symbols.slice(0, SYMBOLS_MAX);
  // Overloads and repeated declarations do not make a name count more.
  const ofNames = [...new Set(symbols.map((symbol) => symbol.name))].flatMap(nameTerms);
  for (const term of ofNames) {
    entryOf(entries, term).names += 1;
  }
  const facts = analysis.facts === null ? null : packFacts(analysis.facts);
  const cut = (message: string): Problem => ({ code: "PARSE_PARTIAL", path, message });
  const problems = [...analysis.problems];
  if (symbols.length < analysis.symbols.length) {
    const counts = `${SYMBOLS_MAX} of ${analysis.symbols.length}`;
    problems.push(cut(`Only the first ${counts} definitions are indexed by name; all lines are searched.`));
  }
  if (facts === null && analysis.facts !== null) {
    problems.push(cut("Too many references to index: only its definitions are known; all lines are searched."));
  }
  return {
    ...analysis,
    problems,
    symbols,
    facts,
    stretches: analysis.stretches === null ? null : packStretches(analysis.stretches),
    embeddingKeys: keys,
    chunkTerms,
    pathTerms: ofPath.length,
    // A name may have no term: a stop word, a letter, a sign. Zero means that nothing is defined.
    nameTerms: Math.max(ofNames.length, Math.min(1, symbols.length)),
    ...packEntries(entries),
  };
}

function packEntries(entries: Entries): Pick<AnalyzedDocument, "terms" | "entries" | "entryEnds"> {
  const writer = openByteWriter(entries.size * 5 + 16);
  const entryEnds: number[] = [];
  for (const entry of entries.values()) {
    packEntry(entry, writer);
    entryEnds.push(writer.length);
  }
  return { terms: [...entries.keys()].join("\n"), entries: writer.take(), entryEnds };
}
