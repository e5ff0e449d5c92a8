// What an edit is before anything is written: which bytes of which files it replaces, and which places it leaves as they are.
import type { Effect } from "../change/state/change.ts";
import type { Snapshot } from "../index/snapshot.ts";
import type { TextAnalyzer } from "../index/text-analyzer.ts";
import type { NoUseClass } from "../intelligence/occurrences/occurrence.ts";
import type { CorpusSource } from "../project/corpus.ts";
import type { Steps } from "../system/slices.ts";

/** Replaces the text between two offsets: 0-based, in UTF-16 units of the decoded text without byte-order mark, end exclusive. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A change of one file; `contentHash` is the hex SHA-256 of the bytes that it was made for. Paths are project-relative. */
export type FileChange =
  /** `edits`: ascending, and none overlaps another. */
  | { readonly kind: "edit"; readonly path: string; readonly contentHash: string; readonly edits: readonly TextEdit[] }
  /** `like`: a file whose encoding, line endings and permissions the new one takes. */
  | { readonly kind: "create"; readonly path: string; readonly text: string; readonly like: string | null }
  | { readonly kind: "delete"; readonly path: string; readonly contentHash: string }
  /** The file goes to `to`, with its edits. */
  | {
      readonly kind: "move";
      readonly path: string;
      readonly to: string;
      readonly contentHash: string;
      readonly edits: readonly TextEdit[];
    };

/** A place that the edit may concern and does not touch. */
export interface LeftPlace {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Last line of the call or constructor there, where that goes on below. */
  readonly endLine?: number | undefined;
  /** In plain words: "matched by its name alone", "in a string". */
  readonly why: string;
  /** What becomes of it; absent where nobody can say, and of a place that the edit does not break. */
  readonly effect?: Effect | undefined;
  /** Whether the symbol's name stands there in text that nobody understood. Default: it does not. */
  readonly unread?: true | undefined;
}

/** A place of the symbol's name that the edit leaves as no use of the symbol. */
export interface OtherPlace {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly class: NoUseClass;
}

/** One edit as its author means it, over any number of files: each file at most once. */
export interface ChangeSet {
  /** "rename_symbol src/store.ts#Store.put to save" */
  readonly intent: string;
  readonly changes: readonly FileChange[];
  readonly left: readonly LeftPlace[];
  /** Of an edit that takes a name away, in order of path and line; none of `left`. Default: none. */
  readonly others?: readonly OtherPlace[];
  /** Addresses (`path#symbol`) of the symbols that it changes, after the edit where they are still there, else before it. */
  readonly symbols: readonly string[];
}

/** Why an edit is not made, at a place where there is one. `remedy` says what to do next. */
export interface Refusal {
  readonly rule: RefusalRule;
  readonly path: string | null;
  readonly line: number | null;
  readonly message: string;
  readonly remedy: string;
}

export type RefusalRule =
  | "outside-root"
  | "through-link"
  | "ignored"
  | "vendored"
  | "generated"
  | "protected"
  | "not-text"
  | "out-of-scope"
  | "stale"
  | "syntax-error"
  | "collision"
  | "shadowing"
  | "overlap"
  | "not-understood"
  | "unsupported";

/** A symbol as a candidate for an ambiguous or missing target. */
export interface Candidate {
  /** `src/store.ts#Store.put` */
  readonly address: string;
  readonly kind: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** What a builder answers: an edit, or why there is none. */
export type Built =
  | { readonly kind: "built"; readonly change: ChangeSet }
  /** The target names several symbols. */
  | { readonly kind: "ambiguous"; readonly message: string; readonly candidates: readonly Candidate[] }
  /** The target is not there; the nearest names. */
  | { readonly kind: "missing"; readonly message: string; readonly candidates: readonly Candidate[] }
  /** The target's file or symbol differs from what the caller expected. */
  | { readonly kind: "stale"; readonly message: string; readonly candidates: readonly Candidate[] }
  | { readonly kind: "refused"; readonly refusals: readonly Refusal[] };

/** What a builder of edits works with: the project's files as they are now, its index, and the analysis of texts. */
export interface EditScene {
  /** Absolute, real path. */
  readonly root: string;
  readonly corpus: CorpusSource;
  readonly analyzer: TextAnalyzer;
  readonly signal: AbortSignal;
  /** Opens a snapshot for the duration of `use`, which must be synchronous. The index was updated when the request began. */
  withSnapshot<Value>(use: (snapshot: Snapshot) => Value): Value;
  /** Like withSnapshot, for longer work: other requests run between its steps. */
  inSlices<Value>(use: (snapshot: Snapshot) => Steps<Value>): Promise<Value>;
}
