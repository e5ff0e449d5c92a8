// The symbols of some of the files, in order of path and line. Knows the index, no file's text. How many there are in all is
// known of the files it looked at; the others are counted.
import type { DocumentRecord, Snapshot, SymbolRecord } from "../../index/snapshot.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { type Admits, comparePaths, FILES_MAX } from "./candidate-files.ts";

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

/** `kinds` empty: any. */
export function listSymbols(
  snapshot: Snapshot,
  admits: Admits,
  kinds: readonly ChunkKind[],
  most: number,
): ListedSymbols {
  const admitted = [...snapshot.documents()].filter(admits);
  // Those without a defined name need no look.
  const defining = admitted.filter(({ nameTerms }) => nameTerms > 0).sort((a, b) => comparePaths(a.path, b.path));
  const symbols: ListedSymbol[] = [];
  let found = 0;
  for (const document of defining.slice(0, FILES_MAX)) {
    for (const symbol of inOrder(snapshot.symbols(document.id))) {
      if (kinds.length === 0 || kinds.includes(symbol.kind)) {
        found += 1;
        if (symbols.length < most) {
          symbols.push({ document, symbol });
        }
      }
    }
  }
  return { symbols, found, files: admitted.length, filesLeft: Math.max(0, defining.length - FILES_MAX) };
}

const inOrder = (symbols: readonly SymbolRecord[]): SymbolRecord[] =>
  symbols.toSorted((a, b) => a.startLine - b.startLine || b.endLine - a.endLine || a.path.length - b.path.length);
