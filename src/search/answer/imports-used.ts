// Which lines of a file's imports a piece of its code needs.
import type { LineRange } from "../../vocabulary/chunk.ts";
import { linesOf, type NumberedLine, type SourceText } from "../source/source-text.ts";
import type { ImportStatement } from "./import-statements.ts";

const WORDS = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** The same in text of ASCII alone, which is nearly all source, in a small part of the time. */
const ASCII_WORDS = /[A-Za-z_$][A-Za-z0-9_$]*/g;
const BEYOND_ASCII = /[\u0080-\uffff]/;

const namesIn = (text: string): readonly string[] => text.match(BEYOND_ASCII.test(text) ? WORDS : ASCII_WORDS) ?? [];

/** Words of a text, and of each the part up to its first underline: `uv_loop_t` belongs to `uv_`. */
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

/** Of a statement on several lines the first, the last, and those between that name something used. */
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

/** By the imports of a file in an answer, then by the lines asked about: each form of a hit asks again. */
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
