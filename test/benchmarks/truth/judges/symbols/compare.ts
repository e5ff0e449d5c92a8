// What an authority says of a file's symbols, beside what the analysis finds there.
import { append } from "../../../../../src/system/append.ts";
import type { SymbolDraft } from "../../../../../src/vocabulary/chunk.ts";
import type { Cause } from "../../judge.ts";
import { MACRO_CALL, type OutsideSymbol, type SymbolAuthority } from "./authorities.ts";

/** Kinds of ours that every authority has a word for. */
const COMPARED: ReadonlySet<string> = new Set(["class", "interface", "enum", "type", "function", "method"]);

export interface Own {
  readonly name: string;
  /** Of the name, 1-based. */
  readonly line: number;
  readonly kind: string;
  /** The names around it and its own. */
  readonly path: string;
}

/** Both sides of one file. */
export interface Compared {
  readonly path: string;
  readonly wanted: readonly OutsideSymbol[];
  readonly known: ReadonlySet<string>;
  readonly own: readonly Own[];
  /** Lines on which nothing is compared. */
  readonly macros: number;
}

const keyOf = ({ name, line }: { readonly name: string; readonly line: number }): string => `${line} ${name}`;

/** A destructor of C++, `#private`, quotes, `r#type`: written differently on both sides. */
const plain = (name: string): string => name.replace(/^(?:["'`]|r#)|["'`]$/g, "");

export function compareFile(
  { kinds }: Pick<SymbolAuthority, "kinds">,
  path: string,
  outside: readonly OutsideSymbol[],
  symbols: readonly SymbolDraft[],
): Compared {
  const all = outside.map((one) => ({ ...one, name: plain(one.name) }));
  const macros = new Set(all.flatMap(({ kind, line }) => (kind === MACRO_CALL ? [line] : [])));
  const own = symbols.filter(({ nameLine }) => !macros.has(nameLine));
  return {
    path,
    wanted: all.filter(({ kind, inFunction }) => kinds.includes(kind) && !inFunction),
    known: new Set(all.map(keyOf)),
    own: own.map(({ name, nameLine, kind, path: full }) => ({ name: plain(name), line: nameLine, kind, path: full })),
    macros: macros.size,
  };
}

/** What a function defines inside is no symbol to most authorities. */
function outsideFunctions(own: readonly Own[]): Own[] {
  const functions = own.filter(({ kind }) => kind === "function" || kind === "method" || kind === "test");
  return own.filter(
    ({ path }) => !functions.some((around) => path !== around.path && path.startsWith(`${around.path}.`)),
  );
}

/** A kind, and where it stands: `src/a.ts:3 function open`. */
export type Difference = readonly [kind: string, place: string];

export interface Differences {
  /** How many of ours were looked at, and how many of the authority's. */
  readonly own: number;
  readonly wanted: number;
  readonly wrong: readonly Difference[];
  readonly missed: readonly Difference[];
}

export function differencesOf(compared: readonly Compared[]): Differences {
  const own = compared.flatMap((one) =>
    outsideFunctions(one.own)
      .filter(({ kind }) => COMPARED.has(kind))
      .map((symbol) => ({ ...one, symbol })),
  );
  const wanted = compared.flatMap((one) =>
    one.wanted.map((symbol) => ({ ...one, symbol, keys: new Set(one.own.map(keyOf)) })),
  );
  const at = ({ path, symbol }: { path: string; symbol: Pick<Own, "line" | "name" | "kind"> }): Difference => [
    symbol.kind,
    `${path}:${symbol.line} ${symbol.kind} ${symbol.name}`,
  ];
  return {
    own: own.length,
    wanted: wanted.length,
    wrong: own.filter(({ symbol, known }) => !known.has(keyOf(symbol))).map(at),
    missed: wanted.filter(({ symbol, keys }) => !keys.has(keyOf(symbol))).map(at),
  };
}

export function causesOf(title: string, differing: readonly Difference[]): Cause[] {
  const groups = new Map<string, string[]>();
  for (const [kind, example] of differing) {
    append(groups, kind, example);
  }
  return [...groups].map(([kind, examples]) => ({
    cause: `${title}: ${kind}`,
    count: examples.length,
    example: examples[0] ?? "",
  }));
}
