// The unit that is embedded and ranked, and the symbols along which it is cut.

// Branded numbers and names that the compiler keeps apart.

declare const brand: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

/** A document's number in one project's database; stable while the document stays indexed. */
export type DocumentId = Branded<number, "DocumentId">;
/** A chunk's number in one project's database; never reused after the chunk is gone. */
export type ChunkId = Branded<number, "ChunkId">;
/** Rises by one with every committed update of a project's database; 0 is the empty database. */
export type Generation = Branded<number, "Generation">;
/** Names exactly one set of weights, tokenizer and pooling: vectors of two models are never compared. */
export type ModelId = Branded<string, "ModelId">;

/**
 * What a chunk mostly is; `import` only if it defines nothing else. `section` is a part of prose under one heading, `block`
 * text without a known symbol.
 */
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
 * `full`: the grammar parsed all of it; `excused`: all of it but constructs that the grammar lacks, shown to be no errors
 * (syntax/quarantine.ts); `partial`: with syntax errors, or stopped at the time limit; `prose`: cut by headings; `fallback`:
 * no grammar, cut at blank lines and indentation.
 */
export type ParseState = (typeof PARSE_STATES)[number];

/** Whole lines of one document. Lines are 1-based and inclusive at both ends. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** The lines from the first to the last of all ranges, at least one. */
export const spanOf = (...ranges: readonly LineRange[]): LineRange => ({
  startLine: Math.min(...ranges.map(({ startLine }) => startLine)),
  endLine: Math.max(...ranges.map(({ endLine }) => endLine)),
});

/** Whether all lines of the inner range are in the outer one. */
export const containsRange = (outer: LineRange, inner: LineRange): boolean =>
  outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;

/** A chunk as cut from its text, before it gets a number. */
export interface ChunkDraft extends LineRange {
  readonly kind: ChunkKind;
  /** Readable path (`UserService.getById`) of the symbol that fills it, else of the enclosing or the first; null in nameless text. */
  readonly symbol: string | null;
  /** The signature lines that a later part of a split symbol lacks; "" if it lacks none. Not part of the lines. */
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
  /** The line of the name; 1-based. */
  readonly nameLine: number;
}

/** Kinds that a question by name is about; a variable or a field of that name counts less. */
export const NAMED_KINDS: ReadonlySet<ChunkKind> = new Set([
  "function",
  "method",
  "class",
  "interface",
  "type",
  "enum",
  "module",
]);

/** Kinds whose bodies run: their variables are not visible outside, and a language may keep their names apart from others. */
export const FUNCTION_KINDS: ReadonlySet<string> = new Set(["function", "method", "test"]);

/** Those of them that code calls. */
export const CALLABLE_KINDS: ReadonlySet<string> = new Set(["function", "method"]);

/** Kinds that declare a type, which a value may be annotated with. */
export const TYPE_KINDS: ReadonlySet<string> = new Set(["class", "interface", "enum", "type"]);
