// The order in which the symbols of one file are shown.
import type { SymbolRecord } from "../../index/snapshot.ts";

/** By first line; of those that begin together, what encloses the others comes first. */
export const sortByPlace = (symbols: readonly SymbolRecord[]): SymbolRecord[] =>
  symbols.toSorted((a, b) => a.startLine - b.startLine || b.endLine - a.endLine || a.path.length - b.path.length);
