// The unit that is embedded and ranked, and the symbols it is cut along.

/** What a chunk mostly is; `import` only where nothing else is defined in it. `section` is a heading's part in prose, `block` text without a known symbol. */
export const CHUNK_KINDS = [
  "function",
  "method",
  "class",
  "interface",
  "type",
  "enum",
  "module",
  "variable",
  "test",
  "import",
  "section",
  "data",
  "block",
] as const;
export type ChunkKind = (typeof CHUNK_KINDS)[number];

/** How a document's text was understood. */
export const PARSE_STATES = ["full", "excused", "partial", "prose", "fallback"] as const;
/**
 * `full`: the grammar read all of it; `excused`: all of it but constructs that it does not know, proven to be no errors
 * (languages/quarantine.ts); `partial`: with syntax errors, or stopped at the time limit;
 * `prose`: cut by headings; `fallback`: no grammar, cut at blank lines and indentation.
 */
export type ParseState = (typeof PARSE_STATES)[number];

/** Whole lines of one document. Lines are 1-based and inclusive at both ends. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** A chunk as cut from its text, before it has a number. */
export interface ChunkDraft extends LineRange {
  readonly kind: ChunkKind;
  /** Readable path (`UserService.getById`) of the symbol that fills it, else of the enclosing or the first; null in nameless text. */
  readonly symbol: string | null;
  /** The signature lines a split symbol's later part has lost; "" where nothing is lost. Not part of the lines. */
  readonly context: string;
  /** Simple names of the symbols that are defined inside the chunk, in order, no duplicates. */
  readonly defines: readonly string[];
}

/** A named definition. */
export interface SymbolDraft extends LineRange {
  /** Simple name, as written (`getById`). */
  readonly name: string;
  /** Readable path of enclosing names and itself (`UserService.getById`). */
  readonly path: string;
  readonly kind: ChunkKind;
  /** The line on which the name stands; 1-based. */
  readonly nameLine: number;
}
