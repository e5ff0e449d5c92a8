// Lines of files, as the finders of what is left pass them to one another.
import type { LineRange } from "../../vocabulary/chunk.ts";

/** A line of a file. 1-based. */
export interface Line {
  readonly path: string;
  readonly line: number;
}

/** Lines of one file that follow one another. */
export interface Lines extends LineRange {
  readonly path: string;
}

export const linesOf = ({ path, startLine, endLine }: Lines): Line[] =>
  Array.from({ length: endLine - startLine + 1 }, (_, at) => ({ path, line: startLine + at }));

export const keyOfLine = ({ path, line }: Line): string => `${path}:${line}`;
