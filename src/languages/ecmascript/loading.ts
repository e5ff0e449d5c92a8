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

const REQUIRE = /\brequire\s*\(/g;
/** What begins a function: its arrow, its word, or the head of a method. */
const BEGINS_FUNCTION = /=>|\bfunction\b|[\w$]\s*\([^()]*\)\s*\{/g;

/** Whether the text ends within the function that begins at its start: no bracket is closed that was open before. */
function isOpen(text: string): boolean {
  let depth = 0;
  for (const sign of text) {
    depth += "([{".includes(sign) ? 1 : ")]}".includes(sign) ? -1 : 0;
    if (depth < 0) {
      return false;
    }
  }
  return true;
}

/** Whether each `require` of the statement stands in a function: `exports.get = () => require("./a")`. */
function isCalledLater(statement: string): boolean {
  const requires = [...statement.matchAll(REQUIRE)];
  return (
    requires.length > 0 &&
    requires.every(({ index }) =>
      [...statement.slice(0, index).matchAll(BEGINS_FUNCTION)].some(({ index: begin, 0: head }) =>
        isOpen(statement.slice(head.endsWith("{") ? begin + head.length : begin, index)),
      ),
    )
  );
}

export const ecmascriptLoading: Loading = {
  isDeferred(lines, line, name) {
    const statement = statementAt(lines, line);
    const types = (lines[line - 1] ?? "").matchAll(/\btype\s+([\w$]+)/g);
    const isType = [...types].some(([, one]) => one === name);
    return isType || !RUNS_AT_ONCE.test(statement) || CALLS_IMPORT.test(statement) || isCalledLater(statement);
  },
};
