// What the folders of index/ pass to one another about a document: its analysis, packed for writing, and the state of the file that
// it was made from. Types only.
import type { Analysis } from "../languages/analysis.ts";
import type { DocumentId, SymbolDraft } from "../vocabulary/chunk.ts";
import type { PackedFacts } from "./encoding/pack-facts.ts";

/** The state of the file for which a document's content was last verified. */
export interface DocumentStamp {
  readonly document: DocumentId;
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  /** Wall clock just before the content was read, in milliseconds since the epoch. */
  readonly verifiedAtMs: number;
  /** Names the analysis that made the document's chunks and terms. */
  readonly analysis: string;
  /** Hex SHA-256 of the bytes that were analysed. */
  readonly contentHash: string;
}

export interface AnalysisIdentity {
  /** Raised with every change that gives some text other chunks or terms. */
  readonly version: number;
  /** Digest of the settings that choose how a file is read. */
  readonly settings: string;
}

/** The result of analysing a text. Crosses a process boundary: plain values and byte arrays only. */
export interface AnalyzedDocument extends Omit<Analysis, "symbols" | "facts" | "stretches"> {
  readonly symbols: readonly SymbolDraft[];
  /** Null for a document without facts. */
  readonly facts: PackedFacts | null;
  /** packStretches; null for a document that no grammar has read, or too many to be stored. */
  readonly stretches: Uint8Array | null;
  /** 16 bytes a chunk, in order. */
  readonly embeddingKeys: Uint8Array;
  /** Length in terms of each chunk, in order. */
  readonly chunkTerms: readonly number[];
  readonly pathTerms: number;
  readonly nameTerms: number;
  /** Distinct terms, joined by line breaks (no term holds one), in the order of `entries`. */
  readonly terms: string;
  /** packEntry of each term, one after another; entry i ends before entryEnds[i]. */
  readonly entries: Uint8Array;
  readonly entryEnds: readonly number[];
}
