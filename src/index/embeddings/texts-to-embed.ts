// The texts of chunks that are to be embedded, read again through the corpus: only of files that the project still admits and that
// have not changed since they were indexed.
import type { Embedding } from "../../embedding/embedder.ts";
import { type EmbeddingKey, embeddingKey } from "../../embedding/vector-store.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import { readUnchanged } from "../../project/read-admitted.ts";
import type { ChunkId } from "../../vocabulary/chunk.ts";
import { splitLines } from "../../vocabulary/text.ts";
import { isAlive, type TableView } from "../database/document-table.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import type { ChunkRecord } from "../snapshot.ts";
import { embeddingText } from "./embedding-text.ts";

/** A text to embed, and the chunks of one document that have it. */
export interface TextToEmbed {
  readonly chunks: readonly ChunkId[];
  readonly key: EmbeddingKey;
  readonly text: string;
  readonly path: string;
}

export interface TextSource {
  readonly handles: IndexHandles;
  readonly source: CorpusSource;
}

export function byDocument(view: TableView, chunks: readonly ChunkId[]): ChunkId[][] {
  const groups = new Map<number, ChunkId[]>();
  for (const chunk of chunks) {
    const document = view.chunks.documents[chunk] ?? -1;
    groups.set(document, [...(groups.get(document) ?? []), chunk]);
  }
  return [...groups.values()];
}

/**
 * The texts of chunks of one document, each once; none if it has changed since it was indexed: the next update
 * handles it.
 */
export async function textsToEmbed(
  { handles, source }: TextSource,
  chunks: readonly ChunkId[],
): Promise<TextToEmbed[]> {
  const { view } = handles.table;
  const record = view.documents[view.chunks.documents[chunks[0] ?? -1] ?? -1];
  if (record === undefined) {
    return [];
  }
  const read = await readUnchanged(source, record);
  if (read === null) {
    return [];
  }
  const lines = splitLines(read.text);
  const byKey = new Map<EmbeddingKey, TextToEmbed>();
  for (const chunk of readChunks(handles, chunks)) {
    const text = embeddingText(record.path, chunk, lines);
    const key = embeddingKey(text);
    const same = byKey.get(key)?.chunks ?? [];
    byKey.set(key, { chunks: [...same, chunk.id], key, text, path: record.path });
  }
  return [...byKey.values()];
}

/** The chunks whose text has a vector in `made`, with it. */
export function* arrivals(
  wanted: readonly TextToEmbed[],
  made: ReadonlyMap<EmbeddingKey, Embedding>,
): Iterable<readonly [ChunkId, Embedding]> {
  for (const { chunks, key } of wanted) {
    const vector = made.get(key);
    for (const chunk of vector === undefined ? [] : chunks) {
      yield [chunk, vector as Embedding];
    }
  }
}

/** Those of the chunks that still exist. */
function readChunks({ snapshots, table }: IndexHandles, chunks: readonly ChunkId[]): ChunkRecord[] {
  const snapshot = snapshots.take(() => null);
  try {
    return snapshot.chunks(chunks.filter((chunk) => isAlive(table.view, chunk)));
  } finally {
    snapshot.release();
  }
}
