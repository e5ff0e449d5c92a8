// The lines of a file that a piece of it cannot be read without: the signatures that enclose it, and the imports that it uses. Reads
// text, not a syntax tree: it runs on the few files of an answer, and an error adds or omits only a line of context.
import type { ImportLines } from "../../languages/contract/language.ts";
import { languageById } from "../../languages/registry.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import {
  isSpaceAt,
  lineAt,
  linesOf,
  type NumberedLine,
  type SourceText,
  splitLines,
  startOf,
} from "../../vocabulary/text.ts";

/**
 * The lines of `context` (the signatures a chunk has lost, outermost first) that precede `beforeLine` (1-based): the last ones
 * that match, in their order. An enclosing signature precedes its chunk, the innermost is nearest.
 */
export function enclosingSignature(file: SourceText, context: string, beforeLine: number): NumberedLine[] {
  const wanted = splitLines(context)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
  const found: NumberedLine[] = [];
  for (let line = beforeLine - 1; line >= file.firstLine && wanted.length > 0; line--) {
    const text = lineAt(file, line);
    if (text.trimEnd() === wanted.at(-1)) {
      wanted.pop();
      found.unshift({ line, text });
    }
  }
  return found;
}

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

const STRING = /"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g;

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

const startsAt = (file: SourceText, line: number, { firsts, start }: ImportLines): boolean =>
  lengthAt(file, line) <= STATEMENT_CHARS_MAX &&
  beginsWith(file, startOf(file, line), startOf(file, line + 1), firsts) &&
  start.test(lineAt(file, line));

/** The import statements before a line (1-based), in order; none for a language that does not name what it imports. */
export function importStatements(file: SourceText, language: string | null, beforeLine: number): ImportStatement[] {
  const found = languageById(language)?.importLines;
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
    for (const part of found.eachLine === true ? lines.map((line) => [line]) : [lines]) {
      const names = found.names(part.map(({ text }) => text).join("\n")).filter((name) => name !== "");
      if (names.length > 0) {
        statements.push({ lines: part, names: [...new Set(names)] });
      }
    }
    next += Math.max(1, lines.length);
  }
  return statements;
}

const WORDS = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** The same for ASCII text, which is nearly all source, much faster. */
const ASCII_WORDS = /[A-Za-z_$][A-Za-z0-9_$]*/g;
const BEYOND_ASCII = /[\u0080-\uffff]/;

const namesIn = (text: string): readonly string[] => text.match(BEYOND_ASCII.test(text) ? WORDS : ASCII_WORDS) ?? [];

/** Words of a text, and the part of each up to its first underscore: `uv_loop_t` belongs to `uv_`. */
function wordsOf(text: string): Set<string> {
  const words = new Set(namesIn(text));
  for (const word of [...words]) {
    const underline = word.indexOf("_", 1);
    if (underline > 0) {
      words.add(word.slice(0, underline + 1));
    }
  }
  return words;
}

/** For a statement on several lines: the first line, the last, and those between that name something used. */
function linesUsed({ lines }: ImportStatement, used: readonly string[]): NumberedLine[] {
  const names = new Set(used);
  return lines.filter(
    ({ text }, at) => at === 0 || at === lines.length - 1 || namesIn(text).some((word) => names.has(word)),
  );
}

function findUsed(statements: readonly ImportStatement[], code: string): readonly NumberedLine[] {
  const words = wordsOf(code);
  return statements.flatMap((statement) => {
    const used = statement.names.filter((name) => words.has(name));
    return used.length === 0 ? [] : linesUsed(statement, used);
  });
}

/** Cached by the imports of a file, then by the lines: each form of a hit asks again. */
const known = new WeakMap<readonly ImportStatement[], Map<string, readonly NumberedLine[]>>();

/** The lines, in order, of the imports whose names occur in lines of their file. */
export function importsUsed(
  statements: readonly ImportStatement[],
  source: SourceText,
  { startLine, endLine }: LineRange,
): readonly NumberedLine[] {
  if (statements.length === 0) {
    return [];
  }
  const ofFile = known.get(statements) ?? new Map<string, readonly NumberedLine[]>();
  known.set(statements, ofFile);
  const range = `${startLine}-${endLine}`;
  const used = ofFile.get(range) ?? findUsed(statements, linesOf(source, startLine, endLine));
  ofFile.set(range, used);
  return used;
}
