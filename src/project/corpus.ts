// The contract of project/: which files a project admits now, and the only way to read one for an answer.
import type { Exclusion } from "../vocabulary/exclusion.ts";
import type { Problem } from "../vocabulary/failure.ts";

/** One admitted file as the file system describes it. */
export interface CorpusFile {
  /** Project-relative, `/`-separated, valid UTF-8; may hold any character but NUL and `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, with the file system's fraction. */
  readonly mtimeMs: number;
  /** Likewise; catches edits whose tool restored the mtime. */
  readonly ctimeMs: number;
}

export interface ExcludedClass {
  /** Files; an excluded folder that was not entered counts as one. */
  readonly count: number;
  /** A few paths of the class, project-relative; folders end with `/`. */
  readonly examples: readonly string[];
}

/** The files that a project's rules admit at one moment. Immutable. */
export interface Corpus {
  /** Absolute, real path. */
  readonly root: string;
  readonly files: ReadonlyMap<string, CorpusFile>;
  readonly excluded: Readonly<Partial<Record<Exclusion, ExcludedClass>>>;
  /**
   * Files that are not searched and may be code of the project all the same: generated, too large, unreadable (folders, too, which end in
   * `/`), or left out by a rule although git tracks them. The first `LEFT_OUT_MAX` of them.
   */
  readonly leftOut: ReadonlyMap<string, Exclusion>;
  readonly problems: readonly Problem[];
}

/** A file's text as read, tied to the state it was read in. */
export interface CorpusText {
  readonly file: CorpusFile;
  /** Decoded text, line ends as in the file, without a byte-order mark. */
  readonly text: string;
  /** Hex SHA-256 of the file's bytes. */
  readonly contentHash: string;
  readonly problems: readonly Problem[];
}

/** What a content check found: text, or the class that the content put the file in. */
export type ReadOutcome = CorpusText | { readonly excluded: Exclusion; readonly problems: readonly Problem[] };

/** Whether the operating system reports changes, so that a refresh looks only where something changed. */
export interface WatchStatus {
  /** `off` and `starting`: each refresh checks every file itself. */
  readonly state: "live" | "starting" | "off";
  readonly reason: string;
}

/**
 * The live view of a project's files, one per project and process. Classes that depend on content (binary, minified, generated)
 * are known only after reading: `read` answers `excluded` for such a file, and from then on the corpus leaves it out and counts
 * it in its class, until the file changes.
 */
export interface CorpusSource {
  readonly root: string;
  /**
   * Answers the present corpus, and the same object as last time if nothing changed. Checks every known file and folder against
   * the file system; where watching has just proved that the reported changes are complete, only those. Yields to the event
   * loop on large projects.
   */
  refresh(signal?: AbortSignal): Promise<Corpus>;
  /**
   * Takes these for the admitted files until a refresh has ended, so that some can be read without a look at all. Their folders are
   * verified when they are read, and a file that is not admitted now is refused. Null where there is a corpus already, or if a file cannot be
   * judged by its folders alone. Of these, more may come and go.
   */
  assume(files: Corpus["files"]): Corpus | null;
  /** The corpus of the last refresh, or the assumed one; throws if there is none. */
  current(): Corpus;
  /**
   * Reads one admitted file. Any other path is Failure PATH_NOT_ADMITTED, for every caller: links are not followed out of the
   * root, and a file that has become a link since the refresh is refused. A file that vanished or became unreadable answers
   * `excluded: "unreadable"` with the problem.
   */
  read(path: string): Promise<ReadOutcome>;
  /**
   * The text of one of the corpus's `leftOut`; null where it is none, is gone, is binary, or has more than 16 MiB. For looking up where a name
   * stands, never for showing.
   */
  readLeftOut(path: string): Promise<string | null>;
  /**
   * The first bytes of an admitted file in whatever state it is now. Cheap; used to decide what to read, and to rank what is not
   * indexed yet. Lines are shown from `read` alone. Null for a path that is not admitted or cannot be read.
   */
  peek(path: string, maxBytes: number): Buffer | null;
  /**
   * What the rules say of a path at which no file need exist now, such as one of an older commit: its exclusion class, or the
   * largest size in bytes that is admitted.
   */
  rulingOf(path: string): { readonly excluded: Exclusion } | { readonly maxBytes: number };
  /** Why the rules would leave out a file that is made at a path, which git does not track then; null where they would admit it. */
  rulingOfNew(path: string): Exclusion | null;
  /**
   * Judges content that is stored elsewhere (for example in git) as if it stood at an admitted path: its text, or its class.
   */
  textOf(path: string, bytes: Buffer): { readonly text: string } | { readonly excluded: Exclusion };
  watchStatus(): WatchStatus;
  /** Ends watching. */
  close(): void;
}
