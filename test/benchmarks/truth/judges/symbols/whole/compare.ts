// What a parser says of the symbols of files, beside what the analysis finds there: names, kinds, first and last lines.
import { cutName } from "../../../../../../src/syntax/profile.ts";
import { FUNCTION_KINDS, type SymbolDraft } from "../../../../../../src/vocabulary/chunk.ts";
import type { ToldFile, WholeAuthority, WholeSymbol } from "./authorities.ts";

export interface WholeFile {
  readonly path: string;
  readonly text: string;
  readonly symbols: readonly SymbolDraft[];
}

export interface WholeComparison {
  /** Files that the parser could read. */
  readonly read: number;
  /** Symbols that one of the two knows, and those in which both agree. */
  readonly compared: number;
  readonly equal: number;
  /** A line for each symbol in which they differ. */
  readonly lines: readonly string[];
}

/** A destructor of C++, `#private`, quotes, and what is too long to be read: written differently on both sides. */
const plain = (name: string): string => cutName(name.replace(/^(?:["'`#]|r#)|["'`]$/g, ""));

const COMPARED: ReadonlySet<string> = new Set([
  "class",
  "interface",
  "enum",
  "type",
  "module",
  "function",
  "method",
  "variable",
]);

/** Without what stands in functions and tests. */
function ownSide(
  symbols: readonly SymbolDraft[],
  known: ReadonlyMap<string, WholeSymbol>,
  isCompared: (kind: string, name: string) => boolean,
): WholeSymbol[] {
  const around = symbols.filter(({ kind }) => FUNCTION_KINDS.has(kind));
  const isInside = (one: SymbolDraft): boolean =>
    around.some(
      (outer) =>
        one.path.startsWith(`${outer.path}.`) && outer.startLine <= one.nameLine && one.nameLine <= outer.endLine,
    );
  return symbols.flatMap((one) => {
    const { name, nameLine, startLine, endLine } = one;
    const told = known.get(keyOf({ name: plain(name), line: nameLine }));
    // A function that is a test by its name or its mark is one where the parser sees a function; a title is no name of the language.
    const kind = one.kind === "test" ? told?.kind : one.kind;
    if (kind === undefined || !isCompared(kind, name) || name === "_" || (isInside(one) && told === undefined)) {
      return [];
    }
    return [{ name: plain(name), line: nameLine, kind, inFunction: false, first: startLine, last: endLine }];
  });
}

const toldSide = (words: WholeAuthority["words"], symbols: readonly WholeSymbol[]): WholeSymbol[] =>
  symbols
    .filter(({ name }) => name !== "_")
    .map((one) => ({ ...one, name: plain(one.name), kind: words[one.kind] ?? one.kind }));

/** Lines of comments and blank ones, at an end of a symbol: a parser counts them to it or not, and so do we. */
function commentLines(lines: readonly string[], [open, close]: readonly [string, string]): ReadonlySet<number> {
  const found = new Set<number>();
  let isInside = false;
  for (const [at, line] of lines.entries()) {
    isInside ||= line.trimStart().startsWith(open);
    if (isInside || /^\s*(?:\/\/|#(?!\[)|--|$)/.test(line)) {
      found.add(at + 1);
    }
    isInside &&= !line.trimEnd().endsWith(close);
  }
  return found;
}

function restOf({ kind, line, first, last }: WholeSymbol, comments: ReadonlySet<number>): string {
  let [from, to] = [first, last];
  while (from < line && comments.has(from)) {
    from += 1;
  }
  while (to > line && comments.has(to)) {
    to -= 1;
  }
  return `${kind} ${from}-${to}`;
}

/** Scala names a `given` that has no name later than it parses. */
const keyOf = ({ name, line }: Pick<WholeSymbol, "name" | "line">): string =>
  `${line} ${name.startsWith("given_") ? "" : name}`;

export function compareWhole(
  { words, only, comment = ["/*", "*/"] }: Pick<WholeAuthority, "words" | "only" | "comment">,
  files: readonly WholeFile[],
  told: ReadonlyMap<string, ToldFile | null>,
): WholeComparison {
  let [read, compared, equal] = [0, 0, 0];
  const lines: string[] = [];
  for (const { path, text, symbols } of files) {
    const outside = told.get(path) ?? null;
    if (outside === null) {
      lines.push(`${path}: not read`);
      continue;
    }
    read += 1;
    const comments = commentLines(text.split("\n"), comment);
    const byKey = (side: readonly WholeSymbol[]) => new Map(side.map((one) => [keyOf(one), restOf(one, comments)]));
    const all = toldSide(words, outside.symbols);
    const known = new Map(all.map((one) => [keyOf(one), one]));
    // A component may have a style sheet with variables.
    const isCompared = (kind: string, name: string): boolean =>
      only?.includes(kind) === true || (COMPARED.has(kind) && !(kind === "variable" && name.startsWith("@")));
    const mine = ownSide(symbols, known, isCompared).filter(
      (one) => (!outside.isPart && only?.includes(one.kind) !== false) || known.has(keyOf(one)),
    );
    const local = new Set(all.flatMap((one) => (one.inFunction ? [keyOf(one)] : [])));
    const own = byKey(mine.filter((one) => !local.has(keyOf(one))));
    const wanted = byKey(all.filter(({ inFunction }) => !inFunction));
    for (const one of all.filter(({ first }) => first === 0)) {
      wanted.set(keyOf(one), own.get(keyOf(one)) ?? "");
    }
    for (const key of new Set([...own.keys(), ...wanted.keys()])) {
      compared += 1;
      if (own.get(key) === wanted.get(key)) {
        equal += 1;
      } else {
        lines.push(`${path}:${key}: ${own.get(key) ?? "none"}, wanted ${wanted.get(key) ?? "none"}`);
      }
    }
  }
  return { read, compared, equal, lines };
}
