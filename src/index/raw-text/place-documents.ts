// Gives raw texts ids behind those of the index, so that they are documents of a snapshot like any others.
import type { ChunkId, DocumentId } from "../../vocabulary/chunk.ts";
import type { DocumentRecord } from "../snapshot.ts";
import { BYTES_PER_NAME_TERM, BYTES_PER_TERM, RAW_IDS } from "./raw-ids.ts";
import type { RawText } from "./raw-texts.ts";

interface Placeable {
  readonly text: RawText;
  language(): string | null;
  contentHash(): string;
  readonly lineCount: number;
  /** Of each block. */
  readonly blockBytes: readonly number[];
}

export interface Placed<Raw> {
  readonly raw: Raw;
  readonly record: DocumentRecord;
}

export function placeAll<Raw extends Placeable>(documents: readonly Raw[]): Placed<Raw>[] {
  const placed: Placed<Raw>[] = [];
  let firstChunk = RAW_IDS;
  for (const one of documents) {
    const { path, size } = one.text.file;
    const record: DocumentRecord = {
      id: (RAW_IDS + placed.length) as DocumentId,
      path,
      get language() {
        return one.language();
      },
      // Nothing is known to be wrong with it.
      parse: "full",
      get contentHash() {
        return one.contentHash();
      },
      size,
      get lineCount() {
        return one.lineCount;
      },
      firstChunk: firstChunk as ChunkId,
      chunkCount: one.blockBytes.length,
      bodyTerms: Math.round(size / BYTES_PER_TERM),
      pathTerms: Math.round(path.length / BYTES_PER_TERM),
      nameTerms: Math.ceil(size / BYTES_PER_NAME_TERM),
      tokens: null,
    };
    placed.push({ raw: one, record });
    firstChunk += one.blockBytes.length;
  }
  return placed;
}
