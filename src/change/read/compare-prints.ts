// Which symbols differ between two states of a text: added, removed, changed in signature or body. Symbols are paired by path;
// of several with one path equal ones are paired first, then the rest in order.

import type { SymbolPrint, TextPrint } from "../../syntax/fingerprint.ts";
import { append } from "../../system/append.ts";
import { containsRange } from "../../vocabulary/chunk.ts";
import { reordered } from "./reordered-entries.ts";

export interface ChangedSymbol {
  readonly kind: "signature" | "body";
  readonly before: SymbolPrint;
  readonly after: SymbolPrint;
}

export interface TextComparison {
  readonly changed: readonly ChangedSymbol[];
  /** In order, what encloses others before them. */
  readonly added: readonly SymbolPrint[];
  readonly removed: readonly SymbolPrint[];
  /** Those with another position among the others; only symbols that contain others. */
  readonly reordered: readonly { readonly before: SymbolPrint; readonly after: SymbolPrint }[];
  readonly importsChanged: boolean;
  /** Something differs that is in no symbol and not an import. */
  readonly restChanged: boolean;
}

/** Up to this many symbols of one path in a file are compared each with each. */
const NAMESAKES_MAX = 100;

const NOTHING: Pick<TextPrint, "symbols" | "importsHash" | "restHash"> = { symbols: [], importsHash: "", restHash: "" };

/** Null: the text does not exist in that state. */
export function comparePrints(before: TextPrint | null, after: TextPrint | null): TextComparison {
  const [old, now] = [before ?? NOTHING, after ?? NOTHING];
  const pairs = pairUp(old.symbols, now.symbols);
  const changed = now.symbols.flatMap((symbol): ChangedSymbol[] => {
    const other = pairs.get(symbol);
    if (other === undefined || isSame(other, symbol)) {
      return [];
    }
    const kind = other.signatureHash === symbol.signatureHash && other.kind === symbol.kind ? "body" : "signature";
    return [{ kind, before: other, after: symbol }];
  });
  const paired = new Set(pairs.values());
  const both = before !== null && after !== null;
  return {
    changed,
    added: now.symbols.filter((symbol) => !pairs.has(symbol)),
    removed: old.symbols.filter((symbol) => !paired.has(symbol)),
    reordered: reorderedOf(old.symbols, now.symbols, pairs),
    importsChanged: both && old.importsHash !== now.importsHash,
    restChanged: both && old.restHash !== now.restHash,
  };
}

function reorderedOf(
  before: readonly SymbolPrint[],
  after: readonly SymbolPrint[],
  pairs: ReadonlyMap<SymbolPrint, SymbolPrint>,
): TextComparison["reordered"] {
  const places = new Map(before.map((symbol, at) => [symbol, at]));
  const paired = after.flatMap((symbol) => {
    const other = pairs.get(symbol);
    return other === undefined ? [] : [{ before: other, after: symbol }];
  });
  const moved = reordered(paired.map((pair) => places.get(pair.before) ?? 0)).flatMap((at) => paired[at] ?? []);
  const outer = new Set(foldNested(moved.map((pair) => pair.after)).map(({ symbol }) => symbol));
  return moved.filter((pair) => outer.has(pair.after));
}

const isSame = (a: SymbolPrint, b: SymbolPrint): boolean =>
  a.signatureHash === b.signatureHash && a.bodyHash === b.bodyHash && a.kind === b.kind;

/** For each new symbol, its old one. */
function pairUp(before: readonly SymbolPrint[], after: readonly SymbolPrint[]): Map<SymbolPrint, SymbolPrint> {
  const pairs = new Map<SymbolPrint, SymbolPrint>();
  const old = groups(before);
  for (const [path, symbols] of groups(after)) {
    const left = [...(old.get(path) ?? [])];
    // Entries of a list of data are interchangeable: paired in order; surplus ones are added or removed.
    if (left.length > NAMESAKES_MAX || symbols.length > NAMESAKES_MAX) {
      for (const [at, symbol] of symbols.slice(0, left.length).entries()) {
        pairs.set(symbol, left[at] ?? symbol);
      }
      continue;
    }
    const take = (symbol: SymbolPrint, admits: (other: SymbolPrint) => boolean): void => {
      const at = left.findIndex(admits);
      const [found] = at < 0 || pairs.has(symbol) ? [] : left.splice(at, 1);
      if (found !== undefined) {
        pairs.set(symbol, found);
      }
    };
    for (const symbol of symbols) {
      take(symbol, (other) => isSame(other, symbol) && other.contentHash === symbol.contentHash);
    }
    for (const symbol of symbols) {
      take(symbol, () => true);
    }
  }
  return pairs;
}

function groups(symbols: readonly SymbolPrint[]): Map<string, SymbolPrint[]> {
  const found = new Map<string, SymbolPrint[]>();
  for (const symbol of symbols) {
    append(found, symbol.path, symbol);
  }
  return found;
}

/** Symbols that are in no other symbol of the list, each with the number of those nested in it. */
export function foldNested(
  symbols: readonly SymbolPrint[],
): { readonly symbol: SymbolPrint; readonly inner: number }[] {
  const outer: { symbol: SymbolPrint; inner: number }[] = [];
  for (const symbol of symbols) {
    const last = outer.at(-1);
    if (last !== undefined && encloses(last.symbol, symbol)) {
      last.inner += 1;
    } else {
      outer.push({ symbol, inner: 0 });
    }
  }
  return outer;
}

export const encloses = (outer: SymbolPrint, inner: SymbolPrint): boolean =>
  outer !== inner &&
  containsRange(outer, inner) &&
  inner.path.length > outer.path.length &&
  inner.path.startsWith(outer.path);
