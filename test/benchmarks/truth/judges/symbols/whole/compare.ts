// What a parser says of the symbols of files, beside what the analysis finds there: names, kinds, first and last lines.
import { FUNCTION_KINDS, type SymbolDraft } from "../../../../../../src/vocabulary/chunk.ts";
import type { WholeAuthority, WholeSymbol } from "./authorities.ts";

export interface WholeFile {
  readonly path: string;
  readonly text: string;
  readonly symbols: readonly SymbolDraft[];
}

export interface WholeComparison {
  /** Files that the parser could read. */
  readonly read: number;
  /** Symbols that one of the two knows, and those in which both agree. */
  readonly known: number;
  readonly equal: number;
  /** A line for each symbol in which they differ. */
  readonly lines: readonly string[];
}

/** A destructor of C++, `#private`, quotes: written differently on both sides. */
const plain = (name: string): string => name.replace(/^["'`#]|["'`]$/g, "");

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

/** Without the variables of a style sheet in a component. */
function ownSide(symbols: readonly SymbolDraft[]): WholeSymbol[] {
  const functions = symbols.filter(({ kind }) => FUNCTION_KINDS.has(kind));
  return symbols
    .filter(({ kind, name }) => COMPARED.has(kind) && !(kind === "variable" && name.startsWith("@")))
    .filter(({ path }) => !functions.some((one) => path.startsWith(`${one.path}.`)))
    .map(({ name, nameLine, kind, startLine, endLine }) => ({
      name: plain(name),
      line: nameLine,
      kind,
      inFunction: false,
      first: startLine,
      last: endLine,
    }));
}

const toldSide = (words: WholeAuthority["words"], symbols: readonly WholeSymbol[]): WholeSymbol[] =>
  symbols
    .filter(({ inFunction }) => !inFunction)
    .map((one) => ({ ...one, name: plain(one.name), kind: words[one.kind] ?? one.kind }));

/** A comment above a symbol belongs to it for us, and for some of the parsers. */
const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!\[)|--|$)/;

function restOf({ kind, line, first, last }: WholeSymbol, lines: readonly string[]): string {
  let from = first;
  while (from < line && COMMENT.test(lines[from - 1] ?? "")) {
    from += 1;
  }
  return `${kind} ${from}-${last}`;
}

/** Scala names a `given` that has no name later than it parses. */
const keyOf = ({ name, line }: WholeSymbol): string => `${line} ${name.startsWith("given_") ? "" : name}`;

export function compareWhole(
  { words }: Pick<WholeAuthority, "words">,
  files: readonly WholeFile[],
  told: ReadonlyMap<string, readonly WholeSymbol[] | null>,
): WholeComparison {
  let [read, known, equal] = [0, 0, 0];
  const lines: string[] = [];
  for (const { path, text, symbols } of files) {
    const outside = told.get(path) ?? null;
    if (outside === null) {
      lines.push(`${path}: not read`);
      continue;
    }
    read += 1;
    const written = text.split("\n");
    const byKey = (side: readonly WholeSymbol[]) => new Map(side.map((one) => [keyOf(one), restOf(one, written)]));
    const [own, wanted] = [byKey(ownSide(symbols)), byKey(toldSide(words, outside))];
    for (const one of outside.filter(({ first }) => first === 0)) {
      wanted.set(keyOf(one), own.get(keyOf(one)) ?? "");
    }
    for (const key of new Set([...own.keys(), ...wanted.keys()])) {
      known += 1;
      if (own.get(key) === wanted.get(key)) {
        equal += 1;
      } else {
        lines.push(`${path}:${key}: ${own.get(key) ?? "none"}, wanted ${wanted.get(key) ?? "none"}`);
      }
    }
  }
  return { read, known, equal, lines };
}
