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
  for (const cell of cellsOf(root)) {
    const into = field(cell, "cell_type")?.value === "code" ? code : prose;
    const written = field(cell, "source", "input");
    for (const piece of written?.type === "array" ? (written.children ?? []) : written === undefined ? [] : [written]) {
      const [first = ""] = String(piece.value).split("\n");
      into[lineOf(piece.offset) - 1] = first;
    }
  }
  hidden.push(...madeNodes(root).flatMap((node) => linesOf(source, node)));
  const sections = outlineProse(openSource(prose.join("\n")), "markdown", () => outlineCode(code, language));
  return { ...sections, hidden };
}

/** Until version 3 the cells were in sheets. */
function cellsOf(root: Node | undefined): readonly Node[] {
  const sheets = field(root, "worksheets")?.children ?? [];
  return [root, ...sheets].flatMap((sheet) => field(sheet, "cells")?.children ?? []);
}

/** What cells have beside their source, and what widgets have shown. */
const madeNodes = (root: Node | undefined): Node[] => [
  ...cellsOf(root).flatMap((cell) => MADE.flatMap((name) => field(cell, name) ?? [])),
  ...[field(field(root, "metadata"), "widgets")].flatMap((one) => one ?? []),
];

/** The value of the first of these properties that an object has. */
function field(node: Node | undefined, ...names: readonly string[]): Node | undefined {
  const properties = node?.type === "object" ? (node.children ?? []) : [];
  return properties.find((property) => names.includes(String(property.children?.[0]?.value)))?.children?.[1];
}

/** The lines that have nothing but a value, and what names it. */
function linesOf(source: Source, node: Node | undefined): LineRange[] {
  if (node === undefined) {
    return [];
  }
  const startLine = lineAt(source, node.offset);
  const endLine = lineAt(source, node.offset + node.length);
  const before = source.text.slice(source.starts[startLine - 1], node.offset);
  const after = source.text.slice(node.offset + node.length, source.starts[endLine]);
  const isAlone = /^\s*"\w+"\s*:\s*$/.test(before) && /^\s*,?\s*$/.test(after);
  return endLine > startLine || isAlone ? [{ startLine, endLine }] : [];
}

/** A picture in the prose of a cell. */
const PICTURE = /(?<=data:\w{1,20}\/[\w.+-]{1,40};base64,)[A-Za-z0-9+/=]{40,}/g;

/** What nobody wrote: what cells have put out, and pictures. */
export function madeIn(text: string): { readonly start: number; readonly end: number }[] {
  const made = madeNodes(parseTree(text))
    .map(({ offset, length }) => ({ start: offset, end: offset + length }))
    .sort((a, b) => a.start - b.start);
  let next = 0;
  const pictures = [...text.matchAll(PICTURE)].flatMap(({ 0: { length }, index: start }) => {
    while ((made[next]?.end ?? Number.POSITIVE_INFINITY) <= start) {
      next += 1;
    }
    return start >= (made[next]?.start ?? Number.POSITIVE_INFINITY) ? [] : [{ start, end: start + length }];
  });
  return [...made, ...pictures].sort((a, b) => a.start - b.start);
}
