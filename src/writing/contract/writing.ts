// What a report is written from, and what comes of it.
import type { LanguageModel } from "../../language-model/contract.ts";
import type { LineSpan } from "../../reason/citations/find-citations.ts";

export interface WriteTask {
  /** What the report shall be about, and for whom. */
  readonly prompt: string;
  /** Most questions to the language model in all. */
  readonly callsMax: number;
  /** Most of them to explore. */
  readonly explorationMax: number;
  readonly sectionsMax: number;
  readonly signal: AbortSignal;
}

/** A file's text as it was read. */
export interface ReadFile {
  readonly path: string;
  /** Hex SHA-256 of the bytes. */
  readonly contentHash: string;
  readonly language: string | null;
  readonly lines: readonly string[];
  readonly symbols: readonly FileSymbol[];
}

export interface FileSymbol extends LineSpan {
  readonly name: string;
  readonly kind: string;
}

export interface SearchHit extends LineSpan {
  readonly path: string;
  readonly symbol: string | null;
}

/** The project, as a report's author may look at it: nothing that its rules leave out. All throw CANCELLED. */
export interface Library {
  /** Paths that match a glob below a folder, sorted. Throws INVALID_INPUT for a pattern that is none. */
  list(pattern: string, folder: string): Promise<readonly string[]>;
  /** Whether the project has such a file, which may be no text. */
  has(path: string): boolean;
  /** Null for what is no text file of the project. */
  read(path: string): Promise<ReadFile | null>;
  /** Best first. `pattern`: a glob that limits the files; "" for all. */
  search(query: string, pattern: string): Promise<readonly SearchHit[]>;
  readonly project: { readonly name: string; readonly commit: string | null };
}

export interface WriteTools {
  readonly model: LanguageModel;
  readonly library: Library;
  readonly countTokens: (text: string) => number;
  /** Tokens that the language model reads and writes at once. */
  readonly window: number;
  /** `done` of `most` questions were asked, those of an earlier run too. */
  readonly onStep: (what: string, done: number, most: number) => void;
}

export interface PlannedSection {
  readonly title: string;
  readonly focus: string;
  /** Project-relative paths that it is likely about. */
  readonly files: readonly string[];
}

export interface Outline {
  readonly title: string;
  readonly sections: readonly PlannedSection[];
}

export interface WrittenSection extends PlannedSection {
  /** Null where no question was left to write it. */
  readonly text: string | null;
  /** Why it is not whole; null where it is. */
  readonly trouble: string | null;
}

/** Lines that were read, by file. */
export interface ReadLines {
  readonly file: ReadFile;
  readonly spans: readonly LineSpan[];
}

export interface Written {
  readonly outline: Outline;
  readonly sections: readonly WrittenSection[];
  readonly read: readonly ReadLines[];
  /** What is missing from a whole report; "" where nothing is. */
  readonly missing: string;
  readonly calls: { readonly asked: number; readonly replayed: number };
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly cost: number | null;
}
