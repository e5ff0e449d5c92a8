// Which imports of TypeScript and JavaScript run the imported file.
import { type Loading, statementStart } from "../contract/loading.ts";

const START = /^\s*(?:import|export)\b|\brequire\s*\(/;
const RUNS_AT_ONCE =
  /^(?:import|export)\s+(?!type\b)|^(?:const|let|var|module\.exports|exports)\b.*\brequire\s*\(|^require\s*\(/;
const CALLS_IMPORT = /\bimport\s*\(/;

export const ecmascriptLoading: Loading = {
  isDeferred(lines, line, name) {
    const start = statementStart(lines, line, START) ?? "";
    const types = (lines[line - 1] ?? "").matchAll(/\btype\s+([\w$]+)/g);
    const isType = [...types].some(([, one]) => one === name);
    return isType || !RUNS_AT_ONCE.test(start) || CALLS_IMPORT.test(start);
  },
};
