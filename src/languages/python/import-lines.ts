// Python's import statements.
import { type ImportLines, lastNames } from "../contract/language.ts";

function pythonNames(statement: string): string[] {
  const uncommented = statement.replace(/#.*$/gm, "");
  const plain = /^\s*import\s+([\s\S]*)$/.exec(uncommented);
  if (plain === null) {
    return lastNames(uncommented.replace(/^\s*from\s+\S+\s+import/, ""));
  }
  const [, modules = ""] = plain;
  return modules.split(",").flatMap((module) => {
    const [name = "", , other] = module.trim().split(/\s+/);
    return other ?? name.split(".")[0] ?? [];
  });
}

export const pythonImports: ImportLines = {
  firsts: "if",
  start: /^\s*(?:import\s+[\w.]|from\s+[\w.]+\s+import\b)/,
  names: pythonNames,
};
