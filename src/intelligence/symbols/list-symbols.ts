// The symbols of some of the files, in order of path and line. The total covers the files that were looked at; the others are
// counted.
import type { DocumentRecord, Snapshot, SymbolRecord } from "../../index/snapshot.ts";
import { comparePaths, FILES_MAX, type SymbolFilter } from "./candidate-files.ts";
import { sortByPlace } from "./sort-by-place.ts";

export interface ListedSymbol {
  readonly document: DocumentRecord;
  readonly symbol: SymbolRecord;
}

export interface ListedSymbols {
  /** The first `most`. */
  readonly symbols: readonly ListedSymbol[];
  /** All in the files looked at. */
  readonly found: number;
  readonly files: number;
  readonly filesLeft: number;
}

export function listSymbols(snapshot: Snapshot, { admits, admitsKind }: SymbolFilter, most: number): ListedSymbols {
  const admitted = [...snapshot.documents()].filter(admits);
  // Documents that define no name have no symbols.
  const defining = admitted.filter(({ nameTerms }) => nameTerms > 0).sort((a, b) => comparePaths(a.path, b.path));
  const symbols: ListedSymbol[] = [];
  let found = 0;
  for (const document of defining.slice(0, FILES_MAX)) {
    for (const symbol of sortByPlace(snapshot.symbols(document.id))) {
      if (admitsKind(symbol.kind)) {
        found += 1;
        if (symbols.length < most) {
          symbols.push({ document, symbol });
        }
      }
    }
  }
  return { symbols, found, files: admitted.length, filesLeft: Math.max(0, defining.length - FILES_MAX) };
}
