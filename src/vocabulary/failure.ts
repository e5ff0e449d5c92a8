// Errors that end a request. Anything thrown that is not a Failure is a defect and becomes INTERNAL at the edge.
import { escapeControls } from "./shown-text.ts";

/** Every way a request can fail; docs/use/errors.md explains each. */
export const FAILURE_CODES = [
  "INVALID_INPUT",
  "INVALID_SETTING",
  "PROJECT_NOT_FOUND",
  "PROJECT_TOO_BROAD",
  "PROJECT_NOT_ALLOWED",
  "PATH_NOT_ADMITTED",
  "GIT_UNAVAILABLE",
  "MODEL_MISSING",
  "MODEL_MISMATCH",
  "EMBEDDING_UNAVAILABLE",
  "INDEX_UNAVAILABLE",
  "STORAGE_UNAVAILABLE",
  "TEAM_INDEX_UNAVAILABLE",
  "LANGUAGE_MODEL_FAILED",
  "EMACS_FAILED",
  "NAME_REFUSED",
  "ALREADY_EXISTS",
  "NOT_FOUND",
  "AMBIGUOUS",
  "DOCUMENT_INVALID",
  "CANCELLED",
  "TIMED_OUT",
  "INTERNAL",
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** An error with a stable code and, in `hint`, the next step. The message says what failed and why. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly hint: string;

  constructor(code: FailureCode, message: string, options: { hint: string; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "Failure";
    this.code = code;
    this.hint = options.hint;
  }
}

/** CANCELLED: the work was given up; nothing went wrong. */
export const cancelled = (what = "the request was cancelled", cause?: unknown): Failure =>
  new Failure("CANCELLED", what, { hint: "repeat the request if you still need it", cause });

/** Throws CANCELLED if the caller has given up. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) {
    throw cancelled();
  }
}

/** Whether the others of several go on without the one that it is of: not for a defect, nor where the caller wants no answer any more. */
export const isOfOne = (error: unknown): error is Failure => error instanceof Failure && error.code !== "CANCELLED";

// What a thrown value says, whatever it is.

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The code of an error of the system or of SQLite, such as ENOENT or SQLITE_BUSY; "" for any other value. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission is denied",
  EPERM: "the operation is not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EMFILE: "too many files are open",
  ELOOP: "too many links lead to one another",
  ENOENT: "the folder does not exist",
  ENOTDIR: "part of the path is not a folder",
  ENAMETOOLONG: "the name is too long",
  EFBIG: "the file is too large",
  EEXIST: "something else has that name",
  EISDIR: "a folder has that name",
};

/** Why the system refused, in words: its own message names calls and temporary files. */
export const systemReason = (error: unknown): string => SYSTEM_REASONS[codeOf(error)] ?? messageOf(error);

/** What `read` returns, or `absent` if the file or folder does not exist. Other errors are thrown. */
export function unlessAbsent<Value, Absent>(read: () => Value, absent: Absent): Value | Absent {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return absent;
    }
    throw error;
  }
}

// What was survived: reported beside the result, never thrown.

/** Every kind of survivable trouble; docs/use/errors.md explains each. */
export const PROBLEM_CODES = [
  "FILE_UNREADABLE",
  "FILE_NAME_NOT_UTF8",
  "FILE_ENCODING_GUESSED",
  "FILE_ENCODING_BROKEN",
  "FILE_CHANGED_WHILE_READ",
  "FOLDER_UNREADABLE",
  "LINK_LEAVES_PROJECT",
  "LINK_LOOP",
  "IGNORE_FILE_UNREADABLE",
  "DOCKERIGNORE_SET_ASIDE",
  "GIT_UNAVAILABLE",
  "PARSE_PARTIAL",
  "PARSE_TIMED_OUT",
  "PARSE_FAILED",
  "EMBEDDING_FAILED",
  "TEAM_INDEX_UNAVAILABLE",
  "CACHE_UNAVAILABLE",
  "INDEX_READ_ONLY",
  "INDEX_REBUILT",
  "STORAGE_FELL_BACK",
  "OWN_SAVE_NOT_ENTERED",
  "SAVED_RESULT_UNREADABLE",
  "JOURNAL_UNWRITABLE",
  "JOURNAL_UNREADABLE",
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

export interface Problem {
  readonly code: ProblemCode;
  /** Project-relative, `/`-separated; absent where the trouble is not one file's. Unprintable bytes are escaped. */
  readonly path?: string;
  /** One sentence: what happened and what it means for the answer. */
  readonly message: string;
}

/** One line. The path was escaped where the problem was found, so its backslashes are kept. */
export const renderProblem = ({ code, path, message }: { code: string; path?: string | undefined; message: string }) =>
  `problem ${code}: ${path === undefined ? "" : `${escapeControls(path)}: `}${escapeControls(message)}`;
