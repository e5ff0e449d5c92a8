// One table of a TOML file: set or removed so that every byte outside it stays. smol-toml writes a text without its comments; toml-patch keeps
// them where it changes a value, but takes comments and blanks around it for its own: so it is given only the statements of the table.
import { parse, patch } from "@decimalturn/toml-patch";
import { stringify } from "smol-toml";
import { asObject, type ConfigObject, parseToml } from "../../system/parse-config.ts";
import { concerns, isAboutAlone, keysWithin, type Statement, statementsOf } from "./toml-statements.ts";

type Tables = Record<string, unknown>;

/** The text with the table at the keys; a new one is added at the end. `text` must parse, or be blank. */
export function setInToml(text: string, keys: readonly string[], value: ConfigObject): string {
  const statements = statementsOf(text);
  const own = runOf(statements, keys);
  if (own.length > 0) {
    return patched(text, own, keys, value);
  }
  const appended = `${text}${gapBehind(text)}${stringify(nested(keys, value)).trimEnd().replaceAll("\n", eolOf(text))}${eolOf(text)}`;
  // Where the tables around it are written within braces, it is added there.
  return isToml(appended) ? appended : patched(text, runOf(statements, keys.slice(0, -1)), keys, value);
}

/** The text without the table at the keys; as it is where there is none. */
export function removeFromToml(text: string, keys: readonly string[]): string {
  const statements = statementsOf(text);
  const own = statements.filter((statement) => concerns(statement, keys));
  if (!own.every((statement) => isAboutAlone(statement, keys))) {
    return patched(text, runOf(statements, keys), keys, undefined);
  }
  // From the last one, so that the places of those before stay.
  return runsOf(statements, own).reduceRight(withoutRun, text);
}

type Run = readonly Statement[];

/** Statements that follow each other. */
function runsOf(all: readonly Statement[], some: readonly Statement[]): readonly Run[] {
  const runs: Statement[][] = [];
  for (const statement of some) {
    const last = runs.at(-1);
    if (last?.at(-1) === all[all.indexOf(statement) - 1] && last !== undefined) {
      last.push(statement);
    } else {
      runs.push([statement]);
    }
  }
  return runs;
}

/** From the first statement about the keys to the last one. */
function runOf(all: readonly Statement[], keys: readonly string[]): Run {
  const isOwn = (statement: Statement): boolean => concerns(statement, keys);
  const first = all.findIndex(isOwn);
  return first < 0 ? [] : all.slice(first, all.findLastIndex(isOwn) + 1);
}

/** The text with another value, or none, at the keys, of which these statements say something. */
function patched(text: string, run: Run, keys: readonly string[], value: ConfigObject | undefined): string {
  const { start, end } = rangeOf(text, run);
  const [first] = run;
  const within = first === undefined ? keys : (keysWithin(first, keys) ?? keys);
  const before = text.slice(start, end);
  const tables = parse(before) as Tables;
  const parent = within.slice(0, -1).reduce<Tables | null>((at, key) => asObject(at?.[key]), tables);
  const key = within.at(-1);
  if (parent === null || key === undefined) {
    return text;
  }
  if (value === undefined) {
    delete parent[key];
  } else {
    parent[key] = value;
  }
  const after = patch(before, tables).trimEnd();
  return text.slice(0, start) + after + (/\s*$/.exec(before)?.[0] ?? "") + text.slice(end);
}

const rangeOf = (text: string, run: Run): { readonly start: number; readonly end: number } => ({
  start: run[0]?.start ?? 0,
  end: run.at(-1)?.end ?? text.length,
});

/** A table goes with the blank line before it, which came with it; the first of a file with the one behind it. */
function withoutRun(text: string, run: Run): string {
  const { start, end } = rangeOf(text, run);
  const [before, behind] = [text.slice(0, start), text.slice(end)];
  if (run[0]?.isHeader !== true) {
    return before + behind;
  }
  return before.trim() === ""
    ? before + behind.replace(/^[ \t]*\r?\n/, "")
    : before.replace(/\r?\n[ \t]*(?=\r?\n$)/, "") + behind;
}

const eolOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

/** One blank line before a new table. */
function gapBehind(text: string): string {
  if (text.trim() === "") {
    return "";
  }
  return text.endsWith("\n") ? eolOf(text) : eolOf(text).repeat(2);
}

function isToml(text: string): boolean {
  try {
    parseToml(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) {
      return false;
    }
    throw error;
  }
}

const nested = (keys: readonly string[], value: ConfigObject): Tables =>
  keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Tables;
