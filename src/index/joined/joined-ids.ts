// Joined ids of documents and chunks: the high bits are the project's place, the low bits the id in the project's own database.
import type { ChunkId, DocumentId } from "../../vocabulary/chunk.ts";
import { Failure } from "../../vocabulary/failure.ts";

/** 32 projects of as many ids as this fill the 31 bits of a positive Int32. */
const STRIDE = 2 ** 26;

type Id = ChunkId | DocumentId;

export const placeOfId = (id: Id): number => Math.floor(id / STRIDE);
export const idIn = <One extends Id>(id: One): One => (id % STRIDE) as One;

/** Throws INDEX_UNAVAILABLE if an id of the database is too large. */
export function idOf<One extends Id>(place: number, own: One): One {
  if (own >= STRIDE) {
    throw new Failure("INDEX_UNAVAILABLE", "an index has used too many ids to be searched together with others", {
      hint: "clear that project's index and index it again: context-broker index clear, then context-broker index",
    });
  }
  return (place * STRIDE + own) as One;
}

/** Writes `own`, moved to the project's range, into `into` from `at` on. */
export function moveIds(own: Int32Array, place: number, into: Int32Array, at: number): void {
  const offset = place * STRIDE;
  for (let i = 0; i < own.length; i++) {
    into[at + i] = offset + idOf(0, (own[i] ?? 0) as ChunkId);
  }
}
