// The packed column of a document's chunks and symbols, as written by pack-outline.ts. Any symbol can be read by its place and
// any chunk by its ordinal, without the ones before it.
import type { ChunkDraft, SymbolDraft } from "../../vocabulary/chunk.ts";
import { kindOfCode } from "./chunk-shapes.ts";
import { type ByteReader, openByteReader } from "./varint.ts";

/** Everything about a chunk except its kind, which chunk-shapes.ts packs. */
export type OutlineChunk = Omit<ChunkDraft, "kind">;

export interface Outline {
  symbol(place: number): SymbolDraft;
  symbols(): SymbolDraft[];
  /** By 0-based ordinal; cheapest in ascending order. Throws DamagedBytes, like all methods here, if it does not exist. */
  chunk(ordinal: number): OutlineChunk;
}

/** Offsets of the parts. */
interface Parts {
  readonly texts: number;
  readonly symbols: number;
  readonly chunks: number;
}

export function openOutline(bytes: Buffer): Outline {
  const cursor = openByteReader(bytes);
  const textsLength = cursor.number();
  const symbolsLength = cursor.number();
  const texts = cursor.at;
  const symbols = texts + textsLength;
  const parts = { texts, symbols, chunks: symbols + symbolsLength };
  const { symbolAt, nameAt, textAt } = openNames(cursor, parts);
  return {
    symbol: (place) => symbolAt(symbols + place),
    symbols() {
      const found: SymbolDraft[] = [];
      for (let at = symbols; at < parts.chunks; at = cursor.at) {
        found.push(symbolAt(at));
      }
      return found;
    },
    chunk: openChunks(cursor, parts, { symbolAt, nameAt, textAt }),
  };
}

interface Names {
  /** Leaves the cursor at the symbol's end. */
  symbolAt(at: number): SymbolDraft;
  nameAt(at: number): string;
  textAt(place: number): string;
}

/** Numbers before a symbol's name: kind, three lines, prefix. */
const NUMBERS_BEFORE_NAME = 5;

function openNames(cursor: ByteReader, { texts }: Parts): Names {
  const { number, text } = cursor;
  function textAt(place: number): string {
    cursor.at = texts + place;
    return text();
  }
  return {
    textAt,
    symbolAt(at) {
      cursor.at = at;
      const kind = kindOfCode(number());
      const startLine = number();
      const endLine = number();
      const nameLine = number();
      const prefix = number();
      const name = text();
      const end = cursor.at;
      const path = prefix === 0 ? name : prefix % 2 === 1 ? textAt((prefix - 1) / 2) + name : textAt(prefix / 2 - 1);
      cursor.at = end;
      return { name, path, kind, startLine, endLine, nameLine };
    },
    nameAt(at) {
      cursor.at = at;
      for (let skipped = 0; skipped < NUMBERS_BEFORE_NAME; skipped++) {
        number();
      }
      return text();
    },
  };
}

function openChunks(cursor: ByteReader, parts: Parts, { symbolAt, nameAt, textAt }: Names): Outline["chunk"] {
  const { number } = cursor;
  /** Ordinal and offset of the next chunk. */
  let [next, nextAt] = [0, parts.chunks];

  /** Moves the cursor behind the chunk's length, and returns the chunk's end. */
  function seek(ordinal: number): number {
    if (ordinal < next) {
      [next, nextAt] = [0, parts.chunks];
    }
    for (;;) {
      cursor.at = nextAt;
      const length = number();
      nextAt = cursor.at + length;
      if (next++ === ordinal) {
        return nextAt;
      }
    }
  }

  /** What a reference represents: a text, or what `take` reads of a symbol. Leaves the cursor behind the reference. */
  function resolve(reference: number, take: (at: number) => string): string {
    const after = cursor.at;
    const found = reference % 2 === 1 ? textAt((reference - 1) / 2) : take(parts.symbols + reference / 2 - 1);
    cursor.at = after;
    return found;
  }

  const pathAt = (at: number): string => symbolAt(at).path;

  return (ordinal) => {
    const end = seek(ordinal);
    const startLine = number();
    const endLine = number();
    const symbol = number();
    const context = number();
    const defines: string[] = [];
    while (cursor.at < end) {
      defines.push(resolve(number(), nameAt));
    }
    return {
      startLine,
      endLine,
      symbol: symbol === 0 ? null : resolve(symbol, pathAt),
      context: context === 0 ? "" : textAt(context - 1),
      defines,
    };
  };
}
