// The bytes of one term's postings in one block of documents: an entry a document, ascending by slot (the document's
// place in its block). An entry is its slot, a header, and counts; docs/inside/file-format.md draws it.
import { type ByteReader, type ByteWriter, openByteReader, openByteWriter } from "../encoding/varint.ts";

/** Documents whose ids share id >> BLOCK_BITS share a block of postings. */
export const BLOCK_BITS = 8;
export const BLOCK_SIZE = 1 << BLOCK_BITS;

/** Where and how often one document contains a term. */
export interface DocumentEntry {
  /** Times in the path, and in the names that the document defines. */
  readonly path: number;
  readonly names: number;
  /** Ascending ordinals of the document's chunks that contain it, 0-based, and how often each does. */
  readonly ordinals: readonly number[];
  readonly counts: readonly number[];
}

const HAS_PATH = 1;
const HAS_NAMES = 2;

/** Puts the bytes of an entry without its slot. */
export function packEntry(entry: DocumentEntry, writer: ByteWriter): void {
  writer.number(entry.ordinals.length * 4 + (entry.path > 0 ? HAS_PATH : 0) + (entry.names > 0 ? HAS_NAMES : 0));
  if (entry.path > 0) {
    writer.number(entry.path);
  }
  if (entry.names > 0) {
    writer.number(entry.names);
  }
  let previous = -1;
  entry.ordinals.forEach((ordinal, at) => {
    const count = entry.counts[at] ?? 1;
    const gap = ordinal - previous - 1;
    // Most chunks contain a term once: then the count takes no byte.
    writer.number(gap * 2 + (count > 1 ? 1 : 0));
    if (count > 1) {
      writer.number(count);
    }
    previous = ordinal;
  });
}

/** Receives the entries of a block one by one, so that reading many makes no objects. */
export interface EntryVisitor {
  document(slot: number, path: number, names: number): void;
  chunk(ordinal: number, count: number): void;
}

function visitEntry(reader: ByteReader, visitor: EntryVisitor): void {
  const slot = reader.byte();
  const header = reader.number();
  const path = (header & HAS_PATH) === 0 ? 0 : reader.number();
  const names = (header & HAS_NAMES) === 0 ? 0 : reader.number();
  visitor.document(slot, path, names);
  let ordinal = -1;
  for (let left = Math.floor(header / 4); left > 0; left--) {
    const packed = reader.number();
    ordinal += Math.floor(packed / 2) + 1;
    visitor.chunk(ordinal, packed % 2 === 0 ? 1 : reader.number());
  }
}

export function visitBlock(bytes: Uint8Array, visitor: EntryVisitor): void {
  const reader = openByteReader(bytes);
  while (!reader.ended) {
    visitEntry(reader, visitor);
  }
}

const IGNORE: EntryVisitor = { document: () => undefined, chunk: () => undefined };

/** The packed entries of a block by slot, each without its slot byte. */
function entriesOf(bytes: Uint8Array): Map<number, Uint8Array> {
  const entries = new Map<number, Uint8Array>();
  const reader = openByteReader(bytes);
  while (!reader.ended) {
    const start = reader.at;
    visitEntry(reader, IGNORE);
    entries.set(bytes[start] ?? 0, bytes.subarray(start + 1, reader.at));
  }
  return entries;
}

/** Entries of packEntry, each of the slot at the same place; null removes the slot's entry, and the last one of a slot counts. */
export interface SlotChanges {
  readonly slots: number[];
  readonly entries: (Uint8Array | null)[];
}

/** The block with new entries behind all of its own. Undefined unless there are some, the slots ascend and each has an entry. */
function appended(bytes: Uint8Array, { slots, entries }: SlotChanges): Uint8Array | undefined {
  let length = bytes.length;
  let last = -1;
  for (const [at, entry] of entries.entries()) {
    const slot = slots[at] ?? -1;
    if (entry === null || slot <= last) {
      return undefined;
    }
    last = slot;
    length += 1 + entry.length;
  }
  if (length === 0) {
    return undefined;
  }
  const block = new Uint8Array(length);
  block.set(bytes);
  let end = bytes.length;
  for (const [at, entry] of entries.entries()) {
    block[end] = slots[at] ?? 0;
    block.set(entry ?? NOTHING, end + 1);
    end += 1 + (entry?.length ?? 0);
  }
  return block;
}

const NOTHING = new Uint8Array();

/**
 * The block after some slots have changed; null when nothing is left. `isBehind`: all of these slots are behind the block's own, so that
 * these need not be read.
 */
export function changeBlock(bytes: Uint8Array | null, changes: SlotChanges, isBehind: boolean): Uint8Array | null {
  const grown = bytes === null || isBehind ? appended(bytes ?? NOTHING, changes) : undefined;
  if (grown !== undefined) {
    return grown;
  }
  const entries = bytes === null ? new Map<number, Uint8Array>() : entriesOf(bytes);
  for (const [at, entry] of changes.entries.entries()) {
    const slot = changes.slots[at] ?? 0;
    if (entry === null) {
      entries.delete(slot);
    } else {
      entries.set(slot, entry);
    }
  }
  if (entries.size === 0) {
    return null;
  }
  const writer = openByteWriter([...entries.values()].reduce((sum, entry) => sum + 1 + entry.length, 0));
  for (const slot of [...entries.keys()].sort((a, b) => a - b)) {
    writer.byte(slot);
    writer.bytes(entries.get(slot) ?? NOTHING);
  }
  return writer.take();
}
