// Where the names of a query are: the files that define or contain them, how well a chunk defines one, and whether one name has several
// definitions of equal rank, so that an answer about one of them would be a guess.
import { termsOf } from "../../index/lexical/terms.ts";
import type { ChunkRecord, Snapshot, SymbolRecord, TermPostings } from "../../index/snapshot.ts";
import { sideOf } from "../../languages/file-role.ts";
import { append } from "../../system/append.ts";
import { type DocumentId, NAMED_KINDS } from "../../vocabulary/chunk.ts";
import { enclosingNames, qualifiedAs } from "../../vocabulary/qualified-names.ts";
import type { Definition } from "../answer/search-result.ts";
import { isEnglishStem } from "../query/english-words.ts";
import type { Scope } from "../query/filter.ts";
import type { Query } from "../query/parse-query.ts";
import type { WeighedTerm } from "./lexical-score.ts";

/**
 * Definitions of the query's names by file. A name written in plain lower case counts for a symbol query only. If some are qualified
 * as asked, the others are left out; if none is, the qualifier may be a variable, and all count.
 */
export function definitionsByFile(snapshot: Snapshot, query: Query, scope: Scope): Map<DocumentId, SymbolRecord[]> {
  const names = query.symbol === null ? query.identifiers : [query.symbol];
  const named = names
    .flatMap((name) => snapshot.definitions(name))
    .filter(({ document, kind }) => scope.document(document) && kind !== "import");
  const qualified = qualifiedAs(named, query.qualifiers, ({ document }) => snapshot.document(document).path);
  const byFile = new Map<DocumentId, SymbolRecord[]>();
  for (const symbol of qualified.length > 0 ? qualified : named) {
    append(byFile, symbol.document, symbol);
  }
  return byFile;
}

/** How many names enclose a symbol: `UserService.getById` is 1 deep. */
const depthOf = ({ path }: Pick<SymbolRecord, "path">): number => enclosingNames(path).length;

/** A declaration or an overload is shorter than the implementation. */
function isOverload(symbol: SymbolRecord, definitions: readonly SymbolRecord[]): boolean {
  const lines = ({ startLine, endLine }: SymbolRecord): number => endLine - startLine;
  return definitions.some((other) => other.path === symbol.path && lines(other) > lines(symbol));
}

/**
 * How well the chunk defines a name of the query: 1 for a type or function spelled as asked; half of it for another
 * kind, for another case (`engine` for `Engine`) and for an overload beside its implementation; .8 of it for one inside
 * another that the query does not name.
 */
export function definition(query: Query, chunk: ChunkRecord, definitions: readonly SymbolRecord[]): number {
  const spelled = query.symbol === null ? query.identifiers : [query.symbol];
  return definitions
    .filter(({ nameLine }) => chunk.startLine <= nameLine && nameLine <= chunk.endLine)
    .reduce((best, symbol) => {
      const ofKind = NAMED_KINDS.has(symbol.kind) ? 1 : 0.5;
      const spelling = spelled.includes(symbol.name) ? 1 : 0.5;
      const place = depthOf(symbol) === 0 || query.qualifiers.length > 0 ? 1 : 0.8;
      const whole = isOverload(symbol, definitions) ? 0.5 : 1;
      return Math.max(best, ofKind * spelling * place * whole);
    }, 0);
}

/** The values that are smallest by `by`. */
function smallest<Value>(values: readonly Value[], by: (value: Value) => number): Value[] {
  const least = values.reduce((min, value) => Math.min(min, by(value)), Number.POSITIVE_INFINITY);
  return values.filter((value) => by(value) === least);
}

/**
 * The definitions of the name asked for that none outranks: same spelling before other case, source before tests and
 * examples, types and functions before variables, outer before nested. Overloads and parts of one symbol in one file count once. In order of path and line; fewer than two means that the name is not ambiguous.
 */
export function equalDefinitions(snapshot: Snapshot, query: Query, scope: Scope): Definition[] {
  const { symbol } = query;
  if (symbol === null) {
    return [];
  }
  const named = snapshot
    .definitions(symbol)
    .filter(({ document }) => scope.document(document))
    .map((one) => ({ one, path: one.path, file: snapshot.document(one.document).path }));
  const qualified = qualifiedAs(named, query.qualifiers, ({ file }) => file);
  const spelled = smallest(qualified, ({ one }) => (one.name === symbol ? 0 : 1));
  const source = smallest(spelled, ({ file }) => sideOf(file, query.asksFor)?.distance ?? 0);
  const ofKind = smallest(source, ({ one }) => (NAMED_KINDS.has(one.kind) ? 0 : 1));
  const outer = smallest(ofKind, ({ one }) => depthOf(one));
  const places = new Map(outer.map((place) => [`${place.file}\0${place.path}`, place]));
  return [...places.values()]
    .map(({ one, path, file }) => ({ path: file, line: one.nameLine, symbol: path, kind: one.kind }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
}

/** A longer question is about more than one name. */
const NAME_TERMS_MAX = 3;
/** Files up to which a word that is not English counts as a name that was meant. */
const NAME_FILES_MAX = 3;

/** Files with the term in their text, not just in their path. */
function* holdersOf({ documents, chunkStarts }: TermPostings): Generator<DocumentId> {
  for (let i = 0; i < documents.length; i++) {
    if ((chunkStarts[i + 1] ?? 0) > (chunkStarts[i] ?? 0)) {
      yield (documents[i] ?? 0) as DocumentId;
    }
  }
}

function isMeant({ term, postings }: WeighedTerm): boolean {
  const { length } = postings.documents;
  return length > 0 && length <= NAME_FILES_MAX && !isEnglishStem(term);
}

/**
 * Files that contain a name of the query exactly as written: the whole name that is asked for, or, among a few words, a rare one. A
 * query for a name that occurs in only one test wants that test, before anything similar in meaning.
 */
export function filesContainingName(query: Query, terms: readonly WeighedTerm[]): ReadonlySet<DocumentId> {
  const [whole] = query.symbol === null ? [] : termsOf(query.symbol);
  const few = terms.length <= NAME_TERMS_MAX ? terms : [];
  const names = query.symbol === null ? few.filter(isMeant) : terms.filter(({ term }) => term === whole);
  return new Set(names.flatMap(({ postings }) => [...holdersOf(postings)]));
}
