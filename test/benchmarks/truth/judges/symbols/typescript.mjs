// The document symbols of TypeScript's service. argv: the folder of tools, a file that lists absolute paths. stdout: a line of
// JSON for each file: {path, symbols: [[name, line, kind, inFunction]]}; lines are 1-based.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";

const [, , tools, list] = process.argv;
const ts = createRequire(join(tools, "typescript/package.json"))("typescript");
const FUNCTIONS = new Set(["function", "method", "constructor", "getter", "setter"]);

for (const path of readFileSync(list, "utf8").split("\n").filter(Boolean)) {
  const text = readFileSync(path, "utf8");
  const host = {
    getScriptFileNames: () => [path],
    getScriptVersion: () => "1",
    getScriptSnapshot: (asked) => (asked === path ? ts.ScriptSnapshot.fromString(text) : undefined),
    getCurrentDirectory: () => "/",
    getCompilationSettings: () => ({ noLib: true, noResolve: true, allowJs: true }),
    getDefaultLibFileName: () => "lib.d.ts",
    fileExists: (asked) => asked === path,
    readFile: () => undefined,
  };
  const service = ts.createLanguageService(host, undefined, ts.LanguageServiceMode.Syntactic);
  const symbols = [];
  const visit = (item, around) => {
    const at = item.nameSpan?.start ?? item.spans[0].start;
    const line = text.slice(0, at).split("\n").length;
    if (item.nameSpan !== undefined || item.kind === "constructor") {
      symbols.push([item.kind === "constructor" ? "constructor" : item.text, line, item.kind, around]);
    }
    const inner = around || FUNCTIONS.has(item.kind) || /^<function>|\) callback$/.test(item.text);
    for (const child of item.childItems ?? []) {
      visit(child, inner);
    }
  };
  for (const child of service.getNavigationTree(path).childItems ?? []) {
    visit(child, false);
  }
  process.stdout.write(`${JSON.stringify({ path, symbols })}\n`);
}
