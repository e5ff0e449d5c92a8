// The packed column of what a document's chunks and symbols say: every name, prefix of a path and context stands in it
// once. Any symbol is read by its place, any chunk by its ordinal, without the names before it. Knows no database.
import type { ChunkDraft, SymbolDraft } from "../../vocabulary/chunk.ts";
import { type ByteWriter, DamagedBytes, openByteWriter } from "../lexical/varint.ts";
import { CHUNK_KIND_CODES, kindOfCode } from "./chunk-shapes.ts";

/** All of a chunk but its kind, which chunk-shapes.ts packs. */
export type OutlineChunk = Omit<ChunkDraft, "kind">;

export interface PackedOutline {
  readonly bytes: Uint8Array;
  /** Of each symbol, in order. */
  readonly places: readonly number[];
}

export interface Outline {
  symbol(place: number): SymbolDraft;
  symbols(): SymbolDraft[];
  /** By 0-based ordinal; cheapest in ascending order. */
  chunk(ordinal: number): OutlineChunk;
}

export function packOutline(document: {
  readonly symbols: readonly SymbolDraft[];
  readonly chunks: readonly OutlineChunk[];
}): PackedOutline {
  const texts = openTexts();
  const symbols = openByteWriter(document.symbols.length * 32 + 8);
  const placeOfName = new Map<string, number>();
  const placeOfPath = new Map<string, number>();
  const places = document.symbols.map((symbol) => {
    const place = symbols.length;
    const { name, path, kind, startLine, endLine, nameLine } = symbol;
    symbols.number(CHUNK_KIND_CODES[kind]);
    symbols.number(startLine);
    symbols.number(endLine);
    symbols.number(nameLine);
    symbols.number(prefixReference(texts, name, path));
    putText(symbols, name);
    placeOfName.set(name, place);
    placeOfPath.set(path, place);
    return place;
  });
  const refer = (known: ReadonlyMap<string, number>, text: string): number => {
    const place = known.get(text);
    return place === undefined ? texts.place(text) * 2 + 1 : place * 2 + 2;
  };
  const chunks = openByteWriter(document.chunks.length * 12 + 8);
  for (const { startLine, endLine, symbol, context, defines } of document.chunks) {
    const entry = openByteWriter(16);
    entry.number(startLine);
    entry.number(endLine);
    entry.number(symbol === null ? 0 : refer(placeOfPath, symbol));
    entry.number(context === "" ? 0 : texts.place(context) + 1);
    for (const name of defines) {
      entry.number(refer(placeOfName, name));
    }
    chunks.number(entry.length);
    chunks.bytes(entry.take());
  }
  const bytes = openByteWriter(texts.bytes.length + symbols.length + chunks.length + 8);
  bytes.number(texts.bytes.length);
  bytes.number(symbols.length);
  for (const part of [texts.bytes, symbols, chunks]) {
    bytes.bytes(part.take());
  }
  return { bytes: bytes.take(), places };
}

interface Texts {
  /** Where the text stands; it is put where it does not yet. */
  place(text: string): number;
  readonly bytes: ByteWriter;
}

function openTexts(): Texts {
  const writer = openByteWriter(256);
  const places = new Map<string, number>();
  return {
    place(text) {
      const known = places.get(text);
      if (known !== undefined) {
        return known;
      }
      const place = writer.length;
      places.set(text, place);
      putText(writer, text);
      return place;
    },
    bytes: writer,
  };
}

function putText(writer: ByteWriter, text: string): void {
  const bytes = Buffer.from(text);
  writer.number(bytes.length);
  writer.bytes(bytes);
}

/** 0: the path is the name; odd: a text and the name; even: a text that is the whole path. */
function prefixReference(texts: Texts, name: string, path: string): number {
  if (path === name) {
    return 0;
  }
  return path.endsWith(name)
    ? texts.place(path.slice(0, path.length - name.length)) * 2 + 1
    : texts.place(path) * 2 + 2;
}

/** Reads forth from where it is put: a question opens hundreds of outlines, and makes no objects but what it asked for. */
function openCursor(bytes: Buffer) {
  let at = 0;

  function number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const part = bytes[at++];
      if (part === undefined) {
        throw new DamagedBytes("packed numbers end too early");
      }
      value += (part & 0x7f) * scale;
      if (part < 0x80) {
        return value;
      }
    }
  }

  return {
    number,
    text(): string {
      const length = number();
      const start = at;
      at += length;
      if (!(at <= bytes.length)) {
        throw new DamagedBytes("a packed text ends too early");
      }
      return bytes.toString("utf8", start, at);
    },
    get at() {
      return at;
    },
    set at(place: number) {
      at = place;
    },
  };
}

/** Numbers before a symbol's name: kind, three lines, prefix. */
const NUMBERS_BEFORE_NAME = 5;

export function openOutline(bytes: Buffer): Outline {
  const cursor = openCursor(bytes);
  const { number, text } = cursor;
  const textsLength = number();
  const symbolsLength = number();
  const texts = cursor.at;
  const symbols = texts + textsLength;
  const chunks = symbols + symbolsLength;
  /** Where the chunk of that ordinal begins. */
  let [next, nextAt] = [0, chunks];

  function textAt(place: number): string {
    cursor.at = texts + place;
    return text();
  }

  /** Leaves the cursor at the symbol's end. */
  function read(at: number): SymbolDraft {
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
  }

  function nameAt(at: number): string {
    cursor.at = at;
    for (let skipped = 0; skipped < NUMBERS_BEFORE_NAME; skipped++) {
      number();
    }
    return text();
  }

  const pathAt = (at: number): string => read(at).path;

  /** What a reference names: a text, or of a symbol what `take` takes. Leaves the cursor after the reference. */
  function resolve(reference: number, take: (at: number) => string): string {
    const after = cursor.at;
    const found = reference % 2 === 1 ? textAt((reference - 1) / 2) : take(symbols + reference / 2 - 1);
    cursor.at = after;
    return found;
  }

  /** Puts the cursor after the length of the chunk, and answers its end. */
  function seek(ordinal: number): number {
    if (ordinal < next) {
      [next, nextAt] = [0, chunks];
    }
    for (; ; next++) {
      cursor.at = nextAt;
      const length = number();
      nextAt = cursor.at + length;
      if (next === ordinal) {
        next += 1;
        return nextAt;
      }
    }
  }

  return {
    symbol: (place) => read(symbols + place),
    symbols() {
      const found: SymbolDraft[] = [];
      for (let at = symbols; at < chunks; at = cursor.at) {
        found.push(read(at));
      }
      return found;
    },
    chunk(ordinal) {
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
    },
  };
}
