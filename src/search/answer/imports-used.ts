// Finds the lines of a file's imports that a piece of its code needs, by the words of its text.
import type { LineRange } from "../../vocabulary/chunk.ts";
import { linesOf, type NumberedLine, type SourceText } from "../../vocabulary/source-text.ts";
import type { ImportStatement } from "./import-statements.ts";

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
