// How Python writes imports: after the others at the head of the file, those for types alone under `if TYPE_CHECKING`.
import type { ImportingText, ImportStatement, Replacement, WantedImport } from "../contract/import-statements.ts";
import type { ImportSyntax } from "../contract/import-syntax.ts";
import { layoutOf } from "./import-statements.ts";
import { modulePath, rebased } from "./module-paths.ts";

const entry = ({ imported, local }: WantedImport): string => (imported === local ? local : `${imported} as ${local}`);

const statementFor = (wanted: WantedImport): string =>
  wanted.written ??
  (wanted.imported === "*"
    ? `import ${wanted.module}${wanted.local === wanted.module ? "" : ` as ${wanted.local}`}`
    : `from ${wanted.module} import ${entry(wanted)}`);

const lineBreak = (text: string): string => /\r?\n/.exec(text)?.[0] ?? "\n";

const addImports: ImportSyntax["addImports"] = (file, wanted, like) => {
  const newline = lineBreak(file.text === "" ? like.text : file.text);
  const insertions: Replacement[] = [];
  const lines: string[] = [];
  const types: string[] = [];
  for (const one of wanted) {
    const into = extensible(file, one);
    if (into !== undefined) {
      insertions.push(extend(file.text, into, one));
    } else {
      (one.isType ? types : lines).push(statementFor(one));
    }
  }
  const hasGuard = file.statements.some(({ names }) => names.some(({ local }) => local === "TYPE_CHECKING"));
  const guarded = file.statements.findLast(({ isType }) => isType);
  if (types.length > 0 && guarded !== undefined) {
    const indent = /[ \t]*$/.exec(file.text.slice(0, guarded.start))?.[0] ?? "    ";
    insertions.push({
      start: guarded.end,
      end: guarded.end,
      text: types.map((line) => newline + indent + line).join(""),
    });
  } else if (types.length > 0) {
    lines.push(...(hasGuard ? [] : ["from typing import TYPE_CHECKING"]));
    lines.push("", "if TYPE_CHECKING:", ...types.map((line) => `    ${line}`));
  }
  return lines.length === 0 ? insertions : [...insertions, atHead(file, inOrder(lines), newline)];
};

/** What is of the language itself comes first. */
const inOrder = (lines: readonly string[]): string[] => [
  ...lines.filter((line) => line.startsWith("from __future__")),
  ...lines.filter((line) => !line.startsWith("from __future__")),
];

const extensible = ({ statements }: ImportingText, wanted: WantedImport): ImportStatement | undefined =>
  wanted.imported === "*"
    ? undefined
    : statements.find(
        ({ role, module, list, names, isType, isOutermost }) =>
          role === "import" &&
          module?.text === wanted.module &&
          list !== null &&
          names.length > 0 &&
          (isOutermost ? !wanted.isType : isType && wanted.isType),
      );

function extend(text: string, { names, list }: ImportStatement, wanted: WantedImport): Replacement {
  const last = names.at(-1)?.end ?? 0;
  const inside = text.slice(list?.start ?? 0, names[0]?.start ?? 0);
  const separator = inside.includes("\n") ? `,${inside.slice(1)}` : ", ";
  return { start: last, end: last, text: separator + entry(wanted) };
}

/** In `__all__`, quoted as the others; in order of the alphabet where they are. */
function listExport({ text, statements }: ImportingText, name: string): Replacement | null {
  const statement = statements.find(({ role, module }) => role === "export" && module === null);
  if (statement?.list == null || statement.names.some(({ imported }) => imported === name)) {
    return null;
  }
  const { names, list } = statement;
  const [first, last] = [names[0], names.at(-1)];
  const quote = first === undefined ? '"' : text.slice(first.end - 1, first.end);
  const written = `${quote}${name}${quote}`;
  if (first === undefined || last === undefined) {
    const isTuple = text[list.start] === "(";
    return { start: list.start + 1, end: list.start + 1, text: isTuple ? `${written},` : written };
  }
  const keys = names.map(({ imported }) => imported.toLowerCase());
  const isSorted = keys.length > 1 && keys.every((key, at) => at === 0 || (keys[at - 1] ?? "") <= key);
  const next = isSorted ? names.find(({ imported }) => imported.toLowerCase() > name.toLowerCase()) : undefined;
  const before = text.slice(names.at(-2)?.end ?? list.start + 1, last.start);
  // Comments between the names stay where they are.
  const line = /\r?\n[ \t]*$/.exec(before)?.[0];
  if (next !== undefined) {
    return { start: next.start, end: next.start, text: `${written},${line ?? " "}` };
  }
  const closing = line === undefined ? null : /^,[ \t]*(?:#[^\r\n]*)?(?=\r?\n)/.exec(text.slice(last.end))?.[0];
  const at = last.end + (closing?.length ?? 0);
  return { start: at, end: at, text: closing ? `${line}${written},` : `,${line ?? " "}${written}` };
}

/** After the last of the imports at the file's head, else after its documentation and comments. */
function atHead(file: ImportingText, lines: readonly string[], newline: string): Replacement {
  const { text, items, statements } = file;
  const firstCode = items.find(({ kind }) => kind === "code" || kind === "other")?.start ?? text.length;
  const head = statements.filter(({ role, isOutermost, end, module }) => {
    return role === "import" && isOutermost && module !== null && end <= firstCode;
  });
  const last = head.at(-1);
  if (last !== undefined) {
    const at = endOfLine(text, last.end);
    return { start: at, end: at, text: lines.map((line) => newline + line).join("") };
  }
  const documentation = items[0]?.kind === "import" ? items[0] : undefined;
  if (documentation !== undefined) {
    const at = endOfLine(text, documentation.end);
    return { start: at, end: at, text: `${newline}${newline}${lines.join(newline)}` };
  }
  const comments = /^(?:#[^\r\n]*\r?\n)+(?:[ \t]*\r?\n)+/.exec(text)?.[0].length ?? 0;
  const rest = text.slice(comments).trim() === "" ? "" : newline;
  return { start: comments, end: comments, text: lines.join(newline) + newline + rest };
}

const endOfLine = (text: string, from: number): number =>
  from + (/^[ \t]*(?:#[^\r\n]*)?(?=\r?\n|$)/.exec(text.slice(from))?.[0].length ?? 0);

export const pythonImportSyntax: ImportSyntax = {
  scope: "file",
  layout: layoutOf,
  modulePath,
  rebased,
  addImports,
  importStatement: (_file, wanted) => statementFor(wanted),
  passOn: (_file, module, names) =>
    `from ${module} import ${names.map(({ imported, exported }) => entry({ module, imported, local: exported, isType: false })).join(", ")}`,
  listExport,
  exportWord: null,
  blankLines: 2,
  typeKinds: new Set(),
  cyclesFail: true,
  carriesOver: ({ module }) => module?.text === "__future__",
  refusal: (_facts, text) => (/^def __getattr__\b/m.test(text) ? "a file computes names with __getattr__" : null),
};
