// Writes imports and exports of JavaScript and TypeScript as the file writes its own: quotes, semicolons, line ends.
import type { ImportingText, ImportStatement, Replacement, WantedImport } from "../contract/import-statements.ts";
import type { ImportSyntax } from "../contract/import-syntax.ts";

interface Style {
  readonly quote: string;
  readonly end: string;
  readonly newline: string;
}

function styleOf({ text, statements }: ImportingText): Style {
  const written = statements.filter(({ module }) => module !== null);
  const sample = written.length > 0 ? written.map(({ start, end }) => text.slice(start, end)) : [text];
  const count = (pattern: RegExp): number => sample.filter((one) => pattern.test(one)).length;
  const isOpen = written.length > 0 && count(/;\s*$/) * 2 < written.length;
  return {
    quote: count(/'/) > count(/"/) ? "'" : '"',
    end: isOpen || (written.length === 0 && text.trim() !== "" && !/;\s*$/m.test(text)) ? "" : ";",
    newline: /\r?\n/.exec(text)?.[0] ?? "\n",
  };
}

/** `type a as b` in a list. */
const entry = (imported: string, local: string, isType: boolean): string =>
  `${isType ? "type " : ""}${imported === local ? local : `${imported} as ${local}`}`;

function statement({ module, imported, local, isType }: WantedImport, { quote, end }: Style): string {
  const names =
    imported === "default" ? local : imported === "*" ? `* as ${local}` : `{ ${entry(imported, local, false)} }`;
  return `import ${isType ? "type " : ""}${names} from ${quote}${module}${quote}${end}`;
}

const isListed = ({ imported }: WantedImport): boolean => imported !== "default" && imported !== "*";

export const importStatement: ImportSyntax["importStatement"] = (file, wanted) => statement(wanted, styleOf(file));

/** The statement whose list can take the name; undefined for none. */
function extensible(file: ImportingText, wanted: WantedImport): ImportStatement | undefined {
  const same = file.statements.filter(
    ({ role, module, list, names }) =>
      role === "import" && module?.text === wanted.module && list !== null && names.length > 0,
  );
  return isListed(wanted)
    ? (same.find(({ isType }) => isType === wanted.isType) ?? same.find(({ isType }) => !isType))
    : undefined;
}

export const addImports: ImportSyntax["addImports"] = (file, wanted, like) => {
  const style = styleOf(file.statements.length > 0 ? file : like);
  const extended = new Map<ImportStatement, WantedImport[]>();
  const added: WantedImport[] = [];
  for (const one of wanted) {
    const into = extensible(file, one);
    if (into === undefined) {
      added.push(one);
    } else {
      extended.set(into, [...(extended.get(into) ?? []), one]);
    }
  }
  return [
    ...[...extended].map(([into, names]) => extend(file.text, into, names)),
    ...(added.length === 0 ? [] : [newStatements(file, added, style)]),
  ];
};

function extend(text: string, { names, list, isType }: ImportStatement, wanted: readonly WantedImport[]): Replacement {
  const last = names.at(-1)?.end ?? list?.start ?? 0;
  const inside = text.slice(list?.start ?? 0, names.find(({ start }) => start > (list?.start ?? 0))?.start ?? 0);
  const separator = /\n/.test(inside) ? `,${inside.slice(1)}` : ", ";
  const entries = wanted.map((one) => entry(one.imported, one.local, one.isType && !isType));
  return { start: last, end: last, text: entries.map((one) => separator + one).join("") };
}

/** After the last import; else before the first code, after comments at the file's head. */
function newStatements(file: ImportingText, wanted: readonly WantedImport[], style: Style): Replacement {
  const lines = merged(wanted, style);
  const imports = file.statements.filter(({ role, module }) => role === "import" && module !== null);
  const last = imports.at(-1);
  if (last !== undefined) {
    const at = endOfLine(file.text, last.end);
    return { start: at, end: at, text: lines.map((line) => style.newline + line).join("") };
  }
  const at = headEnd(file);
  const rest = file.text.slice(at).trim() === "" ? "" : style.newline;
  return { start: at, end: at, text: `${lines.join(style.newline)}${style.newline}${rest}` };
}

/** One statement for all names of one list. */
function merged(wanted: readonly WantedImport[], style: Style): string[] {
  const lists = new Map<string, WantedImport[]>();
  const lines: string[] = [];
  for (const one of wanted) {
    const key = `${one.isType} ${one.module}`;
    if (isListed(one)) {
      lists.set(key, [...(lists.get(key) ?? []), one]);
    } else {
      lines.push(statement(one, style));
    }
  }
  for (const names of lists.values()) {
    const [{ module, isType } = { module: "", isType: false }] = names;
    const entries = names.map(({ imported, local }) => entry(imported, local, false)).join(", ");
    const { quote, end } = style;
    lines.push(`import ${isType ? "type " : ""}{ ${entries} } from ${quote}${module}${quote}${end}`);
  }
  return lines;
}

const endOfLine = (text: string, from: number): number => {
  const rest = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*)?(?=\r?\n|$)/.exec(text.slice(from));
  return from + (rest?.[0].length ?? 0);
};

/** Behind a first line for the interpreter, a licence and directives; these end before a blank line or the first code. */
function headEnd({ text, items }: ImportingText): number {
  let at = 0;
  for (const { kind, start, end } of items) {
    const written = text.slice(start, end);
    const isHead = kind === "import" || (kind === "lead" && isOfFile(text, written, end)) || DIRECTIVE.test(written);
    if (!isHead) {
      break;
    }
    at = endOfLine(text, end);
  }
  return at === 0 ? 0 : at + (/^\r?\n(?:[ \t]*\r?\n)*/.exec(text.slice(at))?.[0].length ?? 0);
}

const DIRECTIVE = /^(["'])use [\w ]+\1;?$/;
const OF_FILE = /licen[cs]e|copyright|@ts-|eslint|@file|@jsx|prettier|biome|#!/i;

/** Whether a comment is about the file: it says so, or a blank line follows. */
const isOfFile = (text: string, comment: string, end: number): boolean =>
  OF_FILE.test(comment) || /^[ \t]*\r?\n[ \t]*\r?\n/.test(text.slice(end));

export const passOn: ImportSyntax["passOn"] = (file, module, names) => {
  const { quote, end } = styleOf(file);
  const areTypes = names.every(({ isType }) => isType);
  const listed = names.map((one) => entry(one.imported, one.exported, one.isType && !areTypes)).join(", ");
  return `export ${areTypes ? "type " : ""}{ ${listed} } from ${quote}${module}${quote}${end}`;
};
