// A notebook of Jupyter: the code and the prose of its cells, each on its own lines of the JSON file. What its cells have put out is left out.
import { type Node, parseTree } from "jsonc-parser";
import { type Marks, outlineMarks } from "../../syntax/marks.ts";
import type { Outline, Part } from "../../syntax/outline.ts";
import { outlineProse } from "../../syntax/prose.ts";
import { lineAt, openSource, type Source } from "../../syntax/source.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";

/** What cells define, by the language of the kernel. */
const MARKS: Readonly<Record<string, Marks>> = {
  python: {
    lines: { class: /^\s*class\s+(\w+)/, function: /^\s*(?:async\s+)?def\s+(\w+)/ },
    end: "indentation",
  },
  r: { lines: { function: /^([\w.]+)\s*(?:<-|=)\s*function\s*\(/ }, end: "indentation" },
  julia: {
    lines: { type: /^\s*(?:mutable\s+)?struct\s+(\w+)/, function: /^\s*(?:function|macro)\s+([\w.!]+)/ },
    end: "indentation",
  },
};
const DEFAULT_KERNEL = "python";

/** What a cell has besides its source that nobody wrote. */
const MADE = ["outputs", "attachments"];

export function outlineNotebook(source: Source): Outline {
  const root = parseTree(source.text);
  const kernel = field(field(root, "metadata"), "kernelspec", "language_info");
  const named = field(kernel, "language", "name")?.value;
  const language = typeof named === "string" ? named.toLowerCase() : DEFAULT_KERNEL;
  const code = source.lines.map(() => "");
  const prose = source.lines.map(() => "");
  const hidden: LineRange[] = [];
  const lineOf = (offset: number): number => lineAt(source, offset);
  for (const cell of field(root, "cells")?.children ?? []) {
    const into = field(cell, "cell_type")?.value === "code" ? code : prose;
    const written = field(cell, "source");
    for (const piece of written?.type === "array" ? (written.children ?? []) : written === undefined ? [] : [written]) {
      const [first = ""] = String(piece.value).split("\n");
      into[lineOf(piece.offset) - 1] = first;
    }
    hidden.push(...MADE.flatMap((name) => linesOf(field(cell, name), lineOf)));
  }
  const sections = outlineProse(openSource(prose.join("\n")), "markdown");
  const marks = MARKS[language];
  const cells = marks === undefined ? { parts: [], symbols: [] } : outlineMarks(openSource(code.join("\n")), marks);
  const symbols = [...sections.symbols, ...cells.symbols].sort((a, b) => a.startLine - b.startLine);
  return { parts: placed(sections.parts, cells.parts), symbols, hidden };
}

/** The value of the first of these properties that an object has. */
function field(node: Node | undefined, ...names: readonly string[]): Node | undefined {
  const properties = node?.type === "object" ? (node.children ?? []) : [];
  return properties.find((property) => names.includes(String(property.children?.[0]?.value)))?.children?.[1];
}

/** The whole lines of a value, but for those that it shares with others. */
function linesOf(node: Node | undefined, lineOf: (offset: number) => number): LineRange[] {
  if (node === undefined) {
    return [];
  }
  const startLine = lineOf(node.offset);
  const endLine = lineOf(node.offset + node.length);
  return endLine > startLine ? [{ startLine, endLine }] : [];
}

/** Each part of the code in the innermost section around it. */
function placed(sections: readonly Part[], parts: readonly Part[]): Part[] {
  const isIn = (section: Part, { startLine }: Part): boolean =>
    section.startLine <= startLine && startLine <= section.endLine;
  const inside = sections.map((section) => ({
    ...section,
    parts: placed(
      section.parts,
      parts.filter((part) => isIn(section, part)),
    ),
  }));
  const outside = parts.filter((part) => !sections.some((section) => isIn(section, part)));
  return [...inside, ...outside].sort((a, b) => a.startLine - b.startLine);
}
