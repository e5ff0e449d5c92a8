// The packed column of what ranking needs of every chunk: its kind and its length in terms, one number per chunk. Read for a
// whole project at start, without touching the rows of chunks.
import { CHUNK_KINDS, type ChunkKind } from "../../vocabulary/chunk.ts";
import { openByteReader, openByteWriter } from "./varint.ts";

/** Room for 32 kinds. */
const KIND_SPAN = 32;

/** A kind's code is its place in CHUNK_KINDS, which is append-only within one format version. */
export const CHUNK_KIND_CODES = Object.fromEntries(CHUNK_KINDS.map((kind, code) => [kind, code])) as Readonly<
  Record<ChunkKind, number>
>;

/** A code of a newer program reads as `block`: text without a known symbol. */
export const kindOfCode = (code: number): ChunkKind => CHUNK_KINDS[code] ?? "block";

export function packShapes(document: {
  readonly chunks: readonly { readonly kind: ChunkKind }[];
  readonly chunkTerms: readonly number[];
}): Uint8Array {
  const writer = openByteWriter(document.chunks.length * 2 + 8);
  document.chunks.forEach(({ kind }, ordinal) => {
    writer.number((document.chunkTerms[ordinal] ?? 0) * KIND_SPAN + CHUNK_KIND_CODES[kind]);
  });
  return writer.take();
}

export function visitShapes(
  bytes: Uint8Array,
  visit: (ordinal: number, kindCode: number, terms: number) => void,
): void {
  const reader = openByteReader(bytes);
  for (let ordinal = 0; !reader.ended; ordinal++) {
    const shape = reader.number();
    visit(ordinal, shape % KIND_SPAN, Math.floor(shape / KIND_SPAN));
  }
}
