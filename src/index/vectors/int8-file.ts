// The saved rows of an int8 scan: one file with a JSON header, followed by the records as they lie in memory. It saves reading
// every vector from the store at start. It is checked before it is used, and can always be made again.
import { type FileHandle, open } from "node:fs/promises";
import { setImmediate as yieldToEvents } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { removeAbandonedWrites, writeFileAtomically } from "../../system/atomic-file.ts";
import { Failure, messageOf, throwIfCancelled } from "../../vocabulary/failure.ts";
import { Int8Rows, int8RecordBytes } from "./int8-rows.ts";
import { type Refusal, refusalOf, refuseOther } from "./saved-file.ts";
import type { VectorIndexOrigin } from "./vector-index.ts";

/** 1: first format. A file of another version is made again from the vector store. */
const INT8_FORMAT = 1;
/** A page of disk; the rest of it after the JSON is spaces. */
const HEADER_BYTES = 4_096;
/** Read and written in one piece: some milliseconds, between two yields to the event loop. */
const BLOCK_BYTES = 4 * 1024 ** 2;

const headerSchema = z.object({
  format: z.literal(INT8_FORMAT),
  databaseId: z.string(),
  model: z.string(),
  dimensions: z.int().min(1),
  records: z.int().min(0),
  recordBytes: z.int().min(1),
  /** CRC-32 of all records. It detects torn and damaged files, which is enough, since only the user can write there. */
  crc32: z.int().min(0),
});
type Header = z.output<typeof headerSchema>;

export type Int8Load = { readonly rows: Int8Rows } | ({ readonly rows: null } & Refusal);

/** Writes the rows, which must not change meanwhile. STORAGE_UNAVAILABLE, CANCELLED: the previous file stays in place. */
export async function saveInt8File(
  file: string,
  origin: VectorIndexOrigin,
  rows: Int8Rows,
  signal: AbortSignal,
): Promise<void> {
  try {
    await writeFileAtomically(file, (handle) => writeAll(handle, origin, rows, signal));
  } catch (cause) {
    if (cause instanceof Failure) {
      throw cause;
    }
    const reason = messageOf(cause);
    throw new Failure("STORAGE_UNAVAILABLE", `${file} was not written: ${reason}`, {
      hint: "free some disk space; without this file, starting takes longer",
      cause,
    });
  }
  await removeAbandonedWrites(file);
}

async function writeAll(
  handle: FileHandle,
  origin: VectorIndexOrigin,
  rows: Int8Rows,
  signal: AbortSignal,
): Promise<void> {
  const { size: records, recordBytes } = rows;
  const recordsABlock = Math.floor(BLOCK_BYTES / recordBytes);
  let sum = 0;
  for (let first = 0; first < records; first += recordsABlock) {
    throwIfCancelled(signal);
    const block = rows.records(first, Math.min(recordsABlock, records - first));
    sum = crc32(block, sum);
    await writeWhole(handle, block, HEADER_BYTES + first * recordBytes);
  }
  const header: Header = { format: INT8_FORMAT, ...origin, records, recordBytes, crc32: sum };
  await writeWhole(handle, Buffer.from(JSON.stringify(header).padEnd(HEADER_BYTES)), 0);
}

/** One call may write only a part. */
async function writeWhole(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, position + at);
    at += bytesWritten;
  }
}

/**
 * The rows of the file, if it is complete and was made from `expected`. Their chunks may be of an older generation: the caller
 * removes chunks that no longer exist and adds new ones.
 */
export async function loadInt8File(file: string, expected: VectorIndexOrigin, signal: AbortSignal): Promise<Int8Load> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, "r");
    return await loadFrom(handle, expected, signal);
  } catch (error) {
    if (error instanceof Failure) {
      throw error;
    }
    return { rows: null, ...refusalOf(error) };
  } finally {
    await handle?.close();
  }
}

function refuse(reason: Refusal["reason"], detail: string): Int8Load {
  return { rows: null, reason, detail };
}

async function loadFrom(handle: FileHandle, expected: VectorIndexOrigin, signal: AbortSignal): Promise<Int8Load> {
  const head = Buffer.alloc(HEADER_BYTES);
  await readWhole(handle, head, 0);
  const parsed = headerSchema.safeParse(JSON.parse(head.toString("utf8")));
  if (!parsed.success) {
    return refuse("format", "the header is of another format");
  }
  const header = parsed.data;
  const other = refuseOther(header, expected);
  if (other !== null) {
    return { rows: null, ...other };
  }
  if (header.recordBytes !== int8RecordBytes(header.dimensions)) {
    return refuse("format", `its records have ${header.recordBytes} bytes`);
  }
  return readRecords(handle, header, signal);
}

async function readRecords(handle: FileHandle, header: Header, signal: AbortSignal): Promise<Int8Load> {
  const { records, recordBytes, dimensions } = header;
  const { size: bytes } = await handle.stat();
  if (bytes !== HEADER_BYTES + records * recordBytes) {
    return refuse("torn", `it has ${bytes} bytes for ${records} records`);
  }
  const rows = new Int8Rows(dimensions);
  const room = rows.room(records);
  const blocks = Array.from({ length: Math.ceil(room.length / BLOCK_BYTES) }, (_, at) =>
    room.subarray(at * BLOCK_BYTES, (at + 1) * BLOCK_BYTES),
  );
  // All at once: they are read in threads, whatever this one does meanwhile.
  const reads = blocks.map((block, at) => readWhole(handle, block, HEADER_BYTES + at * BLOCK_BYTES));
  for (const read of reads) {
    // The first failure ends the loop below.
    read.catch(() => undefined);
  }
  let sum = 0;
  for (const [at, block] of blocks.entries()) {
    await reads[at];
    throwIfCancelled(signal);
    sum = crc32(block, sum);
    await yieldToEvents();
  }
  if (sum !== header.crc32) {
    return refuse("torn", "it is not the file that was written");
  }
  return rows.admitRecords(records) ? { rows } : refuse("torn", "it holds a chunk twice");
}

/** One call may read only a part; throws at the end of the file. */
async function readWhole(handle: FileHandle, into: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < into.length; ) {
    const { bytesRead } = await handle.read(into, at, into.length - at, position + at);
    if (bytesRead === 0) {
      throw new Error("it ends early");
    }
    at += bytesRead;
  }
}
