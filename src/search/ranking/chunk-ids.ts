// The ids of a document's chunks: they are consecutive, in order of lines.
import type { DocumentRecord } from "../../index/snapshot.ts";
import type { ChunkId } from "../../vocabulary/ids.ts";

export const chunkIdsOf = ({ firstChunk, chunkCount }: DocumentRecord): ChunkId[] =>
  Array.from({ length: chunkCount }, (_, place) => (firstChunk + place) as ChunkId);
