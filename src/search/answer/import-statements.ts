// Finds import statements in a file's text and the names that each binds. Reads text, not a syntax tree: it runs on the few
// files of an answer, and an error adds or omits only a line of context.

import { lineAt, type NumberedLine, type SourceText, startOf } from "../../vocabulary/source-text.ts";
import { isSpaceAt } from "../../vocabulary/text.ts";

export interface ImportStatement {
  readonly lines: readonly NumberedLine[];
  /** Names that the statement binds in the file, as the file would write them. */
  readonly names: readonly string[];
}

/** Lines at the start of a file that are searched for imports. */
const SCANNED_LINES_MAX = 2_000;
/** Of a longer statement only the first line is used. */
const STATEMENT_LINES_MAX = 80;
/** A longer statement was not written by a person, and is not read. */
const STATEMENT_CHARS_MAX = 20_000;

interface ImportStyle {
  /** First characters of a statement: most lines of a file have others and are skipped. */
  readonly firsts: string;
  /** Matches the first line of a statement. */
  readonly start: RegExp;
  readonly names: (statement: string) => string[];
  /** Whether the lines in a statement's brackets are statements of their own. */
  readonly eachLine: boolean;
}

const KEYWORDS: ReadonlySet<string> = new Set(
  "import from as type typeof const let var local require await use using pub crate super self extern static export default qualified hiding exposing alias only except show hide deferred function qw parent base global".split(
    " ",
  ),
);

const STRING = /"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g;

/** Each match of RENAMED contains one of these: checking for them first saves most searches. */
const RENAMES = [" as", "=>", ":"];
const RENAMED = /(?<![\p{L}\p{N}_$])[\p{L}_$][\p{L}\p{N}_$]* ?(?:\bas\b|=>|:(?!:)) ?(?=[\p{L}_$])/gu;
const SELF = /(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]*)::\{[^{}]{0,1000}\bself\b/gu;
const LAST_PART = /(?<![\p{L}\p{N}_$])[\p{L}_$][\p{L}\p{N}_$]*(?![\p{L}\p{N}_$]| ?(?:::|\.|\\|\/))/gu;

/** The last part of each dotted name, or its other name: `a.b.{c as d, e}` binds `d` and `e`. */
function lastNames(statement: string): string[] {
  const oneLine = statement.replace(STRING, " ").replace(/\s+/g, " ");
  const bare = RENAMES.some((sign) => oneLine.includes(sign)) ? oneLine.replace(RENAMED, "") : oneLine;
  const selves = bare.includes("self") ? [...bare.matchAll(SELF)].map(([, name = ""]) => name) : [];
  const words = bare.match(LAST_PART) ?? [];
  return [...selves, ...words].filter((word) => word !== "_" && !KEYWORDS.has(word));
}

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

/** `yaml "gopkg.in/yaml.v3"`: the name before the path, otherwise the path's last part without version and affixes. */
function goNames(statement: string): string[] {
  const [, alias = "", path = ""] = /^\s*(?:import\s+)?([\p{L}_.][\p{L}\p{N}_]*\s+)?"([^"]+)"/u.exec(statement) ?? [];
  const name = alias.trim();
  if (name !== "") {
    return name === "_" || name === "." ? [] : [name];
  }
  const parts = path.split("/").filter((part) => !/^v\d+$/.test(part));
  const last = (parts.at(-1) ?? "").replace(/\.v\d+$/, "");
  return [last, last.replace(/^go-|[-.]go$/g, ""), last.split("-").at(-1) ?? last];
}

/** A header does not list its names: its own name is the prefix of the names it declares (`uv_` for `uv_loop_t`). */
function includeNames(statement: string): string[] {
  const [, path = ""] = /[<"]([^>"]+)[>"]/.exec(statement) ?? [];
  const stem = (path.split("/").at(-1) ?? "").replace(/\.\w+$/, "");
  return path === "" ? lastNames(statement) : [stem, `${stem}_`];
}

/** `require "net/http"` binds `Net::HTTP`: the path does not have the capitals. */
function rubyNames(statement: string): string[] {
  const [, constant] = /autoload\s*\(?\s*:(\w+)/.exec(statement) ?? [];
  const [, path = ""] = /["']([^"']+)["']/.exec(statement) ?? [];
  const camel = (part: string): string => part.replace(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase());
  const last = path.split("/").at(-1) ?? "";
  return constant === undefined ? [camel(last), last.toUpperCase()] : [constant];
}

const style = (
  firsts: string,
  start: RegExp,
  names: ImportStyle["names"] = lastNames,
  eachLine = false,
): ImportStyle => ({
  firsts,
  start,
  names,
  eachLine,
});

const ecmascript = style(
  "iclv",
  /^\s*import\b\s*[\w$*{]|^\s*(?:const|let|var)\s[^=]*=\s*(?:await\s+)?(?:require|import)\s*\(/,
);
const include = style("#u", /^\s*(?:#\s*(?:include|import)\b|using\s+(?!namespace\b)[\w:]+\s*;)/, includeNames);
const dotted = style("i", /^\s*import\s+[\w`]/);

/** By language identifier. Other languages import whole modules without naming what they use. */
const STYLES: Readonly<Record<string, ImportStyle>> = {
  typescript: ecmascript,
  tsx: ecmascript,
  javascript: ecmascript,
  vue: ecmascript,
  svelte: ecmascript,
  python: style("if", /^\s*(?:import\s+[\w.]|from\s+[\w.]+\s+import\b)/, pythonNames),
  go: style("i", /^import\b/, goNames, true),
  rust: style("pue", /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:use|extern\s+crate)\s/),
  java: dotted,
  kotlin: dotted,
  scala: dotted,
  haskell: style("i", /^import\s+[\w"]/),
  elm: dotted,
  gleam: dotted,
  dart: style("i", /^\s*import\s+['"]/),
  c: include,
  cpp: include,
  csharp: style("gu", /^\s*(?:global\s+)?using\s+\w+\s*=/, (statement) => /(\w+)\s*=/.exec(statement)?.slice(1) ?? []),
  ruby: style("ra", /^\s*(?:require|require_relative|autoload)\b/, rubyNames),
  php: style("u", /^use\s+[\w\\]/),
  elixir: style("airu", /^\s*(?:alias|import|require|use)\s+[A-Z]/),
  lua: style("l", /^\s*local\s+\w+\s*=\s*require\b/),
  perl: style("u", /^\s*use\s+[A-Z]/),
  zig: style(
    "pc",
    /^\s*(?:pub\s+)?const\s+\w+\s*=\s*@import\(/,
    (statement) => /const\s+(\w+)/.exec(statement)?.slice(1) ?? [],
  ),
};

/** Number of brackets that are opened but not closed. */
function openBrackets(line: string): number {
  const bare = line.replace(STRING, "");
  return (bare.match(/[{(]/g)?.length ?? 0) - (bare.match(/[})]/g)?.length ?? 0);
}

const lengthAt = (file: SourceText, line: number): number => startOf(file, line + 1) - startOf(file, line);

/** The statement that starts on a line: up to the line where its brackets are closed and it does not continue. */
function statementAt(file: SourceText, startLine: number): NumberedLine[] {
  const end = Math.min(startLine + STATEMENT_LINES_MAX, file.firstLine + file.starts.length);
  const lines: NumberedLine[] = [];
  let open = 0;
  let characters = 0;
  for (let line = startLine; line < end; line++) {
    characters += lengthAt(file, line);
    if (characters > STATEMENT_CHARS_MAX) {
      break;
    }
    const text = lineAt(file, line);
    lines.push({ line, text });
    open += openBrackets(text);
    if (open <= 0 && !/[,\\]\s*$/.test(text)) {
      return lines;
    }
  }
  return lines.slice(0, 1);
}

/** Whether the first character between two positions that is not white space is one of these. */
function beginsWith({ text }: SourceText, from: number, to: number, firsts: string): boolean {
  let at = from;
  while (at < to && isSpaceAt(text, at)) {
    at++;
  }
  return at < to && firsts.includes(text.charAt(at));
}

const startsAt = (file: SourceText, line: number, { firsts, start }: ImportStyle): boolean =>
  lengthAt(file, line) <= STATEMENT_CHARS_MAX &&
  beginsWith(file, startOf(file, line), startOf(file, line + 1), firsts) &&
  start.test(lineAt(file, line));

/** The import statements before a line (1-based), in order; none for a language that does not name what it imports. */
export function importStatements(file: SourceText, language: string | null, beforeLine: number): ImportStatement[] {
  const found = language === null ? undefined : STYLES[language];
  if (found === undefined) {
    return [];
  }
  const statements: ImportStatement[] = [];
  const end = Math.min(beforeLine, file.firstLine + Math.min(file.starts.length, SCANNED_LINES_MAX));
  let next = file.firstLine;
  while (next < end) {
    if (!startsAt(file, next, found)) {
      next += 1;
      continue;
    }
    const lines = statementAt(file, next);
    for (const part of found.eachLine ? lines.map((line) => [line]) : [lines]) {
      const names = found.names(part.map(({ text }) => text).join("\n")).filter((name) => name !== "");
      if (names.length > 0) {
        statements.push({ lines: part, names: [...new Set(names)] });
      }
    }
    next += Math.max(1, lines.length);
  }
  return statements;
}
