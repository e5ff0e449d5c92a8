// Finds the innermost symbol that encloses a line.
import type { SymbolRecord } from "../../index/snapshot.ts";

/** Its readable path; null if the line is in none. */
export function enclosingSymbol(symbols: readonly SymbolRecord[], line: number): string | null {
  let innermost: SymbolRecord | null = null;
  for (const symbol of symbols) {
    if (symbol.startLine <= line && line <= symbol.endLine && (innermost === null || isWithin(symbol, innermost))) {
      innermost = symbol;
    }
  }
  return innermost?.path ?? null;
}

const isWithin = (one: SymbolRecord, other: SymbolRecord): boolean =>
  one.endLine - one.startLine < other.endLine - other.startLine ||
  (one.endLine - one.startLine === other.endLine - other.startLine && one.path.length > other.path.length);
