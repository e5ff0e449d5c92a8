// Draws edits of the symbols of one file, and says which of its bytes each may change.
import type { Built, EditScene } from "../../../src/edits/change-set.ts";
import { renameSymbol } from "../../../src/edits/rename/rename-symbol.ts";
import { deleteSymbol } from "../../../src/edits/symbols/delete-symbol.ts";
import { insertBesideSymbol } from "../../../src/edits/symbols/insert-beside-symbol.ts";
import { replaceInSymbol } from "../../../src/edits/symbols/replace-in-symbol.ts";
import { replaceSymbol } from "../../../src/edits/symbols/replace-symbol.ts";
import type { SymbolSpan } from "../../../src/syntax/spans.ts";
import type { SymbolDraft } from "../../../src/vocabulary/chunk.ts";
import { linesOf, sourceText } from "../../../src/vocabulary/text.ts";
import type { Random } from "../../support/random.ts";

export const EDITS = [
  "replace by its own text",
  "replace by another",
  "insert before",
  "insert after",
  "delete",
  "replace in",
  "rename",
] as const;
export type EditName = (typeof EDITS)[number];

export interface DrawnEdit {
  readonly name: EditName;
  readonly symbol: SymbolDraft;
  /** Of a rename. */
  readonly newName: string;
  readonly build: () => Promise<Built>;
}

export const anyOf = <Value>(values: readonly Value[], random: Random): Value | undefined =>
  values[Math.floor(random() * values.length)];

export interface DrawnFrom {
  readonly scene: EditScene;
  readonly path: string;
  readonly text: string;
  readonly symbols: readonly SymbolDraft[];
  readonly spans: readonly SymbolSpan[];
  readonly random: Random;
}

/** Null where the drawn edit needs what the file has not. */
export function drawEdit({ scene, path, text, symbols, spans, random }: DrawnFrom): DrawnEdit | null {
  const symbol = anyOf(symbols, random);
  const name = anyOf(EDITS, random);
  if (symbol === undefined || name === undefined) {
    return null;
  }
  const source = sourceText(text, 1);
  // A caller may write any line ending.
  const ending = random() < 0.5 ? "\n" : "\r\n";
  const textOf = ({ startLine, endLine, nameLine, path: name }: SymbolDraft): string => {
    const lines = linesOf(source, startLine, endLine);
    const span = spans.find((one) => one.path === name && one.nameLine === nameLine);
    const own = span === undefined ? lines : text.slice(span.leadStart, span.end);
    // Of a symbol that shares its lines, its own text alone is one.
    return (isAllBut(lines, own) ? lines : own).replace(/\r?\n/g, ending);
  };
  const depthOf = (one: SymbolDraft): number => one.path.length - one.name.length;
  const other = anyOf(
    symbols.filter((one) => one.kind === symbol.kind && one !== symbol && depthOf(one) === depthOf(symbol)),
    random,
  );
  const isAlone = symbols.every((one) => one === symbol || one.nameLine !== symbol.nameLine);
  const request = { symbol: isAlone ? `${path}:${symbol.nameLine}` : `${path}#${symbol.path}` };
  const newName = renamed(symbol.name);
  const drawn = (build: DrawnEdit["build"]): DrawnEdit => ({ name, symbol, newName, build });
  switch (name) {
    case "replace by its own text":
      return drawn(() => replaceSymbol(scene, { ...request, text: textOf(symbol) }));
    case "delete":
      return drawn(() => deleteSymbol(scene, request));
    case "rename":
      return drawn(() => renameSymbol(scene, { ...request, newName, includeHeuristic: false }));
    case "replace in": {
      // A keyword by another name may be another definition: only what is written as no keyword is, and is no part of a number.
      const word = anyOf(textOf(symbol).match(/\b[a-z]+[A-Z_0-9]\w*/g) ?? [], random);
      const count = word === undefined ? 0 : textOf(symbol).split(word).length - 1;
      const asked = { ...request, find: word ?? "", replacement: `${word}X`, regex: false, count };
      return word === undefined ? null : drawn(() => replaceInSymbol(scene, asked));
    }
    default: {
      if (other === undefined) {
        return null;
      }
      const given = { ...request, text: textOf(other) };
      const side = name === "insert before" ? "before" : "after";
      return drawn(() =>
        name === "replace by another" ? replaceSymbol(scene, given) : insertBesideSymbol(scene, side, given),
      );
    }
  }
}

/** Whether lines hold a symbol's text, and besides it nothing but separators, a comment behind it, or what opens its statement. */
function isAllBut(lines: string, own: string): boolean {
  const at = lines.indexOf(own);
  const [before, after] = [lines.slice(0, at), lines.slice(at + own.length)];
  return (
    at >= 0 &&
    /^\s*(?:extern "C" |template <[^\n]*> |\w+ \(\s*)?$/.test(before) &&
    /^[;,\s]*(?:(?:\/\/|#|--|\/\*).*)?\s*$/.test(after)
  );
}

/** Another name in the style of the first. */
function renamed(name: string): string {
  const isConstant = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(name) && name.length > 1;
  return isConstant ? `${name}_RENAMED` : name.includes("_") ? `${name}_renamed` : `${name}Renamed`;
}
