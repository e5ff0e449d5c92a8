// Which imports of TypeScript and JavaScript run the imported file.
import type { Loading } from "../contract/loading.ts";

const START = /^\s*(?:import|export|const|let|var)\b|\brequire\s*\(/;
const END = /\brequire\s*\(|\bfrom\s*["']|^\s*import\s*["']|;\s*$/;
const RUNS_AT_ONCE =
  /^(?:import|export)\s+(?!type\b)|^(?:const|let|var|module\.exports|exports)\b.*\brequire\s*\(|^require\s*\(/;
const CALLS_IMPORT = /\bimport\s*\(/;
/** A longer statement is not looked through. */
const LINES_MAX = 80;

/** The statement that `line` (1-based) is in, on one line: names may stand above the `require` that brings them in. */
function statementAt(lines: readonly string[], line: number): string {
  let start = line - 1;
  while (start > Math.max(0, line - LINES_MAX) && !START.test(lines[start] ?? "")) {
    start -= 1;
  }
  const length = lines.slice(start, start + LINES_MAX).findIndex((text) => END.test(text));
  return lines.slice(start, start + Math.max(1, length + 1)).join(" ");
}

export const ecmascriptLoading: Loading = {
  isDeferred(lines, line, name) {
    const statement = statementAt(lines, line);
    const types = (lines[line - 1] ?? "").matchAll(/\btype\s+([\w$]+)/g);
    const isType = [...types].some(([, one]) => one === name);
    return isType || !RUNS_AT_ONCE.test(statement) || CALLS_IMPORT.test(statement);
  },
};
