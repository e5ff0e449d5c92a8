// Languages without a grammar to be had, by the lines that start a definition: a part runs to the next such line. What is
// inside is not read.
import type { ChunkKind, SymbolDraft } from "../vocabulary/chunk.ts";
import type { Outline, Part } from "./outline.ts";
import { isBlankLine, lineText, type Source } from "./source.ts";

const NAME_CHARS_MAX = 120;
/** A longer line is data, whatever it starts with. */
const LINE_CHARS_MAX = 1000;
const COMMENT = /^\s*(?:#|\/\/|;|--|%|"|\.\.)/;

export function outlineMarks(source: Source, pattern: RegExp, kind: ChunkKind): Outline {
  const starts: { readonly line: number; readonly nameLine: number; readonly name: string }[] = [];
  for (let line = 1; line <= source.lines.length; line += 1) {
    const text = lineText(source, line);
    const name = text.length > LINE_CHARS_MAX ? undefined : pattern.exec(text)?.[1]?.trim();
    if (name !== undefined && name !== "") {
      const floor = starts.at(-1)?.nameLine ?? 0;
      starts.push({ line: commentStart(source, line, floor), nameLine: line, name: name.slice(0, NAME_CHARS_MAX) });
    }
  }
  const parts: Part[] = [];
  const symbols: SymbolDraft[] = [];
  starts.forEach(({ line, nameLine, name }, index) => {
    const endLine = (starts[index + 1]?.line ?? source.lines.length + 1) - 1;
    const range = { startLine: line, endLine };
    parts.push({ ...range, kind, path: name, head: { startLine: nameLine, endLine: nameLine }, parts: [] });
    symbols.push({ ...range, name, path: name, kind, nameLine });
  });
  return { parts, symbols };
}

/** The first of the comment lines directly above a line, after `floor`. */
function commentStart(source: Source, line: number, floor: number): number {
  let start = line;
  while (start - 1 > floor && !isBlankLine(source, start - 1) && COMMENT.test(lineText(source, start - 1))) {
    start -= 1;
  }
  return start;
}
