// The packed column of what a document defines, and of the texts that its chunks repeat: every name, prefix of a path and
// context stands in it once. Any symbol is read by its place, without those before it. Knows no database.
import type { ChunkDraft, SymbolDraft } from "../../vocabulary/chunk.ts";
import { DamagedBytes, openByteReader, openByteWriter } from "../lexical/varint.ts";
import { CHUNK_KIND_CODES, kindOfCode } from "./chunk-shapes.ts";

/** What a chunk says beside its lines. */
export type ChunkNames = Pick<ChunkDraft, "symbol" | "context" | "defines">;

export interface PackedOutline {
  readonly bytes: Uint8Array;
  /** Of each symbol, in order. */
  readonly places: readonly number[];
  /** Of each chunk, in order: where its names stand in `bytes`. */
  readonly references: readonly Uint8Array[];
}

export interface Outline {
  symbol(place: number): SymbolDraft;
  symbols(): SymbolDraft[];
  namesOf(references: Uint8Array): ChunkNames;
}

export function packOutline(document: {
  readonly symbols: readonly SymbolDraft[];
  readonly chunks: readonly ChunkNames[];
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
  const references = document.chunks.map(({ symbol, context, defines }) => {
    const writer = openByteWriter(16);
    writer.number(symbol === null ? 0 : refer(placeOfPath, symbol));
    writer.number(context === "" ? 0 : texts.place(context) + 1);
    for (const name of defines) {
      writer.number(refer(placeOfName, name));
    }
    return writer.take();
  });
  const bytes = openByteWriter(texts.length + symbols.length + 4);
  bytes.number(texts.length);
  bytes.bytes(texts.take());
  bytes.bytes(symbols.take());
  return { bytes: bytes.take(), places, references };
}

interface Texts {
  /** Where the text stands; it is put where it does not yet. */
  place(text: string): number;
  readonly length: number;
  take(): Uint8Array;
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
    get length() {
      return writer.length;
    },
    take: writer.take,
  };
}

function putText(writer: ReturnType<typeof openByteWriter>, text: string): void {
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

export function openOutline(packed: Uint8Array): Outline {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const head = openByteReader(bytes);
  const textsLength = head.number();
  const texts = bytes.subarray(head.at, head.at + textsLength);
  const symbols = bytes.subarray(head.at + textsLength);

  const textAt = (place: number): string => readText(texts, place).text;

  function read(place: number): { readonly symbol: SymbolDraft; readonly end: number } {
    const entry = symbols.subarray(place);
    const reader = openByteReader(entry);
    const kind = kindOfCode(reader.number());
    const [startLine, endLine, nameLine] = [reader.number(), reader.number(), reader.number()];
    const prefix = reader.number();
    const { text: name, end } = readText(entry, reader.at);
    const path = prefix === 0 ? name : prefix % 2 === 1 ? textAt((prefix - 1) / 2) + name : textAt(prefix / 2 - 1);
    return { symbol: { name, path, kind, startLine, endLine, nameLine }, end: place + end };
  }

  function resolve(reference: number, take: (symbol: SymbolDraft) => string): string {
    return reference % 2 === 1 ? textAt((reference - 1) / 2) : take(read(reference / 2 - 1).symbol);
  }

  return {
    symbol: (place) => read(place).symbol,
    symbols() {
      const found: SymbolDraft[] = [];
      for (let place = 0; place < symbols.length; ) {
        const { symbol, end } = read(place);
        found.push(symbol);
        place = end;
      }
      return found;
    },
    namesOf(references) {
      const reader = openByteReader(references);
      const [symbol, context] = [reader.number(), reader.number()];
      const defines: string[] = [];
      while (!reader.ended) {
        defines.push(resolve(reader.number(), ({ name }) => name));
      }
      return {
        symbol: symbol === 0 ? null : resolve(symbol, ({ path }) => path),
        context: context === 0 ? "" : textAt(context - 1),
        defines,
      };
    },
  };
}

/** The text whose length stands at `at`. DamagedBytes where the bytes end within it. */
function readText(bytes: Buffer, at: number): { readonly text: string; readonly end: number } {
  const rest = bytes.subarray(at);
  const reader = openByteReader(rest);
  const length = reader.number();
  const end = reader.at + length;
  if (end > rest.length) {
    throw new DamagedBytes("a packed text ends too early");
  }
  return { text: rest.toString("utf8", reader.at, end), end: at + end };
}
