// Languages without a grammar to be had, by the lines that start a definition: a part runs to the next such line. What is
// inside is not read.
import type { ChunkKind, SymbolDraft } from "../vocabulary/chunk.ts";
import type { Outline, Part } from "./outline.ts";
import type { MarksReader } from "./reader.ts";
import { isBlankLine, lineText, type Source } from "./source.ts";

const NAME_CHARS_MAX = 120;
/** A longer line is data, whatever it starts with. */
const LINE_CHARS_MAX = 1000;
const DEFINITION_LINES_MAX = 2000;
const COMMENT = /^\s*(?:#|\/\/|;|--|%|"|\.\.)/;

export function outlineMarks(source: Source, reader: MarksReader): Outline {
  const starts: Start[] = [];
  for (let line = 1; line <= source.lines.length; line += 1) {
    const text = lineText(source, line);
    const match = text.length > LINE_CHARS_MAX ? null : reader.pattern.exec(text);
    const name = (match?.groups?.["name"] ?? match?.[1])?.trim();
    if (name !== undefined && name !== "") {
      const floor = starts.at(-1)?.nameLine ?? 0;
      const kind = reader.kinds?.[match?.groups?.["word"]?.toLowerCase() ?? ""] ?? reader.kind;
      starts.push({
        line: commentStart(source, line, floor),
        nameLine: line,
        name: name.slice(0, NAME_CHARS_MAX),
        kind,
      });
    }
  }
  const parts: Part[] = [];
  const symbols: SymbolDraft[] = [];
  const nameLines = new Set(starts.map(({ nameLine }) => nameLine));
  starts.forEach(({ line, nameLine, name, kind }, index) => {
    const endLine = (starts[index + 1]?.line ?? source.lines.length + 1) - 1;
    const range = { startLine: line, endLine };
    parts.push({ ...range, kind, path: name, head: { startLine: nameLine, endLine: nameLine }, parts: [] });
    symbols.push({
      ...range,
      endLine: endOf(source, nameLine, reader, nameLines) ?? endLine,
      name,
      path: name,
      kind,
      nameLine,
    });
  });
  return { parts, symbols };
}

interface Start {
  readonly line: number;
  readonly nameLine: number;
  readonly name: string;
  readonly kind: ChunkKind;
}

const indentOf = (source: Source, line: number): number => lineText(source, line).search(/\S|$/);

/** The line that ends what starts at a line, before anything else starts at its column or further left; null for none. */
function endOf(source: Source, start: number, { ends }: MarksReader, isStart: ReadonlySet<number>): number | null {
  const indent = indentOf(source, start);
  const last = Math.min(source.lines.length, start + DEFINITION_LINES_MAX);
  for (let line = start; ends !== undefined && line <= last; line += 1) {
    const depth = indentOf(source, line) - indent;
    if (depth <= 0 && line > start && isStart.has(line)) {
      return null;
    }
    if (depth <= 0 && ends.test(lineText(source, line))) {
      return depth < 0 ? line - 1 : line;
    }
  }
  return null;
}

/** The first of the comment lines directly above a line, after `floor`. */
function commentStart(source: Source, line: number, floor: number): number {
  let start = line;
  while (start - 1 > floor && !isBlankLine(source, start - 1) && COMMENT.test(lineText(source, start - 1))) {
    start -= 1;
  }
  return start;
}
