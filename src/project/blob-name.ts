// The name that git would give to the content of a file as it is on the disk: what tells whether it differs from a blob
// without asking git to look at the file. Runs nothing.
import { createHash } from "node:crypto";
import { closeSync } from "node:fs";
import { join } from "node:path";
import { throwIfCancelled } from "../vocabulary/failure.ts";
import type { CorpusFile, CorpusSource } from "./corpus.ts";
import { openRegular, readUpTo } from "./disk.ts";
import { readAdmitted } from "./read-admitted.ts";

/** The name that git would give the file's content, or null where the project no longer admits it as it was. */
export async function blobOf(
  source: CorpusSource,
  file: CorpusFile,
  like: string,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  throwIfCancelled(signal);
  const read = await readAdmitted(source, file.path);
  const bytes = read === null || "excluded" in read ? null : readBytes(join(source.root, file.path), read.contentHash);
  if (bytes === null) {
    return null;
  }
  const id = blobName(bytes, like.length);
  // A checkout with line ends of its own holds the same content.
  return id === like || !bytes.includes("\r\n") ? id : blobName(withLineFeeds(bytes), like.length);
}

function readBytes(path: string, contentHash: string): Buffer | null {
  try {
    const { descriptor, stamp } = openRegular(path);
    try {
      const bytes = readUpTo(descriptor, stamp.size);
      return createHash("sha256").update(bytes).digest("hex") === contentHash ? bytes : null;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // It was there a moment ago: it is changing now.
    return null;
  }
}

function withLineFeeds(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}

/** Repositories of today name content by SHA-1, those of `--object-format=sha256` by SHA-256. */
function blobName(bytes: Buffer, length: number): string {
  const hash = createHash(length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
