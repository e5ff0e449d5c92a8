// The object id that git would give to a file's content on disk. It shows whether the file differs from a blob without asking
// git to look at the file. Runs no process.
import { createHash } from "node:crypto";
import { closeSync } from "node:fs";
import { join } from "node:path";
import { sha256Of } from "../system/sha256.ts";
import { throwIfCancelled } from "../vocabulary/failure.ts";
import type { CorpusFile, CorpusSource } from "./corpus.ts";
import { openRegular, readUpTo } from "./disk.ts";
import { readAdmitted } from "./read-admitted.ts";

/** The object id of the file's content; null where the project no longer admits the file in that state. */
export async function blobOf(
  source: CorpusSource,
  file: CorpusFile,
  like: string,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  throwIfCancelled(signal);
  const read = await readAdmitted(source, file.path);
  if (read === null || "excluded" in read) {
    return null;
  }
  const bytes = readWhole(join(source.root, file.path));
  return bytes === null || sha256Of(bytes) !== read.contentHash ? null : nameOf(bytes, like);
}

/**
 * Whether the file at an absolute path has the content of a blob: for files that the project leaves out, of which nothing is shown.
 * False where it cannot be read.
 */
export function hasContentOf(path: string, blob: string): boolean {
  const bytes = readWhole(path);
  return bytes !== null && nameOf(bytes, blob) === blob;
}

function nameOf(bytes: Buffer, like: string): string {
  const id = blobName(bytes, like.length);
  // A checkout may convert line ends (CRLF); the content is then still the same.
  return id === like || !bytes.includes("\r\n") ? id : blobName(withLineFeeds(bytes), like.length);
}

function readWhole(path: string): Buffer | null {
  try {
    const { descriptor, stamp } = openRegular(path);
    try {
      return readUpTo(descriptor, stamp.size);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The file was there a moment ago, so it is being changed right now.
    return null;
  }
}

/** With LF for CR LF, as git stores text that it checks out with CR LF. */
export const withLineFeeds = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");

/** Git uses SHA-1, or SHA-256 in repositories made with `--object-format=sha256`. */
export function blobName(bytes: Buffer, length: number): string {
  const hash = createHash(length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
