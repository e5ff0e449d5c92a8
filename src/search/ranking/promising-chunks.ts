// Which chunks to embed first for a query while vectors are missing: those that an answer by words alone would show, best
// first.
import type { Snapshot } from "../../index/snapshot.ts";
import type { ChunkId } from "../../vocabulary/ids.ts";
import type { Scope } from "../query/filter.ts";
import type { Query } from "../query/parse-query.ts";
import type { ByWords } from "./by-words.ts";
import { NO_PHRASES } from "./message-evidence.ts";
import { rank } from "./rank.ts";
import { retrieve } from "./retrieve.ts";

/** More than eight workers embed in the time there is. */
const PROMISING_MAX = 300;

/**
 * In the order of the lexical ranking: likely hits are measured first. Taking turns among the files gave the same within .005
 * NDCG@10. Includes chunks that have their vector.
 */
export function promisingChunks(
  snapshot: Snapshot,
  query: Query,
  scope: Scope,
  topK: number,
  words?: ByWords,
): ChunkId[] {
  const candidates = retrieve(snapshot, query, scope, null, topK, NO_PHRASES, words);
  return rank(snapshot, query, candidates)
    .slice(0, PROMISING_MAX)
    .map(({ chunk }) => chunk);
}
