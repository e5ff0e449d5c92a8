// A vector as bytes: float32, little endian on every machine. In the vector store and in exported files.
import { endianness } from "node:os";
import type { Embedding } from "./embedder.ts";

const SWAP = endianness() === "BE";

export function bytesOfVector(vector: Embedding): Buffer {
  const bytes = Buffer.from(vector.slice().buffer);
  return SWAP ? bytes.swap32() : bytes;
}

/** A view of the bytes where they are aligned, which are then no longer the caller's; otherwise a copy. */
export function vectorOfBytes(bytes: Buffer): Embedding {
  if (SWAP) {
    bytes.swap32();
  }
  const { buffer, byteOffset, byteLength } = bytes;
  // SQLite's values have their own memory; they are copied only if it is not aligned.
  return byteOffset % Float32Array.BYTES_PER_ELEMENT === 0
    ? new Float32Array(buffer, byteOffset, byteLength / Float32Array.BYTES_PER_ELEMENT)
    : new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
}
