// Errors that end a request. Anything thrown that is not a Failure is a defect and becomes INTERNAL at the edge.

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
