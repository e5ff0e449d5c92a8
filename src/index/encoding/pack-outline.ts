// Packs a document's chunks and symbols for outline.ts: every name, path prefix and context is stored once. docs/inside/file-format.md
// draws it.
import type { SymbolDraft } from "../../vocabulary/chunk.ts";
import { CHUNK_KIND_CODES } from "./chunk-shapes.ts";
import type { OutlineChunk } from "./outline.ts";
import { type ByteWriter, openByteWriter } from "./varint.ts";

export interface PackedOutline {
  readonly bytes: Uint8Array;
  /** The place of each symbol, in order. */
  readonly places: readonly number[];
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
  /** The place of the text, which is stored if it is not there yet. */
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
