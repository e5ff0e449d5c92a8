// SQL by its statements, in every dialect: strings, comments, dollar quotes, BEGIN … END, DELIMITER and GO are
// skipped, and CREATE statements define symbols. No grammar: none is published that covers more than one dialect.

import type { Outline, Part } from "../../syntax/outline.ts";
import { lineAt, type Source } from "../../syntax/source.ts";
import type { ChunkKind, SymbolDraft } from "../../vocabulary/chunk.ts";

/** Offsets are 0-based, end exclusive. */
interface Statement {
  readonly start: number;
  readonly end: number;
  /** What a package declares or defines. */
  readonly routines: readonly Routine[];
}

interface Routine {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

interface Split {
  readonly statements: readonly Statement[];
  readonly commentLines: ReadonlySet<number>;
}

export function outlineSql(source: Source): Outline {
  const { statements, commentLines } = splitStatements(source);
  const parts: Part[] = [];
  const symbols: SymbolDraft[] = [];
  for (const statement of statements) {
    const firstLine = lineAt(source, statement.start);
    const endLine = lineAt(source, statement.end - 1);
    let startLine = firstLine;
    while (commentLines.has(startLine - 1)) {
      startLine -= 1;
    }
    const created = createdBy(source.text.slice(statement.start, statement.end));
    const head = { startLine: firstLine, endLine: firstLine };
    const range = { startLine, endLine };
    const inner: Part[] = [];
    parts.push({ ...range, kind: created?.kind ?? "block", path: created?.path ?? null, head, parts: inner });
    if (created !== null) {
      const { name, path, kind } = created;
      symbols.push({ ...range, name, path, kind, nameLine: lineAt(source, statement.start + created.offset) });
      for (const routine of statement.routines) {
        const lines = { startLine: lineAt(source, routine.start), endLine: lineAt(source, routine.end - 1) };
        const found = { ...lines, kind: "function", path: `${path}.${routine.name}` } as const;
        inner.push({ ...found, head: { startLine: lines.startLine, endLine: lines.startLine }, parts: [] });
        symbols.push({ ...found, name: routine.name, nameLine: lines.startLine });
      }
    }
  }
  return { parts, symbols };
}

/**
 * What the splitter skips as one; a doubled quote is read as two adjacent strings, to the same effect, and what is never
 * closed runs to the end. A backslash escapes only where MySQL's backticks are seen.
 */
function tokenPattern(text: string): RegExp {
  const escaping = String.raw`'[^'\\]*(?:\\[^][^'\\]*)*'`;
  const string = /`[^`\n]{1,100}`/.test(text) ? escaping : "'[^']*'";
  return new RegExp(
    [
      "(?<comment>--[^\\n\\r]*|^#[^\\n\\r]*|/\\*[^]*?(?:\\*/|(?![^])))",
      "(?:[nN]?[qQ]'(?:\\[[^]*?\\]|\\{[^]*?\\}|\\([^]*?\\)|<[^]*?>|(?<mark>[^\\s\\w])[^]*?\\k<mark>)')",
      `(?:"""[^]*?"""|[eE]${escaping}|${string}|"[^"]*"|\`[^\`]*\`|\\[[^\\]\\n]{0,200}\\])`,
      "(?:(?<tag>\\$\\w{0,60}\\$)[^]*?(?:\\k<tag>|(?![^])))",
      "(?<word>[A-Za-z_]\\w*)",
      "(?<other>[^\\s])",
    ].join("|"),
    "gmy",
  );
}

/** One statement while it is read. */
interface Open {
  readonly start: number;
  /** Open BEGIN and CASE blocks. */
  depth: number;
  /** The first words, upper case, by which a routine is recognised. */
  readonly words: string[];
  /** Of a package: what it declares and defines so far; the last of it has no end yet. */
  readonly routines: Mutable<Routine>[];
  /** Of a package: whether the head of a routine is read. */
  isHead: boolean;
  /** Of a package: routines, each inside the one before, whose block is still to come or open. */
  bodies: number;
}

type Mutable<Record> = { -readonly [Key in keyof Record]: Record[Key] };

const FIRST_WORDS = 12;
const TRANSACTION = /^[\s;]*(?:;|$)|^\s*(?:TRAN|TRANSACTION|WORK|DEFERRED|IMMEDIATE|EXCLUSIVE|ISOLATION|READ)\b/i;

function splitStatements(source: Source): Split {
  const { text } = source;
  const statements: Statement[] = [];
  const commentLines = new Set<number>();
  const pattern = tokenPattern(text);
  let delimiter = ";";
  const hasSlashes = /^[ \t]*\/[ \t]*$/m.test(text);
  let open: Open | null = null;
  let at = 0;
  /** Where the last token of the open statement ends. */
  let last = 0;
  const close = (end: number): void => {
    if (open !== null) {
      statements.push({ start: open.start, end, routines: open.routines });
    }
    open = null;
  };
  while (at < text.length) {
    at += textAt(/\s*/y, text, at).length;
    pattern.lastIndex = at;
    const token = pattern.exec(text);
    if (token === null) {
      break;
    }
    const { comment, word } = token.groups ?? {};
    const end = at + token[0].length;
    if (comment !== undefined) {
      if (open === null && startsLine(source, at)) {
        markLines(source, at, end, commentLines);
      }
      at = end;
    } else if (
      text.startsWith(delimiter, at) &&
      (delimiter !== ";" || endsHere(open, hasSlashes, text.slice(open?.start, at)))
    ) {
      at += delimiter.length;
      close(at);
    } else if (open === null && word?.toUpperCase() === "DELIMITER") {
      const rest = textAt(/[^\r\n]*/y, text, end);
      delimiter = rest.trim() === "" ? ";" : rest.trim();
      statements.push({ start: at, end: end + rest.length, routines: [] });
      at = end + rest.length;
    } else if (endsBatch(token[0], text, end) && startsLine(source, at)) {
      close(last);
      at = end;
    } else {
      open ??= { start: at, depth: 0, words: [], routines: [], isHead: false, bodies: 0 };
      if (word !== undefined) {
        follow(open, word.toUpperCase(), text, end);
      } else if (token[0] === ";") {
        endRoutine(open, end);
      }
      last = end;
      at = end;
    }
  }
  close(text.trimEnd().length);
  return { statements, commentLines };
}

/** Whether a semicolon ends the statement: a block of a script for Oracle's tools has its `/`, since it declares before its BEGIN. */
const endsHere = (open: Open | null, hasSlashes: boolean, text: string): boolean =>
  open === null ||
  (open.depth <= 0 &&
    !(hasSlashes && BLOCK.test(open.words.join(" "))) &&
    !DECLARES.test(text.slice(0, HEAD_CHARS_MAX)));

/** A routine of Oracle before its BEGIN. */
const DECLARES =
  /^CREATE\s+(?:OR\s+REPLACE\s+)?(?:(?:NON)?EDITIONABLE\s+)?(?:FUNCTION|PROCEDURE)\s(?:(?!\b(?:BEGIN|LANGUAGE|AS|IS)\b)[\s\S])*\bIS\s+(?!NULL\b|NOT\b|LANGUAGE\b)(?:(?!\bBEGIN\b)[\s\S])*$/i;

const BLOCK =
  /^(?:DECLARE|CREATE (?:OR REPLACE )?(?:(?:NON)?EDITIONABLE )?(?:FUNCTION|PROCEDURE|TRIGGER|PACKAGE|TYPE)|BEGIN \w+)\b/;

/** What a sticky pattern matches at an offset; "" for nothing. */
function textAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? "";
}

/** Whether only white space is before an offset on its line. */
function startsLine(source: Source, offset: number): boolean {
  const lineStart = source.starts[lineAt(source, offset) - 1] ?? 0;
  return source.text.slice(lineStart, offset).trim() === "";
}

/** SQL Server's `GO` and Oracle's `/`, at the end of their line. */
const endsBatch = (token: string, text: string, end: number): boolean =>
  /^(?:GO|\/)$/i.test(token) && /^[ \t]*(?:[\r\n]|$)/.test(text.slice(end, end + 200));

/** Counts blocks: BEGIN and CASE open one in a routine, END closes it, END IF and END LOOP close what is not counted. */
function follow(open: Open, word: string, text: string, end: number): void {
  if (open.words.length < FIRST_WORDS) {
    open.words.push(word);
  }
  const first = open.words[0] ?? "";
  if (word === "BEGIN" && open.words.length === 1 && TRANSACTION.test(text.slice(end, end + 40))) {
    return;
  }
  const isRoutine =
    first === "BEGIN" ||
    first === "DECLARE" ||
    first === "DO" ||
    isPackage(open) ||
    ((first === "CREATE" || first === "ALTER") &&
      open.words.some((other) => /^(?:FUNCTION|PROCEDURE|PROC|TRIGGER|EVENT|PACKAGE)$/.test(other)));
  if (!isRoutine) {
    return;
  }
  if (isPackage(open) && followPackage(open, word, text, end)) {
    return;
  }
  if (word === "BEGIN" || word === "CASE") {
    open.depth += isEndOf(text, end - word.length) ? 0 : 1;
  } else if (word === "END" && !/^\s+(?:IF|LOOP|WHILE|REPEAT|FOR)\b/i.test(text.slice(end, end + 40))) {
    open.depth -= 1;
    open.bodies -= open.depth === 1 && open.bodies > 0 ? 1 : 0;
  }
}

/** Oracle's packages, and bodies of types: what they define stands between their own AS and END. */
const isPackage = ({ words }: Open): boolean => /\bPACKAGE\b|\bTYPE BODY\b/.test(words.slice(0, 6).join(" "));

/** Whether a word of a package opens or closes no block. */
function followPackage(open: Open, word: string, text: string, end: number): boolean {
  if (word === "AS" || word === "IS") {
    open.depth += open.depth === 0 ? 1 : 0;
    open.bodies += open.isHead ? 1 : 0;
    open.isHead = false;
    return true;
  }
  if (open.depth !== 1) {
    return false;
  }
  if (word === "PROCEDURE" || word === "FUNCTION") {
    if (open.bodies === 0) {
      const written = textAt(ROUTINE_NAME, text, end).trim();
      open.routines.push({ start: end - word.length, end, name: written.replace(/^"|"$/g, "") });
    }
    open.isHead = true;
    return true;
  }
  // What the package does first shares its END.
  return word === "BEGIN" && open.bodies === 0;
}

/** At a semicolon: what a package declares ends there, and what it defines where its block is closed. */
function endRoutine(open: Open, end: number): void {
  const last = open.routines.at(-1);
  if (last !== undefined && open.depth === 1 && open.bodies === 0 && last.end <= last.start + ROUTINE_WORD_MAX) {
    last.end = end;
  }
  open.isHead = false;
}

/** `PROCEDURE`, which is all of a routine until its end is known. */
const ROUTINE_WORD_MAX = 9;

/** The CASE of an `END CASE`. */
const isEndOf = (text: string, start: number): boolean => /\bEND\s+$/i.test(text.slice(Math.max(0, start - 40), start));

function markLines(source: Source, start: number, end: number, lines: Set<number>): void {
  const last = lineAt(source, end - 1);
  for (let line = lineAt(source, start); line <= last; line += 1) {
    lines.add(line);
  }
}

const NAME = String.raw`(?:"[^"]+"|'[^']+'|\`[^\`]+\`|\[[^\]]+\]|[\w$#@]+)`;
const ROUTINE_NAME = new RegExp(String.raw`\s+${NAME}`, "y");
const CREATE = new RegExp(
  String.raw`^CREATE\s+(?:OR\s+(?:REPLACE|ALTER)\s+)?(?:(?!TABLE\b|VIEW\b|INDEX\b|FUNCTION\b|PROC|TRIGGER\b|TYPE\b)[\w@=\`']+\s+){0,4}?` +
    String.raw`(TABLE|VIEW|INDEX|FUNCTION|PROCEDURE|PROC|TRIGGER|TYPE(?:\s+BODY)?|DOMAIN|SCHEMA|SEQUENCE|DATABASE|EXTENSION|ROLE|POLICY|PACKAGE(?:\s+BODY)?|EVENT|RULE|AGGREGATE)\s+` +
    String.raw`(?:CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?(${NAME}(?:\s*\.\s*${NAME})*)`,
  "i",
);

const KINDS: Readonly<Record<string, ChunkKind>> = {
  TABLE: "class",
  VIEW: "class",
  TYPE: "type",
  DOMAIN: "type",
  FUNCTION: "function",
  PROCEDURE: "function",
  PROC: "function",
  TRIGGER: "function",
  EVENT: "function",
  AGGREGATE: "function",
  SCHEMA: "module",
  DATABASE: "module",
  PACKAGE: "module",
};

interface Created {
  readonly kind: ChunkKind;
  readonly name: string;
  readonly path: string;
  /** Where the name starts in the statement. */
  readonly offset: number;
}

const HEAD_CHARS_MAX = 1000;

function createdBy(statement: string): Created | null {
  const match = CREATE.exec(statement.slice(0, HEAD_CHARS_MAX));
  const written = match?.[2];
  if (match === null || written === undefined) {
    return null;
  }
  const names = written.split(/\s*\.\s*/).map((name) => name.replace(/^["'`[]|["'`\]]$/g, ""));
  const kind = KINDS[(match[1] ?? "").toUpperCase().replace(/\s.*/, "")] ?? "variable";
  return { kind, name: names.at(-1) ?? written, path: names.join("."), offset: match[0].length - written.length };
}
