// The one table of the weights of all ranking signals; which place of a file is shown has its own in choose-chunk.ts. A signal's
// value is from 0 to 1 except for z-scores, which have either sign, and the places behind another; its share in a hit's score is
// the value times its weight. docs/inside/ranking.md has the evidence for each line.

/** Raise it when the same index and query would be ranked otherwise: cached answers of other versions are not used. */
export const RANKING_VERSION = 11;

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
