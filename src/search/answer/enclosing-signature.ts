// Finds the signatures that enclose a chunk in its file, so that they can be shown under their own line numbers.

import { lineAt, type NumberedLine, type SourceText } from "../../vocabulary/source-text.ts";
import { splitLines } from "../../vocabulary/text.ts";

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
