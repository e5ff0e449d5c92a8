// How Go writes imports. Within a package a definition moves without its users; between packages they follow (move-between.ts).
import type { ImportingText, ImportStatement, Replacement, WantedImport } from "../contract/import-statements.ts";
import type { ImportSyntax } from "../contract/import-syntax.ts";
import { layoutOf } from "./import-statements.ts";
import { goMoveBetween } from "./move-between.ts";

const written = ({ written: spec, module }: WantedImport): string => spec ?? `"${module}"`;

/** Of the standard library: its first part has no dot. Groups of imports are sorted apart by it. */
const isStandard = (module: string): boolean => !(module.split("/")[0] ?? "").includes(".");

const moduleOf = ({ module }: ImportStatement): string => module?.text ?? "";

/** Where the import stands in the order of its group: before the next one, else behind the last. */
function inList(file: ImportingText, list: readonly ImportStatement[], wanted: WantedImport): Replacement {
  const group = list.filter((one) => isStandard(moduleOf(one)) === isStandard(wanted.module));
  const near = group.length > 0 ? group : list;
  const next = near.find((one) => moduleOf(one) > wanted.module);
  const last = near.at(-1);
  const newline = /\r?\n/.exec(file.text)?.[0] ?? "\n";
  if (next !== undefined) {
    const at = next.names[0]?.start ?? next.start;
    return { start: at, end: at, text: `${written(wanted)}${newline}\t` };
  }
  const at = endOfLine(file.text, last?.end ?? 0);
  return { start: at, end: at, text: `${newline}\t${written(wanted)}` };
}

const endOfLine = (text: string, from: number): number =>
  from + (/^[ \t]*(?:\/\/[^\r\n]*)?(?=\r?\n|$)/.exec(text.slice(from))?.[0].length ?? 0);

const addImports: ImportSyntax["addImports"] = (file, wanted) => {
  const { statements, items, text } = file;
  const listed = statements.filter(({ list, start, names }) => list !== null && names[0]?.start === start);
  const sorted = wanted.toSorted((a, b) => (a.module < b.module ? -1 : 1));
  if (listed.length > 0) {
    return sorted.map((one) => inList(file, listed, one));
  }
  const newline = /\r?\n/.exec(text)?.[0] ?? "\n";
  const specs = sorted.map(written);
  const declaration =
    specs.length === 1
      ? `import ${specs[0]}`
      : `import (${newline}${specs.map((spec) => `\t${spec}${newline}`).join("")})`;
  const head = items.findLast(({ kind }) => kind === "import");
  if (head === undefined) {
    return [{ start: 0, end: 0, text: `${declaration}${newline}` }];
  }
  const at = endOfLine(text, head.end);
  const isBehindImport = statements.some(({ end }) => end === head.end);
  return [{ start: at, end: at, text: `${newline}${isBehindImport ? "" : newline}${declaration}` }];
};

/** What decides whether a file is compiled at all, and code of another language: both sides would have to agree. */
const CONDITION = /^\/\/(?:go:build|\s*\+build)\b/m;

/** `exec_windows.go`, `sum_amd64.go`: names of systems and processors that Go knows, alone or together. */
const PLATFORM =
  /_(?:aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|wasip1|windows|386|amd64|arm|arm64|loong64|mips|mipsle|mips64|mips64le|ppc64|ppc64le|riscv64|s390x|wasm)(?:_test)?\.go$/;

/** Whether the file is a part of some builds alone. */
export const isUnderCondition = (path: string, text: string): boolean => CONDITION.test(text) || PLATFORM.test(path);

export const goImportSyntax: ImportSyntax = {
  scope: "package",
  layout: layoutOf,
  modulePath: () => null,
  rebased: (module) => module,
  addImports,
  importStatement: (_file, wanted) => `import ${written(wanted)}`,
  passOn: () => "",
  header: ({ text, items }) => {
    const clause = items.find(({ kind, start }) => kind === "import" && text.startsWith("package", start));
    return clause === undefined ? "" : `${text.slice(clause.start, clause.end).split(/[\r\n]/)[0]}\n\n`;
  },
  exportWord: null,
  blankLines: 1,
  typeKinds: new Set(),
  cyclesFail: true,
  between: goMoveBetween,
  refusal(facts, text, path) {
    return isUnderCondition(path, text)
      ? "a file is built under a condition"
      : facts.imports.some(
            ({ imported, local, specifier }) => (imported === "*" && local === null) || specifier === "C",
          )
        ? "a file imports names without their package, or C"
        : null;
  },
};
