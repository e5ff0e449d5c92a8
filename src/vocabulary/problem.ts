// What was survived: reported beside the result, never thrown.
import { escapeControls } from "./shown-text.ts";

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
