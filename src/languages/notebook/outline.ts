// A notebook of Jupyter: the code and the prose of its cells, each on its own lines of the JSON file. What its cells have put out is left out.
import { type Node, parseTree } from "jsonc-parser";
import type { Outline } from "../../syntax/outline.ts";
import { outlineProse } from "../../syntax/prose.ts";
import { lineAt, openSource, type Source } from "../../syntax/source.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import { outlineCode } from "./cells.ts";

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
  const sections = outlineProse(openSource(prose.join("\n")), "markdown", () => outlineCode(code, language));
  return { ...sections, hidden };
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
