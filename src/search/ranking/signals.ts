// The ranking signals that a query, a path and a chunk decide, and the one table of all weights. A signal's value is from 0 to
// 1 except for z-scores, which have either sign, and the places behind another; its share in a hit's score is the value times
// its weight. docs/ranking.md has the evidence for each line of the table.
import { termsOf } from "../../index/lexical/terms.ts";
import type { ChunkRecord, SymbolRecord } from "../../index/snapshot.ts";
import { namesOf, roleOf, sideOf } from "../../project/file-role.ts";
import { memoized } from "../../system/memo.ts";
import { NAMED_KINDS } from "../../vocabulary/chunk.ts";
import { enclosingNames, folded } from "../../vocabulary/qualified-names.ts";
import type { Query } from "../query/parse-query.ts";
import { type LexicalEvidence, SPREAD_CHUNKS } from "./lexical-score.ts";

/** Raise it when the same index and query would be ranked otherwise: cached answers of other versions are not used. */
export const RANKING_VERSION = 8;

/** A weight for each way of asking: plain words (and paths), the same where meaning is measured, and a name. */
export interface Weight {
  readonly words: number;
  readonly meaning: number;
  readonly symbol: number;
}

export const WEIGHTS = {
  /** BM25 of the file's best chunk. */
  chunkWords: { words: 1.7, meaning: 2.3, symbol: 1.2 },
  /** Mean BM25 of the file's five best chunks: a file about the subject says it more than once. */
  spread: { words: 1.5, meaning: 0.6, symbol: 0.8 },
  /** BM25 of the whole file. */
  fileWords: { words: 1.5, meaning: 1.75, symbol: 0.3 },
  /** BM25 over the names that the file defines. */
  definedNames: { words: 1.7, meaning: 0.9, symbol: 2 },
  /** Share of the words of the file's own name that the query names. */
  nameInQuery: { words: 1.3, meaning: 1, symbol: 1.1 },
  /** nameInQuery times the share of the query that occurs in the path: the query names this file, and little else. */
  namedByQuery: { words: 1.7, meaning: 2, symbol: 2 },
  /** The file contains the requested name exactly, or a rare one of the query: other files only resemble it. */
  holdsName: { words: 5, meaning: 6, symbol: 4 },
  /** The chunk defines an identifier of the query, or the requested symbol. */
  definition: { words: 2.2, meaning: 1, symbol: 3.4 },
  /** The query names this file's path. */
  namedPath: { words: 6, meaning: 6, symbol: 0 },
  /** The chunk contains a line that the query names. */
  namedLine: { words: 6, meaning: 6, symbol: 0 },
  /** The chunk contains the constant text of the error message, word for word. */
  phrase: { words: 5, meaning: 5, symbol: 0 },
  /** Tests, examples, copies, declarations, prose, settings. */
  beside: { words: -6.4, meaning: -7.7, symbol: -3 },
  /** What the query asks for by its kind: "the tests of …", "docs on …". */
  askedKind: { words: 1.5, meaning: 1.5, symbol: 0 },
  /** For another platform than the one that is asked about, or that this machine is. */
  otherPlatform: { words: -3.4, meaning: -5, symbol: -1 },
  /** A header beside the file that implements it. */
  header: { words: -2.8, meaning: -2.7, symbol: -1 },
  /** z-score, within the project, of the cosine of the file's nearest chunk; with words, of what is embedded already. */
  meaning: { words: 0.35, meaning: 0.5, symbol: 0.5 },
  /** Mean z-score of all the file's chunks: what the file as a whole is about. */
  about: { words: 0, meaning: 0.28, symbol: 0 },
  /** How far a later chunk of the file ranks below its first as the place to show. */
  behind: { words: -0.5, meaning: -0.5, symbol: -0.5 },
  /** Once for each better chunk of the same file that is already ranked. */
  repeat: { words: -3.5, meaning: -3.5, symbol: -3.5 },
} as const satisfies Record<string, Weight>;

export type SignalName = keyof typeof WEIGHTS;

/** The highest raw value of each BM25 field among the candidates of one query; each at least a hair above 0. */
export interface Maxima {
  readonly chunk: number;
  readonly spread: number;
  readonly body: number;
  readonly names: number;
}

/** Mean BM25 of the document's best chunks; those it has fewer count as 0. */
export function spreadOf({ chunks }: LexicalEvidence): number {
  let sum = 0;
  for (let at = 0; at < SPREAD_CHUNKS && at < chunks.length; at++) {
    sum += chunks[at]?.score ?? 0;
  }
  return sum / SPREAD_CHUNKS;
}

/** Words of a path part, as the index splits and stems them, without the joined whole of a compound name. */
function wordsOf(name: string): string[] {
  const terms = termsOf(name);
  return terms.length > 1 && terms[0] === folded(name) ? terms.slice(1) : terms;
}

/** Shorter prefixes are shared by chance. */
const PREFIX_LENGTH_MIN = 4;

/** `extract` names what `extractor` asks for: names in paths are shorter forms of the words of a question. */
const isAkin = (a: string, b: string): boolean =>
  a === b || (Math.min(a.length, b.length) >= PREFIX_LENGTH_MIN && (a.startsWith(b) || b.startsWith(a)));

/** Share of `words` that is akin to one of `others`. */
function shareAkin(words: readonly string[], others: readonly string[]): number {
  let found = 0;
  // Runs for every candidate file, so it is kept fast.
  for (const word of words) {
    for (const other of others) {
      if (isAkin(word, other)) {
        found++;
        break;
      }
    }
  }
  return words.length === 0 ? 0 : found / words.length;
}

/** Words of the file's own name; `mod.rs` and `index.ts` are named by their folder. */
const nameWords = memoized((path): readonly string[] => {
  const { stem, parent, hub } = namesOf(path);
  return wordsOf(hub && parent !== "" ? parent : stem);
});

/** Share of the words of the file's own name that the query names. */
export const nameInQuery = (query: Query, path: string): number => shareAkin(nameWords(path), query.terms);

/** How many names enclose a symbol: `UserService.getById` is 1 deep. */
export const depthOf = ({ path }: Pick<SymbolRecord, "path">): number => enclosingNames(path).length;

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
      const standing = NAMED_KINDS.has(symbol.kind) ? 1 : 0.5;
      const spelling = spelled.includes(symbol.name) ? 1 : 0.5;
      const place = depthOf(symbol) === 0 || query.qualifiers.length > 0 ? 1 : 0.8;
      const whole = isOverload(symbol, definitions) ? 0.5 : 1;
      return Math.max(best, standing * spelling * place * whole);
    }, 0);
}

/** How far from the source the file is, 0 to 1; 0 for a file that the query names. */
export function beside(query: Query, path: string, asked: boolean): number {
  return asked ? 0 : (sideOf(path, query.asksFor)?.distance ?? 0);
}

/** 1 where the file is of a kind that the query asks for: tests, docs, what a folder exports. */
export function askedKind(query: Query, path: string): number {
  const side = roleOf(path);
  const isAsked = side !== null && query.asksFor.has(side.role);
  return isAsked || (query.asksForExports && namesOf(path).hub) ? 1 : 0;
}

/** Chunks at which a file's mean says all it can. */
const ABOUT_CHUNKS = 9;

/**
 * Mean z-score of a file's chunks, times the root of their number up to ABOUT_CHUNKS: the mean of few says less. Those of
 * `chunkCount` that `zScores` has not, or as NaN, are not measured and count as the project's mean, 0.
 */
export function about(zScores: Iterable<number>, chunkCount: number): number {
  if (chunkCount === 0) {
    return 0;
  }
  let sum = 0;
  for (const z of zScores) {
    sum += Number.isNaN(z) ? 0 : z;
  }
  return (sum / chunkCount) * Math.sqrt(Math.min(chunkCount, ABOUT_CHUNKS));
}
