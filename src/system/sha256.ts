// The SHA-256 of a text or of bytes that are in memory; of a file, see hash-file.ts.
import { createHash } from "node:crypto";

/** Lower-case hex; `length`: the first so many of its 64 digits. */
export const sha256Of = (content: string | Uint8Array, length = 64): string =>
  createHash("sha256").update(content).digest("hex").slice(0, length);
