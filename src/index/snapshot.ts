// The contract of a snapshot: a project's index as of one generation. Two calls on it always agree.
import type { ChunkId, ChunkKind, DocumentId, Generation, LineRange, ParseState } from "../vocabulary/chunk.ts";
import type { FactsInside, FactsShape } from "../vocabulary/facts.ts";
import type { Stretches } from "../vocabulary/stretches.ts";
import type { VectorIndex } from "./vectors/vector-index.ts";

export interface DocumentRecord {
  readonly id: DocumentId;
  readonly path: string;
  readonly language: string | null;
  readonly parse: ParseState;
  readonly contentHash: string;
  readonly size: number;
  readonly lineCount: number;
  /** The document's chunks are firstChunk … firstChunk + chunkCount − 1, in order of lines. */
  readonly firstChunk: ChunkId;
  readonly chunkCount: number;
  /** Lengths in terms, for BM25: of all its chunks together, of its path, of the names it defines. */
  readonly bodyTerms: number;
  readonly pathTerms: number;
  /** Zero only where it has no symbols. */
  readonly nameTerms: number;
  /** Tokens of the whole text, or null until counted. */
  readonly tokens: number | null;
}

/** The ids of a document's chunks, in order of lines. */
export const chunkIdsOf = ({ firstChunk, chunkCount }: Pick<DocumentRecord, "firstChunk" | "chunkCount">): ChunkId[] =>
  Array.from({ length: chunkCount }, (_, place) => (firstChunk + place) as ChunkId);

export interface ChunkRecord extends LineRange {
  readonly id: ChunkId;
  readonly document: DocumentId;
  readonly kind: ChunkKind;
  readonly symbol: string | null;
  readonly context: string;
  readonly defines: readonly string[];
}

/** Averages over the whole index, for BM25's length normalisation; 1 where there is nothing. */
export interface LexicalAverages {
  readonly chunkTerms: number;
  readonly bodyTerms: number;
  readonly pathTerms: number;
  readonly nameTerms: number;
}

/**
 * One term's postings, as parallel arrays. Document i occurs `pathCounts[i]` times in the path, `nameCounts[i]`
 * times in defined names, and in the chunks chunkStarts[i] (inclusive) to chunkStarts[i + 1] (exclusive) of
 * `chunks` / `chunkCounts`. Documents ascend, and so do the chunks of one document.
 */
export interface TermPostings {
  readonly documents: Int32Array;
  readonly pathCounts: Int32Array;
  readonly nameCounts: Int32Array;
  readonly chunkStarts: Int32Array;
  readonly chunks: Int32Array;
  readonly chunkCounts: Int32Array;
}

export interface NearTerm {
  readonly term: string;
  /** Letters missing, extra, wrong, or two neighbours swapped; each counts 1, and no letter is touched twice. */
  readonly distance: number;
}

export interface Nearness {
  readonly distanceMax: number;
  /** Leading letters that must be the same. */
  readonly prefixLength: number;
}

export interface SymbolRecord extends LineRange {
  readonly document: DocumentId;
  readonly name: string;
  readonly path: string;
  readonly kind: ChunkKind;
  readonly nameLine: number;
}

/** Of documents as they are indexed. */
export interface TokenSums {
  /** Of those whose tokens are counted. */
  readonly countedBytes: number;
  readonly countedTokens: number;
  /** Of the others. */
  readonly openBytes: number;
}

export interface Snapshot {
  /** Random, made with the database: generations of two databases are never compared. */
  readonly databaseId: string;
  readonly generation: Generation;
  readonly documentCount: number;
  readonly chunkCount: number;
  readonly averages: LexicalAverages;
  /** Null where they are not added up. */
  readonly tokens: TokenSums | null;
  document(id: DocumentId): DocumentRecord;
  documentAt(path: string): DocumentRecord | undefined;
  documents(): Iterable<DocumentRecord>;
  /** Reads many at once; in the order asked. */
  chunks(ids: readonly ChunkId[]): ChunkRecord[];
  /** Length in terms. */
  chunkTerms(id: ChunkId): number;
  chunkKind(id: ChunkId): ChunkKind;
  chunkDocument(id: ChunkId): DocumentId;
  /**
   * Postings of one term as `lexical/terms.ts` makes them; empty arrays for a term that no document contains. They may end early once they have
   * more than `chunksEnough` chunks. Default: all.
   */
  postings(term: string, chunksEnough?: number): TermPostings;
  /** Whether any document contains the term; far cheaper than its postings. */
  holdsTerm(term: string): boolean;
  /** Terms of the dictionary within a few typing errors, nearest first. The dictionary also has terms of removed documents. */
  nearTerms(term: string, nearness: Nearness): NearTerm[];
  /** The first `most` terms of the dictionary with this prefix, in its order; also terms of removed documents. */
  termsFrom(prefix: string, most: number): string[];
  /** Definitions whose simple name equals `name`, ignoring case; of one document only, if it is passed. */
  definitions(name: string, document?: DocumentId): SymbolRecord[];
  /** All symbols of a document, in order of lines. */
  symbols(document: DocumentId): SymbolRecord[];
  /** Whether the document has facts, not only definitions; far cheaper than its shape. */
  hasFacts(document: DocumentId): boolean;
  /** Whether a document's facts may contain the name: false is always right, true almost always. Far cheaper than its shape. */
  mayName(document: DocumentId, name: string): boolean;
  /** What a document defines, imports and exports; null if it has no facts. */
  shape(document: DocumentId): FactsShape | null;
  /** A document's references and conversions; empty if it has no facts. */
  inside(document: DocumentId): FactsInside;
  /** Which parts of a document are comments, strings or not understood; null if no grammar has read it. */
  stretches(document: DocumentId): Stretches | null;
  /** The chunk vectors of this generation; null if search by meaning is disabled or unavailable. */
  readonly vectors: VectorIndex | null;
  /**
   * Ends the use of this snapshot; call it once, in a `finally`. Until then a read transaction stays open and newly
   * made vectors wait: use it for one request's work, and release it before waiting for anything slow.
   */
  release(): void;
}
