// The text of a definition that moves, with its comments and attributes, and what stands with it in its file.
import type { ImportingText, OutermostItem, Span } from "../../languages/contract/import-statements.ts";
import { lineAt, type Source } from "../../syntax/source.ts";
import { type DefinitionFact, type Facts, FILE } from "../../vocabulary/facts.ts";

/** Offsets with the comments and attributes; `code`: without them. */
export interface MovedPiece extends Span {
  readonly code: OutermostItem;
}

/** A comment directly above a definition that is about the whole file. */
const OF_FILE = /licen[cs]e|copyright|@file|#!|@ts-nocheck|eslint-disable\s|biome-ignore-all/i;

/** The items that declare the definitions, in order; or why these cannot be taken out. */
export function piecesOf(
  file: ImportingText,
  source: Source,
  definitions: readonly DefinitionFact[],
  facts: Facts,
): readonly MovedPiece[] | string {
  const items = new Set<OutermostItem>();
  for (const { nameLine, name } of definitions) {
    const found = file.items.filter(
      (item) =>
        item.kind === "code" && lineAt(source, item.start) <= nameLine && nameLine <= lineAt(source, item.end - 1),
    );
    const [item] = found;
    if (item === undefined || found.length > 1) {
      return `${name} does not stand on lines of its own`;
    }
    items.add(item);
  }
  const names = new Set(definitions.map(({ name }) => name));
  for (const item of items) {
    const [first, last] = [lineAt(source, item.start), lineAt(source, item.end - 1)];
    const other = facts.definitions.find(
      ({ parent, nameLine, name, kind }) =>
        parent === FILE &&
        first <= nameLine &&
        nameLine <= last &&
        !names.has(name) &&
        kind !== "data" &&
        name !== "{}",
    );
    if (other !== undefined) {
      return `it is declared together with ${other.name}`;
    }
  }
  return [...items].sort((a, b) => a.start - b.start).map((code) => ({ ...withLeads(file, code), code }));
}

/** A statement of its own that makes the name the file's default: `export default name;`. */
export function defaultStatement(file: ImportingText, name: string): MovedPiece | null {
  const code = file.items.find(
    ({ isDefault, start, end }) =>
      isDefault && file.text.slice(start, end).replace(/;$/, "").trim().split(/\s+/).at(-1) === name,
  );
  return code === undefined || file.text.slice(code.start, code.end).includes("{")
    ? null
    : { ...withLeads(file, code), code };
}

/** How it is written where it stands by itself. `written`: what is in its span, or what that is to be. */
export function asOwnLines({ start, code }: MovedPiece, written: string): string {
  if (code.listed === undefined) {
    return written;
  }
  const at = code.start - start;
  const text = `${written.slice(0, at)}${code.listed.word}${written.slice(at)}`;
  return text.replaceAll(/^[ \t]/gm, "");
}

/** Where the list of an item begins with what is directly above it, or the item itself. */
export function startWithLeads(file: ImportingText, code: OutermostItem): number {
  const start = code.listed?.start ?? code.start;
  return startAbove(
    file,
    file.items.findIndex((one) => one.start >= start),
    start,
  );
}

/** From the first comment or attribute directly above to the end of a comment behind it on its line. */
function withLeads(file: ImportingText, code: OutermostItem): Span {
  const { text, items } = file;
  const at = items.indexOf(code);
  const next = items[at + 1];
  const isBehind = next?.kind === "lead" && /^[ \t;]*$/.test(text.slice(code.end, next.start));
  const end = isBehind ? next.end : code.end;
  return {
    start: startAbove(file, at, code.start),
    end: end + (/^[ \t]*;/.exec(text.slice(end))?.[0].length ?? 0),
  };
}

/** `at`: of the item at `from`. */
function startAbove({ text, items }: ImportingText, at: number, from: number): number {
  let start = from;
  for (let above = at - 1; above >= 0; above -= 1) {
    const item = items[above];
    const between = item === undefined ? "" : text.slice(item.end, start);
    const isAttached = item?.kind === "lead" && /^[ \t;]*(?:\r?\n[ \t]*)?$/.test(between);
    const isTrailing = item !== undefined && isBehindCode(text, item.start);
    if (item === undefined || !isAttached || isTrailing || OF_FILE.test(text.slice(item.start, item.end))) {
      break;
    }
    start = item.start;
  }
  return start;
}

const isBehindCode = (text: string, start: number): boolean =>
  text.slice(text.lastIndexOf("\n", start - 1) + 1, start).trim() !== "";
