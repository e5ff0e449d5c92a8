// Which lines of a file's imports a piece of its code needs. Knows names as words of the text; no language.
import type { ImportStatement } from "./import-statements.ts";
import type { NumberedLine } from "./source-text.ts";

const WORDS = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** Words of a text, and of each the part up to its first underline: `uv_loop_t` belongs to `uv_`. */
function wordsOf(text: string): Set<string> {
  const words = new Set(text.match(WORDS) ?? []);
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
    ({ text }, at) => at === 0 || at === lines.length - 1 || (text.match(WORDS) ?? []).some((word) => names.has(word)),
  );
}

/** The lines, in order, of the imports whose names occur in the code. */
export function importsUsed(statements: readonly ImportStatement[], code: string): NumberedLine[] {
  if (statements.length === 0) {
    return [];
  }
  const words = wordsOf(code);
  return statements.flatMap((statement) => {
    const used = statement.names.filter((name) => words.has(name));
    return used.length === 0 ? [] : linesUsed(statement, used);
  });
}
