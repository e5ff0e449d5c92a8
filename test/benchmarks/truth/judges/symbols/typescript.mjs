// The document symbols of TypeScript's service; what it leaves out (members of a type that has no name of its own) is added from
// its syntax tree as "member", so that it is known. argv: the folder of tools, a file that lists absolute paths. stdout: a line of
// JSON for each file: {path, symbols: [[name, line, kind, inFunction]]}; lines are 1-based.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";

const [, , tools, list] = process.argv;
const ts = createRequire(join(tools, "typescript/package.json"))("typescript");

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
  const lineAt = (offset) => text.slice(0, offset).split("\n").length;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const bodies = [];
  const walk = (node) => {
    if (ts.isFunctionLike(node) && node.body !== undefined) {
      bodies.push([node.body.pos, node.body.end]);
    }
    const isMember = ts.isMethodSignature(node) || ts.isPropertySignature(node) || ts.isMethodDeclaration(node);
    if (isMember && node.name.text !== undefined) {
      symbols.push([node.name.text, lineAt(node.name.getStart(source)), "member", true]);
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  /** `around`: the items of the same parent. A setter beside its getter, and overloads of a constructor, are one definition. */
  const visit = (item, index, around) => {
    const isAgain =
      (item.kind === "setter" && around.some(({ kind, text: name }) => kind === "getter" && name === item.text)) ||
      (item.kind === "constructor" && around.findIndex(({ kind }) => kind === "constructor") < index);
    const at = item.nameSpan?.start ?? item.spans[0].start;
    const isNamed = item.nameSpan !== undefined || item.kind === "constructor" || item.text === "default";
    if (isNamed) {
      const inFunction = bodies.some(([start, end]) => start <= at && at < end);
      symbols.push([
        item.kind === "constructor" ? "constructor" : item.text,
        lineAt(at),
        isAgain ? "overload" : item.kind,
        inFunction,
      ]);
    }
    (item.childItems ?? []).forEach(visit);
  };
  (service.getNavigationTree(path).childItems ?? []).forEach(visit);
  process.stdout.write(`${JSON.stringify({ path, symbols })}\n`);
}
