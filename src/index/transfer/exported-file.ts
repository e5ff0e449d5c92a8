// Reads an exported file. It came from somebody else, so nothing in it is used before the whole file was checked. Blocks that are read again
// later are compared with the hashes of that check, so a file that changes meanwhile is refused.
import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { Embedding } from "../../embedding/embedder.ts";
import { vectorOfBytes } from "../../embedding/vector-bytes.ts";
import { LINKS } from "../../system/platform/links.ts";
import { codeOf, Failure, messageOf, throwIfCancelled } from "../../vocabulary/failure.ts";
import { formatNumber } from "../../vocabulary/shown-text.ts";
import {
  DIGEST_BYTES,
  EXPORT_KEY_BYTES,
  type ExportHeader,
  notAnExport,
  PREFIX_BYTES,
  parseHeader,
  parsePrefix,
  recordBytes,
} from "./export-header.ts";

/** Records that are read and checked at once: 776 KiB with 384 dimensions. */
const BLOCK_RECORDS = 512;
/** By how much a vector's length may differ from 1. */
const LENGTH_TOLERANCE = 1e-3;

/** Records that follow each other in the file; valid until the next block is read. */
export interface RecordBlock {
  /** Place of the first one in the file. */
  readonly first: number;
  readonly count: number;
  keyAt(at: number): Buffer;
  /** Valid as long as the block. */
  vectorAt(at: number): Embedding;
}

export class ExportedFile {
  readonly header: ExportHeader;
  readonly bytes: number;
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #recordsAt: number;
  readonly #recordBytes: number;
  /** SHA-256 of each block, as `verify` found it. */
  #digests: Buffer | null = null;

  private constructor(path: string, handle: FileHandle, bytes: number, header: ExportHeader, recordsAt: number) {
    this.#path = path;
    this.#handle = handle;
    this.bytes = bytes;
    this.header = header;
    this.#recordsAt = recordsAt;
    this.#recordBytes = recordBytes(header.dimensions);
  }

  /** Reads the header, and checks it and the size. Throws NOT_FOUND, INVALID_INPUT, DOCUMENT_INVALID, STORAGE_UNAVAILABLE. */
  static async open(path: string): Promise<ExportedFile> {
    const handle = await openRegular(path);
    try {
      const { size } = await handle.stat();
      const prefix = await readAt(handle, 0, Math.min(PREFIX_BYTES, size));
      const length = parsePrefix(prefix);
      const recordsAt = PREFIX_BYTES + length;
      const header = parseHeader(
        await readAt(handle, PREFIX_BYTES, Math.min(length, Math.max(0, size - PREFIX_BYTES))),
      );
      const expected = recordsAt + header.count * recordBytes(header.dimensions) + DIGEST_BYTES;
      if (size !== expected) {
        throw notAnExport(
          `it has ${formatNumber(size)} bytes, and its header announces ${formatNumber(expected)}: ${size < expected ? "it was cut off" : "it was appended to"}`,
        );
      }
      return new ExportedFile(path, handle, size, header, recordsAt);
    } catch (error) {
      await handle.close();
      throw explained(error, path);
    }
  }

  /** Reads all of it: its SHA-256, the order of its keys, the length of each vector. Throws DOCUMENT_INVALID, CANCELLED. */
  async verify(signal: AbortSignal, onProgress: (records: number) => void): Promise<void> {
    const whole = createHash("sha256").update(await this.#read(0, this.#recordsAt));
    const digests = Buffer.alloc(this.#blockCount * DIGEST_BYTES);
    const order = { last: Buffer.alloc(0) };
    // Reported only if the SHA-256 is right: in a damaged file, the damage is the reason.
    let issue: string | null = null;
    for (let at = 0; at < this.#blockCount; at++) {
      throwIfCancelled(signal);
      const bytes = await this.#readBlock(at);
      whole.update(bytes);
      createHash("sha256")
        .update(bytes)
        .digest()
        .copy(digests, at * DIGEST_BYTES);
      const block = this.#blockOf(at, bytes);
      issue ??= issueIn(block, order);
      onProgress(block.first + block.count);
    }
    const stored = await this.#read(this.bytes - DIGEST_BYTES, DIGEST_BYTES);
    if (!whole.digest().equals(stored)) {
      throw this.#refused("it is damaged: its SHA-256 is another one than it states");
    }
    if (issue !== null) {
      throw this.#refused(`${issue}, though its SHA-256 is right: it was not made by \`index export\``);
    }
    this.#digests = digests;
  }

  /** Every record in order. Call `verify` before. */
  async *blocks(signal: AbortSignal): AsyncGenerator<RecordBlock> {
    for (let at = 0; at < this.#blockCount; at++) {
      throwIfCancelled(signal);
      yield await this.#verifiedBlock(at);
    }
  }

  /** The blocks of these records, which ascend. Call `verify` before. */
  async *blocksWith(records: Uint32Array, signal: AbortSignal): AsyncGenerator<RecordBlock> {
    let next = -1;
    for (const record of records) {
      const at = Math.floor(record / BLOCK_RECORDS);
      if (at > next) {
        next = at;
        throwIfCancelled(signal);
        yield await this.#verifiedBlock(at);
      }
    }
  }

  /** The vector of one record. Call `verify` before. */
  async vectorAt(record: number): Promise<Embedding> {
    const block = await this.#verifiedBlock(Math.floor(record / BLOCK_RECORDS));
    return block.vectorAt(record - block.first);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  get #blockCount(): number {
    return Math.ceil(this.header.count / BLOCK_RECORDS);
  }

  async #verifiedBlock(at: number): Promise<RecordBlock> {
    const bytes = await this.#readBlock(at);
    const digest = createHash("sha256").update(bytes).digest();
    const verified = this.#digests?.subarray(at * DIGEST_BYTES, (at + 1) * DIGEST_BYTES);
    if (verified === undefined || !digest.equals(verified)) {
      throw this.#refused("it changed while it was read");
    }
    return this.#blockOf(at, bytes);
  }

  #readBlock(at: number): Promise<Buffer> {
    const first = at * BLOCK_RECORDS;
    const count = Math.min(BLOCK_RECORDS, this.header.count - first);
    return this.#read(this.#recordsAt + first * this.#recordBytes, count * this.#recordBytes);
  }

  #blockOf(at: number, bytes: Buffer): RecordBlock {
    const size = this.#recordBytes;
    return {
      first: at * BLOCK_RECORDS,
      count: bytes.length / size,
      keyAt: (place) => bytes.subarray(place * size, place * size + EXPORT_KEY_BYTES),
      vectorAt: (place) => vectorOfBytes(bytes.subarray(place * size + EXPORT_KEY_BYTES, (place + 1) * size)),
    };
  }

  async #read(position: number, length: number): Promise<Buffer> {
    try {
      return await readAt(this.#handle, position, length);
    } catch (error) {
      throw explained(error, this.#path);
    }
  }

  #refused(message: string): Failure {
    return explained(notAnExport(message), this.#path);
  }
}

/** Checks that keys ascend, also from block to block, and that every vector has length 1. Null, or what is wrong with the first bad record. */
function issueIn(block: RecordBlock, order: { last: Buffer }): string | null {
  for (let at = 0; at < block.count; at++) {
    const key = block.keyAt(at);
    if (Buffer.compare(order.last, key) >= 0) {
      return `the keys of records ${block.first + at - 1} and ${block.first + at} are not in ascending order`;
    }
    order.last = Buffer.from(key);
    let squares = 0;
    for (const value of block.vectorAt(at)) {
      squares += value * value;
    }
    // Also where a value is not finite.
    if (!(Math.abs(Math.sqrt(squares) - 1) <= LENGTH_TOLERANCE)) {
      return `the vector of record ${block.first + at} is not of length 1`;
    }
  }
  return null;
}

/** A pipe or a device is refused, and opening one does not wait for its other end. */
async function openRegular(path: string): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    handle = await open(path, LINKS.followedFlags);
  } catch (error) {
    throw explained(error, path);
  }
  const stat = await handle.stat();
  if (!stat.isFile()) {
    await handle.close();
    throw new Failure("INVALID_INPUT", `file: ${path} is not a file`, {
      hint: "name a file that `context-broker index export` wrote",
    });
  }
  return handle;
}

/** Reads exactly `length` bytes. Throws DOCUMENT_INVALID if the file has become shorter. */
async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) {
      throw notAnExport("it changed while it was read");
    }
    done += bytesRead;
  }
  return bytes;
}

/** With the file's path, and errors of the file system with a remedy. */
function explained(error: unknown, path: string): Failure {
  if (error instanceof Failure) {
    const { code, message, hint, cause } = error;
    return code === "DOCUMENT_INVALID"
      ? new Failure(code, `${path} cannot be imported: ${message}. Nothing was changed`, { hint, cause })
      : error;
  }
  if (codeOf(error) === "ENOENT") {
    return new Failure("NOT_FOUND", `there is no file ${path}`, {
      hint: "name a file that `context-broker index export` wrote",
      cause: error,
    });
  }
  return new Failure("STORAGE_UNAVAILABLE", `${path} cannot be read: ${messageOf(error)}`, {
    hint: "check that you may read it, and copy it to this machine",
    cause: error,
  });
}
