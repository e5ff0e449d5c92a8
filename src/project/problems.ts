// How problems with a file or folder are written.

import { codeOf, type Problem, type ProblemCode } from "../vocabulary/failure.ts";
import { escapeUnprintable } from "./disk.ts";

/** A problem with the file or folder at a project-relative path. */
export const pathProblem = (code: ProblemCode, path: string, message: string): Problem => ({
  code,
  path: escapeUnprintable(path),
  message,
});

/** A system error's code and text, without the path that Node puts into it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  if (code === "") return escapeUnprintable(error.message);
  return /^[A-Z0-9_]+: [^,]*/.exec(error.message)?.[0] ?? code;
}
