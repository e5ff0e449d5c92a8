// Finds symbols by a remembered name: how each matched, best first. What the bounds leave out is counted.
import type { DocumentRecord, Snapshot, SymbolRecord } from "../../index/snapshot.ts";
import { NAMED_KINDS } from "../../vocabulary/chunk.ts";
import { qualifiedAs } from "../../vocabulary/qualified-names.ts";
import {
  type CandidateFiles,
  comparePaths,
  distanceOf,
  filesDefining,
  filesLike,
  filesNear,
  isBeyondTerms,
  mayBeInitials,
  type SymbolFilter,
} from "./candidate-files.ts";
import { membersNamed } from "./data-members.ts";
import { NAME_MATCHES, type NameMatch, openMatcher, parseName } from "./match-name.ts";

export interface SymbolQuestion extends SymbolFilter {
  /** A name, its parts, or a name with what encloses it: `getUser`, `get user`, `UserService.get`. */
  readonly query: string;
  /** Whether typing errors are allowed for: always, never, or where nothing else is found. */
  readonly typos: "always" | "never" | "else";
}

export interface FoundSymbol {
  readonly symbol: SymbolRecord;
  readonly document: DocumentRecord;
  readonly match: NameMatch;
}

export interface FoundSymbols {
  readonly symbols: readonly FoundSymbol[];
  /** Files that may define such a symbol too and were not looked at. */
  readonly filesLeft: number;
}

const SEPARATORS = / > |::|->|[.#/]/;
/** `get()`, `plus(Money)`. */
const CALLED = /\([^()]*\)?\s*$/;

/** Outermost first, then the name itself. */
export function partsOfQuery(query: string): { readonly qualifiers: readonly string[]; readonly name: string } {
  const written = query.trim().replace(CALLED, "");
  const parts = written.split(SEPARATORS).filter((part) => part !== "");
  return parts.length < 2
    ? { qualifiers: [], name: parts[0] ?? written }
    : { qualifiers: parts.slice(0, -1), name: parts.at(-1) ?? "" };
}

const isOther = ({ symbol }: FoundSymbol): number => (NAMED_KINDS.has(symbol.kind) ? 0 : 1);
const isNested = ({ symbol }: FoundSymbol): number => (symbol.path === symbol.name ? 0 : 1);

const isGuess = ({ match }: FoundSymbol): number => (match === "initials" || match === "typo" ? 1 : 0);
const isBesideSource = ({ document }: FoundSymbol): number => (distanceOf(document) > 0 ? 1 : 0);

/**
 * What contains the name before what may be meant by it; the source itself before examples, tests and prose; then the better
 * match, types and functions before variables, the shorter before the longer name.
 */
const byRank = (a: FoundSymbol, b: FoundSymbol): number =>
  isGuess(a) - isGuess(b) ||
  isBesideSource(a) - isBesideSource(b) ||
  NAME_MATCHES.indexOf(a.match) - NAME_MATCHES.indexOf(b.match) ||
  distanceOf(a.document) - distanceOf(b.document) ||
  isOther(a) - isOther(b) ||
  a.symbol.name.length - b.symbol.name.length ||
  isNested(a) - isNested(b) ||
  comparePaths(a.document.path, b.document.path) ||
  a.symbol.startLine - b.symbol.startLine ||
  a.symbol.path.length - b.symbol.path.length;

export function findSymbols(snapshot: Snapshot, question: SymbolQuestion): FoundSymbols {
  const { qualifiers, name } =
    snapshot.definitions(question.query).length > 0
      ? { qualifiers: [], name: question.query }
      : partsOfQuery(question.query);
  const wanted = parseName(name);
  const matchName = openMatcher(wanted);
  const found = new Map<string, FoundSymbol>();
  let filesLeft = 0;

  function add(symbol: SymbolRecord, document: DocumentRecord, withTypos: boolean): void {
    const match = matchName(symbol.name, withTypos);
    if (match !== null && question.admitsKind(symbol.kind)) {
      found.set(`${document.id} ${symbol.startLine} ${symbol.nameLine} ${symbol.path}`, { symbol, document, match });
    }
  }
  function look({ documents, left }: CandidateFiles, withTypos = false): void {
    filesLeft = Math.max(filesLeft, left);
    for (const document of documents) {
      for (const symbol of snapshot.symbols(document.id)) {
        add(symbol, document, withTypos);
      }
    }
  }
  const qualified = (): FoundSymbol[] =>
    qualifiedAs(
      [...found.values()].map((one) => ({ ...one, path: one.symbol.path })),
      qualifiers,
      ({ document }) => document.path,
    );

  for (const symbol of snapshot.definitions(name)) {
    const document = snapshot.document(symbol.document);
    if (question.admits(document)) {
      add(symbol, document, false);
    }
  }
  look(filesLike(snapshot, wanted, question.admits));
  if (isBeyondTerms(wanted) || (mayBeInitials(wanted) && found.size === 0)) {
    look(filesDefining(snapshot, question.admits));
  }
  // A symbol that is named so is meant before a field.
  if (!qualified().some(({ match }) => match === "exact" || match === "case")) {
    for (const member of membersNamed(snapshot, name, question.admits)) {
      add(member, snapshot.document(member.document), false);
    }
  }
  if (question.typos === "always" || (question.typos === "else" && qualified().length === 0)) {
    look(filesNear(snapshot, wanted, question.admits), true);
  }
  return { symbols: qualified().sort(byRank), filesLeft };
}
