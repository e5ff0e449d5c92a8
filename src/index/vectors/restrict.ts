// A view of an index that leaves out some of its chunks.
import type { Admit, VectorIndex } from "./vector-index.ts";

/** The index without the chunks that are not `admitted`, in its searches; similarities are of any chunk. */
export const restrictTo = (index: VectorIndex, admitted: Admit): VectorIndex => ({
  kind: index.kind,
  size: index.size,
  has: (chunk) => admitted(chunk) && index.has(chunk),
  vectorOf: (chunk) => (admitted(chunk) ? index.vectorOf(chunk) : null),
  add: (chunk, vector) => index.add(chunk, vector),
  remove: (chunk) => index.remove(chunk),
  search: (query, k, admit) =>
    index.search(query, k, (chunk) => admitted(chunk) && (admit === undefined || admit(chunk))),
  similarities: (query, chunks) => index.similarities(query, chunks),
  ceilings: index.ceilings,
  remote: index.remote,
  background: (query) => index.background(query),
});
