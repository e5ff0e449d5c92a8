// Resolves an address: `path#Class.method`, `path:line`, `Class.method` or a name. Returns one symbol, or all candidates, or
// the nearest ones if there is none; never guesses among several.
import type { DocumentRecord, Snapshot, SymbolRecord } from "../../index/snapshot.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { enclosingNames, endsWith, qualifiedAs } from "../../vocabulary/qualified-names.ts";
import { formatNumber } from "../../vocabulary/shown-text.ts";
import { requestedPath } from "../requested-path.ts";
import { comparePaths, distanceOf } from "./candidate-files.ts";
import { membersIn, membersNamed, membersOf } from "./data-members.ts";
import { type FoundSymbol, findSymbols, partsOfQuery, type SymbolQuestion } from "./find-symbols.ts";

/** A symbol of one file: all definitions there that share its path, such as a function and its overloads. */
export interface Addressed {
  readonly document: DocumentRecord;
  /** In order of lines; at least one. */
  readonly symbols: readonly SymbolRecord[];
}

export type Address =
  | { readonly kind: "found"; readonly found: Addressed }
  /** In order of standing: source before tests, then by path and line. */
  | { readonly kind: "ambiguous"; readonly candidates: readonly Addressed[] }
  /** `why` is for a person; `nearest` may be empty. */
  | { readonly kind: "none"; readonly why: string; readonly nearest: readonly Addressed[] };

export const ADDRESS_LENGTH_MAX = 1_000;
const NEAREST_MAX = 5;
/** Longest part of a request that an answer repeats, in UTF-16 units. */
export const QUOTED_MAX = 80;

export const quoted = (text: string): string => JSON.stringify(text.slice(0, QUOTED_MAX));

/** `src/a.ts:12`, `src/a.ts:12-20`. */
export const AT_LINES = /^(.+):(\d{1,9})(?:-(\d{1,9}))?$/su;

/** The indexed file that the text names; undefined where it names none. */
const fileAt = (snapshot: Snapshot, path: string): DocumentRecord | undefined =>
  snapshot.documentAt(requestedPath(path.trim()));

/** One for each path and file, the best match first. */
function grouped(snapshot: Snapshot, symbols: readonly SymbolRecord[]): Addressed[] {
  const byPlace = new Map<string, { document: DocumentRecord; symbols: SymbolRecord[] }>();
  for (const symbol of symbols.toSorted((a, b) => a.startLine - b.startLine || a.endLine - b.endLine)) {
    const key = `${symbol.document} ${symbol.path}`;
    const known = byPlace.get(key) ?? { document: snapshot.document(symbol.document), symbols: [] };
    known.symbols.push(symbol);
    byPlace.set(key, known);
  }
  return [...byPlace.values()].sort(
    (a, b) =>
      distanceOf(a.document) - distanceOf(b.document) ||
      comparePaths(a.document.path, b.document.path) ||
      (a.symbols[0]?.startLine ?? 0) - (b.symbols[0]?.startLine ?? 0),
  );
}

function choose(snapshot: Snapshot, symbols: readonly SymbolRecord[], none: () => Address): Address {
  const candidates = grouped(snapshot, symbols);
  const [found] = candidates;
  return found === undefined
    ? none()
    : candidates.length === 1
      ? { kind: "found", found }
      : { kind: "ambiguous", candidates };
}

/** The best matches: a name with the written capitals is preferred to one with others. */
function asSpelled(symbols: readonly SymbolRecord[], name: string): readonly SymbolRecord[] {
  const spelled = symbols.filter((symbol) => symbol.name === name);
  return spelled.length > 0 ? spelled : symbols;
}

/** The symbol whose whole path is written; else all whose path ends so. */
function named(symbols: readonly SymbolRecord[], path: string): readonly SymbolRecord[] {
  const whole = symbols.filter((symbol) => symbol.path === path || symbol.name === path);
  if (whole.length > 0) {
    const outermost = whole.filter((symbol) => symbol.path === path);
    return outermost.length > 0 ? outermost : whole;
  }
  const { qualifiers, name } = partsOfQuery(path);
  const folded = name.toLowerCase();
  return asSpelled(
    symbols.filter(
      (symbol) => symbol.name.toLowerCase() === folded && endsWith(enclosingNames(symbol.path), qualifiers),
    ),
    name,
  );
}

function inFile(snapshot: Snapshot, document: DocumentRecord, path: string): Address {
  const symbols = snapshot.symbols(document.id);
  return choose(snapshot, named(symbols, path), () => {
    const { qualifiers, name } = partsOfQuery(path);
    const owners = qualifiers.length === 0 ? [] : grouped(snapshot, named(symbols, qualifiers.join(".")));
    const members = qualifiers.length === 0 ? membersIn(snapshot, document, name) : membersOf(snapshot, owners, name);
    return choose(snapshot, members, () =>
      absent(snapshot, path, owners, `${document.path} defines no ${quoted(path)}`, document),
    );
  });
}

/** The innermost symbol of these lines; one that is named on the line is preferred to those that only contain it. */
function atLines(snapshot: Snapshot, document: DocumentRecord, first: number, last: number): Address {
  const symbols = snapshot.symbols(document.id);
  const size = ({ startLine, endLine }: SymbolRecord): number => endLine - startLine;
  const enclosing = symbols.filter(({ startLine, endLine }) => startLine <= first && last <= endLine);
  const namedHere = enclosing.filter(({ nameLine }) => first === last && nameLine === first);
  const among = namedHere.length > 0 ? namedHere : enclosing;
  // Of several on one line the outermost is meant: its range is the line's own.
  const least = among.reduce((min, symbol) => Math.min(min, size(symbol)), Number.POSITIVE_INFINITY);
  const innermost = namedHere.length > 0 ? outermost(namedHere) : outermost(among.filter((one) => size(one) === least));
  return choose(snapshot, innermost, () => ({
    kind: "none",
    why:
      first > document.lineCount || first < 1
        ? `${document.path} has no line ${first}, only ${formatNumber(document.lineCount)} lines`
        : `${document.path}:${first} is in no symbol`,
    nearest: grouped(snapshot, symbols.toSorted((a, b) => gap(a, first) - gap(b, first)).slice(0, NEAREST_MAX)),
  }));
}

const gap = ({ startLine, endLine }: SymbolRecord, line: number): number =>
  line < startLine ? startLine - line : Math.max(0, line - endLine);

/** Those whose path does not begin with the path of another one. */
const outermost = (symbols: readonly SymbolRecord[]): SymbolRecord[] =>
  symbols.filter(
    ({ path }) => !symbols.some((other) => other.path.length < path.length && path.startsWith(`${other.path}.`)),
  );

/** Titles and keys: used only if no code has the name. */
const TITLES: ReadonlySet<ChunkKind> = new Set(["test", "section", "data"]);

function code(symbols: readonly SymbolRecord[]): readonly SymbolRecord[] {
  const named = symbols.filter(({ kind }) => !TITLES.has(kind));
  return named.length > 0 ? named : symbols;
}

/** Without constructors that have the name of their type, and the like: `Store` is the type, `Store.Store` names its constructor. */
export function withoutNamesakes(symbols: readonly SymbolRecord[]): readonly SymbolRecord[] {
  const known = new Set(symbols.map(({ document, path }) => `${document} ${path}`));
  return symbols.filter(({ document, path, name }) => {
    const around = path.endsWith(`.${name}`) ? path.slice(0, -1 - name.length) : null;
    return around === null || !known.has(`${document} ${around}`);
  });
}

function anywhere(snapshot: Snapshot, address: string): Address {
  // In headings and keys, separators may be part of the name.
  const plain = snapshot.definitions(address);
  const { qualifiers, name } = plain.length > 0 ? { qualifiers: [], name: address } : partsOfQuery(address);
  const defined = plain.length > 0 ? plain : snapshot.definitions(name);
  const whole = defined.filter(({ path }) => path === address);
  const fitting = qualifiedAs(defined, qualifiers, ({ document }) => snapshot.document(document).path);
  const meant = qualifiers.length > 0 && whole.length > 0 ? whole : withoutNamesakes(code(asSpelled(fitting, name)));
  return choose(snapshot, meant, () => {
    const owner = qualifiers.length === 0 ? null : anywhere(snapshot, qualifiers.join("."));
    const owners = owner?.kind === "found" ? [owner.found] : [];
    const every = owner?.kind === "ambiguous" ? owner.candidates : owners;
    const members = owner === null ? membersNamed(snapshot, name, () => true) : membersOf(snapshot, every, name);
    return choose(snapshot, members, () =>
      absent(snapshot, address, owners, `no symbol is named ${quoted(address)}`, null),
    );
  });
}

/** Of a member that its one owner does not define: the owner's like it, and what has its name elsewhere, which it may inherit. */
function absent(
  snapshot: Snapshot,
  address: string,
  owners: readonly Addressed[],
  why: string,
  file: DocumentRecord | null,
): Address {
  const { name } = partsOfQuery(address);
  const [owner] = owners;
  const ownerPath = owner?.symbols[0]?.path;
  if (owner === undefined || ownerPath === undefined || owners.length > 1) {
    return { kind: "none", why, nearest: nearestTo(snapshot, name, file) };
  }
  const isOwn = ({ symbol }: FoundSymbol): boolean => symbol.path.startsWith(`${ownerPath}.`);
  const own = like(snapshot, name, null, "always").filter(isOwn);
  const elsewhere = like(snapshot, name, null, "never").filter((one) => !isOwn(one));
  return {
    kind: "none",
    why: `${owner.document.path}#${ownerPath} defines no ${quoted(name)}`,
    nearest: [...own, ...elsewhere].slice(0, NEAREST_MAX).map(addressedAs),
  };
}

/** By the name alone, since the enclosing names may be wrong. */
const nearestTo = (snapshot: Snapshot, name: string, file: DocumentRecord | null): Addressed[] =>
  like(snapshot, name, file, "else").slice(0, NEAREST_MAX).map(addressedAs);

const addressedAs = ({ symbol, document }: FoundSymbol): Addressed => ({ document, symbols: [symbol] });

const like = (
  snapshot: Snapshot,
  name: string,
  file: DocumentRecord | null,
  typos: SymbolQuestion["typos"],
): readonly FoundSymbol[] =>
  findSymbols(snapshot, {
    query: name,
    admitsKind: () => true,
    admits: (document) => file === null || document.id === file.id,
    typos,
  }).symbols;

const LOOKS_LIKE_PATH = /[/\\]|\.[a-z]{1,5}$/i;

/** How an address matched: by its lines, by its name as written, or by its name in another case. */
export const matchOfAddress = (address: string, { symbols: [symbol] }: Addressed): "line" | "name" | "case" =>
  symbol === undefined || AT_LINES.test(address.trim()) ? "line" : address.includes(symbol.name) ? "name" : "case";

/** What the address means in this snapshot. */
export function resolveAddress(snapshot: Snapshot, address: string): Address {
  const written = address.trim();
  const lines = AT_LINES.exec(written);
  const ofLines = lines === null ? undefined : fileAt(snapshot, lines[1] ?? "");
  if (lines !== null && ofLines !== undefined) {
    const first = Number(lines[2]);
    return atLines(snapshot, ofLines, first, Math.max(first, Number(lines[3] ?? first)));
  }
  // A path may contain the sign, and so may a name: the longest prefix that is a file's path is the file.
  for (let at = written.lastIndexOf("#"); at > 0; at = written.lastIndexOf("#", at - 1)) {
    const document = fileAt(snapshot, written.slice(0, at));
    if (document !== undefined) {
      return inFile(snapshot, document, written.slice(at + 1).trim());
    }
  }
  const file = fileAt(snapshot, written);
  if (file !== undefined) {
    return { kind: "none", why: `${file.path} is a file: name a symbol in it as ${file.path}#name`, nearest: [] };
  }
  const [path = "", ...rest] = lines === null ? written.split("#") : [lines[1] ?? "", ""];
  if (rest.length > 0 && LOOKS_LIKE_PATH.test(path)) {
    const nearest = lines === null ? nearestTo(snapshot, partsOfQuery(rest.join("#")).name, null) : [];
    return { kind: "none", why: `no searched file has the path ${quoted(requestedPath(path.trim()))}`, nearest };
  }
  return anywhere(snapshot, written);
}
