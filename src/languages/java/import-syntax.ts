// How Java writes imports: one line for each, sorted, those of static members apart.
import type { ImportingText, Replacement, WantedImport } from "../contract/import-statements.ts";
import type { ImportSyntax } from "../contract/import-syntax.ts";
import { layoutOf } from "./import-statements.ts";
import { javaMoveBetween } from "./move-between.ts";

const written = ({ written: line, module }: WantedImport): string => line ?? `import ${module};`;

const isStatic = (line: string): boolean => line.startsWith("import static ");

const addImports: ImportSyntax["addImports"] = (file, wanted, like) => {
  const newline = /\r?\n/.exec(file.text === "" ? like.text : file.text)?.[0] ?? "\n";
  const lines = [...new Set(wanted.map(written))].sort(
    (a, b) => Number(isStatic(a)) - Number(isStatic(b)) || (a < b ? -1 : 1),
  );
  return file.statements.length > 0
    ? lines.map((line) => inOrder(file, line, newline))
    : [asFirst(file, lines, newline)];
};

/** Before the next one of its kind, else behind the last. */
function inOrder({ text, statements }: ImportingText, line: string, newline: string): Replacement {
  const lineOf = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
  const alike = statements.filter((one) => isStatic(lineOf(one)) === isStatic(line));
  const near = alike.length > 0 ? alike : statements;
  const next = alike.find((one) => lineOf(one) > line);
  if (next !== undefined) {
    return { start: next.start, end: next.start, text: line + newline };
  }
  const at = endOfLine(text, near.at(-1)?.end ?? 0);
  return { start: at, end: at, text: newline + line };
}

function asFirst({ text, items }: ImportingText, lines: readonly string[], newline: string): Replacement {
  const head = items.findLast(({ kind }) => kind === "import");
  const all = lines.join(newline);
  if (head === undefined) {
    return { start: 0, end: 0, text: all + newline };
  }
  const at = endOfLine(text, head.end);
  return { start: at, end: at, text: newline + newline + all };
}

const endOfLine = (text: string, from: number): number =>
  from + (/^[ \t]*(?:\/\/[^\r\n]*)?(?=\r?\n|$)/.exec(text.slice(from))?.[0].length ?? 0);

export const javaImportSyntax: ImportSyntax = {
  scope: "package",
  layout: layoutOf,
  modulePath: () => null,
  rebased: (module) => module,
  addImports,
  importStatement: (_file, wanted) => written(wanted),
  passOn: () => "",
  exportWord: "public ",
  blankLines: 1,
  typeKinds: new Set(),
  cyclesFail: false,
  between: javaMoveBetween,
};
