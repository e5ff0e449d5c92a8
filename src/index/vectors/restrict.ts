// A view of an index that leaves out some of its chunks.
import type { ChunkId } from "../../vocabulary/ids.ts";
import type { VectorIndex } from "./vector-index.ts";

/** The index without the chunks that are not `admitted`, in its searches; similarities are of any chunk. */
export function restrictTo(index: VectorIndex, admitted: (chunk: ChunkId) => boolean): VectorIndex {
  return {
    kind: index.kind,
    size: index.size,
    has: (chunk) => admitted(chunk) && index.has(chunk),
    add: index.add,
    remove: index.remove,
    search: (query, k, admit) =>
      index.search(query, k, (chunk) => admitted(chunk) && (admit === undefined || admit(chunk))),
    similarities: index.similarities,
    ceilings: index.ceilings,
    background: index.background,
  };
}
