// Where the statements of a TOML text stand, so that some of them can be changed and every other byte stays. A statement is the
// header of a table or a key with its value; comments and blank lines between statements belong to none.
import { asObject, type ConfigObject, parseToml } from "../../system/parse-config.ts";

export interface Statement {
  /** From the start of its line to behind the end of its last one. */
  readonly start: number;
  readonly end: number;
  readonly isHeader: boolean;
  /** The keys of the table that a key and its value stand in; null within a list of tables. [] of a header. */
  readonly table: readonly string[] | null;
  /** What it says alone. */
  readonly value: ConfigObject;
}

/** A string of several lines, another string, a comment, or one character. */
const TOKEN = /"""(?:\\[\s\S]|[^\\])*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[\s\S]/y;

/** In the order of the text, which must parse. */
export function statementsOf(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  let table: readonly string[] | null = [];
  for (const { start, end } of rangesOf(text)) {
    const words = text.slice(start, end);
    const value = asObject(parseToml(words)) ?? {};
    const isHeader = words.trimStart().startsWith("[");
    statements.push({ start, end, isHeader, table: isHeader ? [] : table, value });
    table = isHeader ? keysOfHeader(value) : table;
  }
  return statements;
}

function rangesOf(text: string): readonly { readonly start: number; readonly end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  let [start, depth, isBlank] = [text.startsWith("\ufeff") ? 1 : 0, 0, true];
  for (TOKEN.lastIndex = start; TOKEN.lastIndex < text.length; ) {
    const token = TOKEN.exec(text)?.[0] ?? "";
    depth += "[{".includes(token) ? 1 : "]}".includes(token) ? -1 : 0;
    isBlank &&= token.startsWith("#") || token.trim() === "";
    const end = TOKEN.lastIndex;
    if ((token === "\n" && depth === 0) || end === text.length) {
      if (!isBlank) {
        ranges.push({ start, end });
      }
      [start, isBlank] = [end, true];
    }
  }
  return ranges;
}

/** A header's value is a chain of objects with one key each; null of a list of tables. */
function keysOfHeader(value: ConfigObject): readonly string[] | null {
  const keys: string[] = [];
  for (let at: unknown = value; ; ) {
    const object = asObject(at);
    if (object === null) {
      return null;
    }
    const [key] = Object.keys(object);
    if (key === undefined) {
      return keys;
    }
    keys.push(key);
    at = object[key];
  }
}

/** The rest of the keys behind those of the statement's table; null if it cannot say anything of their value. */
export const keysWithin = ({ table }: Statement, keys: readonly string[]): readonly string[] | null =>
  table?.every((key, at) => at >= keys.length || key === keys[at]) ? keys.slice(table.length) : null;

/** Whether it says something of the value at the keys. */
export function concerns(statement: Statement, keys: readonly string[]): boolean {
  const within = keysWithin(statement, keys);
  return within !== null && within.reduce<unknown>((at, key) => asObject(at)?.[key], statement.value) !== undefined;
}

/** Whether it says nothing else. */
export function isAboutAlone(statement: Statement, keys: readonly string[]): boolean {
  let at: unknown = statement.value;
  for (const key of keysWithin(statement, keys) ?? []) {
    const object = asObject(at);
    if (object === null || Object.keys(object).length !== 1) {
      return false;
    }
    at = object[key];
  }
  return true;
}
