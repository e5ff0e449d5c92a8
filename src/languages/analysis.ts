// The contract of languages/: one text in, its chunks and symbols out.
import type { ChunkDraft, ParseState, SymbolDraft } from "../vocabulary/chunk.ts";
import type { Facts } from "../vocabulary/facts.ts";
import type { Problem } from "../vocabulary/failure.ts";
import type { Stretches } from "../vocabulary/stretches.ts";

/** Raise it when some text gets other chunks or symbols: indexed documents are then analysed again. */
export const ANALYSIS_VERSION = 112;

export interface AnalysisRequest {
  /** Project-relative path; chooses the language, never read. */
  readonly path: string;
  readonly text: string;
}

export interface Analysis {
  /** Identifier of the languages table, or null for text without a grammar. */
  readonly language: string | null;
  readonly parse: ParseState;
  /** 1 for an empty text: lines are counted as an editor shows them, a final line break starts no line. */
  readonly lineCount: number;
  /** In order of start line; every line of the text is in at least one. An empty text has none. */
  readonly chunks: readonly ChunkDraft[];
  readonly symbols: readonly SymbolDraft[];
  /** Null where the language's definitions alone are read. */
  readonly facts: Facts | null;
  /** What its words are; null where no grammar has read it. */
  readonly stretches: Stretches | null;
  readonly problems: readonly Problem[];
}
