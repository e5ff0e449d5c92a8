// From a query to candidates: the files that words, names, paths or meaning propose, each with its evidence and the chunks
// worth showing.

import { chunkIdsOf, type Snapshot, type SymbolRecord } from "../../index/snapshot.ts";
import type { ChunkId, DocumentId } from "../../vocabulary/chunk.ts";
import type { Scope } from "../query/filter.ts";
import type { Query } from "../query/parse-query.ts";
import { type Asked, resolvePlaces } from "../query/resolve-places.ts";
import { type ByWords, type Maxima, weighByWords } from "./by-words.ts";
import { evidenceOf, type LexicalEvidence, newScored } from "./lexical-score.ts";
import { type ChunkMeaning, measureMeaning } from "./measure-meaning.ts";
import { type Platform, wantedPlatforms } from "./path-signals.ts";
import { definitionsByFile, filesContainingName } from "./query-names.ts";

/** Chunks of one file in an answer, where there are files enough to fill it. */
const CHUNKS_PER_FILE = 3;

/** Share of the chunks with a vector from which on a file's meaning can be weighed as a whole. */
const EMBEDDED_SHARE = 0.9;

/** Shares of the message's phrases, above 0 and up to 1, by chunk. */
export type PhraseShares = ReadonlyMap<ChunkId, number>;

export const NO_PHRASES: PhraseShares = new Map();

export interface FileCandidate {
  readonly document: DocumentId;
  /** Null if no word of the query is in the file, its path or its names. */
  readonly lexical: LexicalEvidence | null;
  /** Definitions in this file of names in the query. */
  readonly definitions: readonly SymbolRecord[];
  /** Null where the query names no path that could be this file's. */
  readonly asked: Asked | null;
  /** Whether its text contains the requested name; see query-names.ts. */
  readonly holdsName: boolean;
  /** Chunks that may be shown, without order or duplicates; at least one. Measures the file's meaning, at the first look. */
  readonly chunks: readonly ChunkId[];
}

export interface Candidates {
  readonly files: readonly FileCandidate[];
  readonly maxima: Maxima;
  /** Chunks of one file that may be shown: more than a few only where few files would leave the answer short. */
  readonly chunksPerFile: number;
  /** z-score of the cosine to the query within the project, by chunk; a chunk without a vector has none. */
  readonly meaning: ChunkMeaning;
  /** Share of an error message's constant text that a chunk contains word for word; only chunks that were read. */
  readonly phrases: PhraseShares;
  /** Share of the query's weight of each of its terms; together 1. */
  readonly termShares: ReadonlyMap<string, number>;
  /** The platforms that are asked about, or this machine's. */
  readonly platforms: readonly Platform[];
  /** Requested hits. */
  readonly topK: number;
  /** Whether a chunk may be shown. */
  readonly admits: (chunk: ChunkId) => boolean;
  /** Whether nearly all of the project's chunks have a vector. */
  readonly isEmbedded: boolean;
  /** Whether words or names proposed any file, and whether meaning was measured at all. */
  readonly byWords: boolean;
  readonly byMeaning: boolean;
}

const firstAdmitted = (snapshot: Snapshot, document: DocumentId, scope: Scope): ChunkId | undefined =>
  chunkIdsOf(snapshot.document(document)).find((chunk) => scope.chunk(chunk));

/** Chunks in scope that contain one of the lines. */
function chunksAt(snapshot: Snapshot, document: DocumentId, lines: readonly number[], scope: Scope): ChunkId[] {
  if (lines.length === 0) {
    return [];
  }
  return snapshot
    .chunks(chunkIdsOf(snapshot.document(document)))
    .filter(({ startLine, endLine }) => lines.some((line) => startLine <= line && line <= endLine))
    .map(({ id }) => id)
    .filter((id) => scope.chunk(id));
}

/** What proposes files without meaning, and how many chunks words propose of each. */
interface Proposals {
  readonly lexical: ReadonlyMap<DocumentId, LexicalEvidence>;
  readonly definitions: ReadonlyMap<DocumentId, readonly SymbolRecord[]>;
  readonly asked: ReadonlyMap<DocumentId, Asked>;
  readonly phrases: PhraseShares;
  readonly chunksPerFile: number;
}

type ChunksByFile = Map<DocumentId, Set<ChunkId>>;

function propose(chunksByFile: ChunksByFile, document: DocumentId, chunks: readonly ChunkId[]): void {
  const known = chunksByFile.get(document) ?? new Set();
  chunksByFile.set(document, known);
  for (const chunk of chunks) {
    known.add(chunk);
  }
}

/** Admitted chunks by file: the first chunk if only path or names propose the file; none for a file without any. */
function proposedChunks(snapshot: Snapshot, scope: Scope, proposals: Proposals): ChunksByFile {
  const byFile: ChunksByFile = new Map();
  for (const [document, { chunks }] of proposals.lexical) {
    const best = chunks.slice(0, proposals.chunksPerFile);
    propose(
      byFile,
      document,
      best.map(({ chunk }) => chunk),
    );
  }
  for (const [document, symbols] of proposals.definitions) {
    const lines = symbols.map(({ nameLine }) => nameLine);
    propose(byFile, document, chunksAt(snapshot, document, lines, scope));
  }
  for (const [document, { lines }] of proposals.asked) {
    propose(byFile, document, chunksAt(snapshot, document, lines, scope));
  }
  for (const chunk of proposals.phrases.keys()) {
    propose(byFile, snapshot.chunkDocument(chunk), [chunk]);
  }
  for (const [document, chunks] of byFile) {
    const first = chunks.size === 0 ? firstAdmitted(snapshot, document, scope) : undefined;
    if (first === undefined && chunks.size === 0) {
      byFile.delete(document);
    } else if (first !== undefined) {
      chunks.add(first);
    }
  }
  return byFile;
}

/** The candidate with the chunks that were proposed and the one nearest to the query, which is computed at the first access. */
function withNearest(
  proposed: ReadonlySet<ChunkId>,
  nearest: () => ChunkId | null,
  file: Omit<FileCandidate, "chunks">,
): FileCandidate {
  let chunks: readonly ChunkId[] | null = null;
  return {
    ...file,
    get chunks() {
      chunks ??= [...new Set([...proposed, nearest()])].filter((chunk) => chunk !== null);
      return chunks;
    },
  };
}

/**
 * `vector` is the query's embedding, or null where meaning is not used; `topK` hits are to be filled if possible; `phrases` are of this
 * snapshot's chunks, in scope; `words` of its generation, for this query and scope. The result is valid while the snapshot is open.
 */
export function retrieve(
  snapshot: Snapshot,
  query: Query,
  scope: Scope,
  vector: Float32Array | null,
  topK: number,
  phrases: PhraseShares = NO_PHRASES,
  words: ByWords = weighByWords(snapshot, query.terms, scope),
): Candidates {
  const { terms, maxima, evidence: lexical } = words;
  const definitions = definitionsByFile(snapshot, query, scope);
  const asked = resolvePlaces(snapshot, query.places, scope);
  const chunksPerFile = Math.max(CHUNKS_PER_FILE, Math.ceil((2 * topK) / Math.max(1, lexical.size)));
  const chunksByFile = proposedChunks(snapshot, scope, { lexical, definitions, asked, phrases, chunksPerFile });
  const byWords = chunksByFile.size > 0;
  const { meaning, nearest, nearestOf } = measureMeaning(snapshot, scope, vector, chunksByFile.keys());
  for (const chunk of nearest) {
    propose(chunksByFile, snapshot.chunkDocument(chunk), [chunk]);
  }
  const containingName = filesContainingName(query, terms);
  const scored = newScored();
  // The words of a file proposed by another signal count too, although the sieve left them out.
  const files = [...chunksByFile].map(([document, proposed]) =>
    withNearest(proposed, () => nearestOf(document), {
      document,
      lexical: lexical.get(document) ?? evidenceOf(snapshot, terms, scope, document, scored),
      definitions: definitions.get(document) ?? [],
      asked: asked.get(document) ?? null,
      holdsName: containingName.has(document),
    }),
  );
  return {
    files,
    maxima,
    chunksPerFile,
    meaning,
    phrases,
    termShares: new Map(terms.map(({ term, share }) => [term, share])),
    platforms: wantedPlatforms(query.text),
    topK,
    isEmbedded: (snapshot.vectors?.size ?? 0) >= EMBEDDED_SHARE * snapshot.chunkCount,
    admits: (chunk) => scope.chunk(chunk),
    byWords,
    byMeaning: meaning.isMeasured,
  };
}
