// How raw texts are told from what is indexed, and how long they count.
import type { ChunkId, DocumentId } from "../../vocabulary/chunk.ts";

/** Ids from here on are of raw texts; an index that was never complete has used far fewer. */
export const RAW_IDS = 2 ** 25;

/** Whether a chunk is of a raw text, and not of the database. */
export const isRawId = (id: ChunkId | DocumentId): boolean => id >= RAW_IDS;

/** What the lengths of a raw text are told by: bytes for each of these, measured over sixteen repositories. */
export const BYTES_PER_TERM = 6.5;
export const BYTES_PER_NAME_TERM = 130;
