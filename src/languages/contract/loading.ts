// Languages in which importing a file runs it: files that import each other in a circle may see each other half loaded.
import type { Lookup } from "../../linking/lookup.ts";

export interface Loading {
  /**
   * Of a language whose compiler takes the files of a folder together and refuses a circle of them: that folder with `:` and what tells
   * its files apart, such as the package's name. Null for a file that is in none. Missing where each file is loaded by itself.
   */
  unit?(path: string, lookup: Lookup): string | null;
  /**
   * Whether an import brings in nothing while its own file is loaded: it stands in a function, or imports a type alone. `lines` are
   * those of the file; `line` (1-based) has the imported name; `name` is null where the import binds none.
   */
  isDeferred(lines: readonly string[], line: number, name: string | null): boolean;
}

/** An import statement that is longer is not looked through. */
const STATEMENT_LINES_MAX = 80;

/** The line on which the statement starts that `line` (1-based) is in; null where none is found. */
export function statementStart(lines: readonly string[], line: number, start: RegExp): string | null {
  for (let at = line - 1; at >= Math.max(0, line - STATEMENT_LINES_MAX); at -= 1) {
    const text = lines[at] ?? "";
    if (start.test(text)) {
      return text;
    }
  }
  return null;
}
