// How a symbol's path names what encloses it: `UserService.getById` lies in `UserService`. Knows no languages: the index
// writes every path with dots, and names that hold other separators are taken apart all the same.
import type { SymbolRecord } from "../index/snapshot.ts";

const SEPARATOR = /::|->|[.#/]/;

/** Outermost first. */
export const enclosingNames = (path: string): string[] => path.split(SEPARATOR).slice(0, -1);

/** Whether the names that enclose the symbol end with the qualifiers; true for none. */
export function isQualifiedBy({ path }: Pick<SymbolRecord, "path">, qualifiers: readonly string[]): boolean {
  const enclosing = enclosingNames(path);
  return qualifiers.every((name, at) => enclosing[enclosing.length - qualifiers.length + at] === name);
}
