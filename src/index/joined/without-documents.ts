// A snapshot without some of its documents, as if they were not indexed. From a project that lies inside another one of the same question, the
// files are left out that the outer one has as well.
import { createHash } from "node:crypto";
import type { ChunkId, DocumentId } from "../../vocabulary/chunk.ts";
import {
  chunkIdsOf,
  type DocumentRecord,
  type LexicalAverages,
  type Snapshot,
  type TermPostings,
} from "../snapshot.ts";

/** The snapshot itself if nothing is left out. The dictionary keeps the terms of what is left out, as it keeps those of removed documents. */
export function withoutDocuments(snapshot: Snapshot, isLeftOut: (path: string) => boolean): Snapshot {
  const kept: DocumentRecord[] = [];
  const left = new Set<DocumentId>();
  for (const document of snapshot.documents()) {
    if (isLeftOut(document.path)) {
      left.add(document.id);
    } else {
      kept.push(document);
    }
  }
  if (left.size === 0) {
    return snapshot;
  }
  const isKept = (document: DocumentId): boolean => !left.has(document);
  const sum = (count: (document: DocumentRecord) => number): number =>
    kept.reduce((total, document) => total + count(document), 0);
  const chunkCount = sum((document) => document.chunkCount);
  return {
    ...snapshot,
    // What is cached for this view is not of the whole index.
    databaseId: `${snapshot.databaseId} without ${createHash("sha256")
      .update([...left].join())
      .digest("hex")}`,
    documentCount: kept.length,
    chunkCount,
    averages: averagesOf(sum, kept.length, chunkCount),
    tokens: null,
    documentAt(path) {
      const document = snapshot.documentAt(path);
      return document !== undefined && isKept(document.id) ? document : undefined;
    },
    documents: () => kept,
    postings: (term) => keptPostings(snapshot.postings(term), isKept),
    holdsTerm: (term) =>
      snapshot.holdsTerm(term) && snapshot.postings(term).documents.some((id) => isKept(id as DocumentId)),
    definitions: (name, document) => snapshot.definitions(name, document).filter((one) => isKept(one.document)),
    vectors: keptVectors(snapshot, kept, isKept),
  };
}

function averagesOf(
  sum: (count: (document: DocumentRecord) => number) => number,
  documents: number,
  chunks: number,
): LexicalAverages {
  const mean = (total: number, over: number): number => (total > 0 && over > 0 ? total / over : 1);
  const body = sum(({ bodyTerms }) => bodyTerms);
  return {
    chunkTerms: mean(body, chunks),
    bodyTerms: mean(body, documents),
    pathTerms: mean(
      sum(({ pathTerms }) => pathTerms),
      documents,
    ),
    nameTerms: mean(
      sum(({ nameTerms }) => nameTerms),
      documents,
    ),
  };
}

function keptPostings(all: TermPostings, isKept: (document: DocumentId) => boolean): TermPostings {
  const places = [...all.documents.keys()].filter((at) => isKept((all.documents[at] ?? 0) as DocumentId));
  const boundsOf = (at: number) => [all.chunkStarts[at] ?? 0, all.chunkStarts[at + 1] ?? 0] as const;
  const ofDocuments = (values: Int32Array) => Int32Array.from(places, (at) => values[at] ?? 0);
  const ofChunks = (values: Int32Array) =>
    Int32Array.from(places.flatMap((at) => Array.from(values.subarray(...boundsOf(at)))));
  const chunkStarts = new Int32Array(places.length + 1);
  for (const [at, place] of places.entries()) {
    const [start, end] = boundsOf(place);
    chunkStarts[at + 1] = (chunkStarts[at] ?? 0) + end - start;
  }
  return {
    documents: ofDocuments(all.documents),
    pathCounts: ofDocuments(all.pathCounts),
    nameCounts: ofDocuments(all.nameCounts),
    chunkStarts,
    chunks: ofChunks(all.chunks),
    chunkCounts: ofChunks(all.chunkCounts),
  };
}

/** The background stays that of all chunks: it is a sample. */
function keptVectors(
  { vectors, chunkDocument }: Snapshot,
  kept: readonly DocumentRecord[],
  isKept: (document: DocumentId) => boolean,
): Snapshot["vectors"] {
  if (vectors === null) {
    return null;
  }
  const isKeptChunk = (chunk: ChunkId): boolean => isKept(chunkDocument(chunk));
  return {
    kind: vectors.kind,
    size: kept.flatMap(chunkIdsOf).filter((chunk) => vectors.has(chunk)).length,
    remote: vectors.remote,
    ceilings: vectors.ceilings?.bind(vectors) ?? null,
    has: (chunk) => vectors.has(chunk),
    vectorOf: (chunk) => vectors.vectorOf(chunk),
    add: (chunk, vector) => vectors.add(chunk, vector),
    remove: (chunk) => vectors.remove(chunk),
    search: (query, k, admit) =>
      vectors.search(query, k, (chunk) => isKeptChunk(chunk) && (admit === undefined || admit(chunk))),
    similarities: (query, chunks) => vectors.similarities(query, chunks),
    background: (query) => vectors.background(query),
  };
}
