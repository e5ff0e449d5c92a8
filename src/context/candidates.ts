// The files in which a task's lines may be: what a search for the whole task finds first, and what searches for its parts do.
import { chunkIdsOf, type DocumentRecord, type Snapshot } from "../index/snapshot.ts";
import { roleOf } from "../languages/file-role.ts";
import type { Scope } from "../search/query/filter.ts";
import type { Query } from "../search/query/parse-query.ts";
import { rank } from "../search/ranking/rank.ts";
import { type Candidates, type PhraseShares, retrieve } from "../search/ranking/retrieve.ts";
import type { ChunkId, DocumentId } from "../vocabulary/chunk.ts";
import type { Hit } from "../vocabulary/search.ts";
import { type FileEvidence, PLACE_LEAST } from "./evidence.ts";

/** A text that is searched for: the task, or a part of it. */
export interface Search {
  readonly query: Query;
  /** Null where meaning is not used. */
  readonly vector: Float32Array | null;
  readonly phrases: PhraseShares;
}

/** Files of the search for the whole task, and of a search for a part: a necessary line in a later one is hardly ever reached. */
const FILES_OF_TASK = 25;
const FILES_OF_PART = 8;
/** Hits that are asked for, of the task and of a part. */
const HITS_OF_TASK = 100;
const HITS_OF_PART = 30;
/** Rank of a file that the search for the whole task does not list. */
const UNRANKED = 99;
/** Scores of places are divided by this. */
const PLACE_SCALE = 10;

export interface CandidateFiles {
  readonly files: readonly FileEvidence[];
  /** Of the search for the whole task: share of each of its terms. */
  readonly termShares: ReadonlyMap<string, number>;
}

/** `named`: files that the task names, which are candidates in any case. The first search is for the whole task. */
export function findCandidates(
  snapshot: Snapshot,
  scope: Scope,
  searches: readonly Search[],
  named: readonly DocumentId[],
): CandidateFiles {
  const places = new Map<ChunkId, number>();
  const ranks = new Map<DocumentId, number>();
  const chosen = new Set<DocumentId>(named);
  let ofTask: Candidates | null = null;
  searches.forEach(({ query, vector, phrases }, at) => {
    const topK = at === 0 ? HITS_OF_TASK : HITS_OF_PART;
    const candidates = retrieve(snapshot, query, scope, vector, topK, phrases);
    const { hits, further } = rank(snapshot, query, candidates);
    ofTask ??= candidates;
    const all: readonly Hit[] = [...hits, ...further];
    const top = all.reduce((most, { placeScore }) => Math.max(most, placeScore), Number.NEGATIVE_INFINITY);
    for (const { chunk, placeScore } of all) {
      const place = (placeScore - top) / PLACE_SCALE;
      places.set(chunk, Math.max(places.get(chunk) ?? PLACE_LEAST, place));
    }
    const documents = [...new Set(all.map(({ chunk }) => snapshot.chunkDocument(chunk)))];
    documents.slice(0, at === 0 ? FILES_OF_TASK : FILES_OF_PART).forEach((document) => {
      chosen.add(document);
    });
    if (at === 0) {
      documents.forEach((document, rankOfFile) => {
        ranks.set(document, rankOfFile);
      });
    }
  });
  const task = ofTask as Candidates | null;
  const lexical = new Map(task?.files.map((file) => [file.document, file.lexical]));
  const evidenceOf = (id: DocumentId): FileEvidence => {
    const document: DocumentRecord = snapshot.document(id);
    const side = roleOf(document.path);
    const meaning = task?.meaning.ofDocument(id) ?? new Float64Array(0);
    const words = new Map(lexical.get(id)?.chunks.map(({ chunk, score }) => [chunk, score]));
    return {
      document,
      rank: ranks.get(id) ?? UNRANKED,
      side: side === null ? null : side.role === "test" ? "test" : "other",
      symbols: snapshot.symbols(id),
      chunks: snapshot.chunks(chunkIdsOf(document)).map((chunk, place) => ({
        chunk,
        meaning: meaning[place] || 0,
        words: (words.get(chunk.id) ?? 0) / (task?.maxima.chunk ?? 1),
        place: places.get(chunk.id) ?? PLACE_LEAST,
      })),
    };
  };
  const files = [...chosen]
    .map(evidenceOf)
    .sort((a, b) => a.rank - b.rank || (a.document.path < b.document.path ? -1 : 1));
  return { files, termShares: task?.termShares ?? new Map() };
}
