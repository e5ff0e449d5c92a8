// Finds import statements in a file's text and the names that each binds. Reads text, not a syntax tree: it runs on the few
// files of an answer, and an error adds or omits only a line of context.

import type { ImportLines } from "../../languages/contract/import-lines.ts";
import { languageById } from "../../languages/registry.ts";
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
