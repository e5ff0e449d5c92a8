// The file system as project/ sees it: stamps that identify a state, listings, bounded reads; links are never followed. One
// object with few functions, so that a test can make any of them fail. Contains no rules.
import { isUtf8 } from "node:buffer";
import {
  closeSync,
  type Dirent,
  fstatSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  readSync,
  type Stats,
  statfsSync,
  watch,
} from "node:fs";
import { LINKS } from "../system/platform/links.ts";
import { realPath } from "../system/real-path.ts";
import type { CorpusFile } from "./corpus.ts";

export type EntryKind = "file" | "folder" | "link" | "other";

/** Differs between two states of one path. Times in milliseconds since the epoch, with fraction. */
export interface Stamp {
  readonly kind: EntryKind;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly inode: number;
  readonly device: number;
  /** Hard links to the file; of a folder, a number without meaning here. */
  readonly links: number;
}

export interface Entry {
  /** The name; an undecodable one in its escaped form (`caf\xe9`), which names no file. */
  readonly name: string;
  readonly kind: EntryKind | "unnameable";
}

/**
 * Receives the system's events about a watched folder or file, in the order in which they happened across everything that is
 * watched.
 */
export interface WatchListener {
  /** The entry that an event is about; the watched folder's own name where the event may be about the folder itself. */
  readonly event: (name: string | null) => void;
  readonly failed: (error: Error) => void;
}

export interface Disk {
  /** The state of the path itself (links are not followed); null when nothing is there. Throws what the system says. */
  stamp(path: string): Stamp | null;
  /** Entries in no particular order, without `.` and `..`. */
  list(folder: string): readonly Entry[];
  /** At most `maxBytes` bytes of a regular file from its start; a link, pipe or device is an error. */
  readHead(path: string, maxBytes: number): Buffer;
  readLink(path: string): string;
  realPath(path: string): string;
  /** Starts to report changes of a folder's entries, or of one file; throws where the system cannot. */
  watch(path: string, listener: WatchListener): { close(): void };
  /** The kind of file system that holds the path, by its magic number (`statfs(2)`). */
  fileSystemType(path: string): number;
  /** Milliseconds since the epoch. */
  now(): number;
}

export const localDisk: Disk = {
  stamp(path) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats === undefined ? null : stampOf(stats);
  },
  list: listFolder,
  readHead(path, maxBytes) {
    const opened = openRegular(path);
    try {
      return readUpTo(opened.descriptor, Math.min(maxBytes, Math.max(opened.stamp.size, 1)));
    } finally {
      closeSync(opened.descriptor);
    }
  },
  readLink: (path) => readlinkSync(path),
  realPath: (path) => realPath(path),
  watch(path, listener) {
    const watcher = watch(path, { persistent: false });
    watcher.on("change", (_kind, name) => listener.event(typeof name === "string" ? name : null));
    watcher.on("error", listener.failed);
    return watcher;
  },
  fileSystemType: (path) => statfsSync(path).type,
  now: () => Date.now(),
};

export const stampOf = (stats: Stats): Stamp => ({
  kind: kindOf(stats),
  size: stats.size,
  mtimeMs: stats.mtimeMs,
  ctimeMs: stats.ctimeMs,
  inode: stats.ino,
  device: stats.dev,
  links: stats.nlink,
});

/** Whether two stamps are of one file or folder, changed or not. */
export const isSameEntry = (a: Stamp, b: Stamp): boolean =>
  LINKS.isSame({ ino: a.inode, dev: a.device }, { ino: b.inode, dev: b.device });

/** Whether two stamps are of one unchanged file or folder. */
export const sameStamp = (a: Stamp, b: Stamp): boolean =>
  a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.size === b.size && isSameEntry(a, b) && a.kind === b.kind;

/**
 * Opens a regular file without following a link in the last component of its path, and without waiting for the writer of a
 * pipe.
 */
export function openRegular(path: string): { readonly descriptor: number; readonly stamp: Stamp } {
  const descriptor = LINKS.openFile(path);
  const stamp = stampOf(fstatSync(descriptor));
  if (stamp.kind !== "file") {
    closeSync(descriptor);
    throw new Error("it is not a regular file");
  }
  return { descriptor, stamp };
}

/** Reads from the start until `bytes` bytes or the end of the file. */
export function readUpTo(descriptor: number, bytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(bytes);
  let filled = 0;
  while (filled < bytes) {
    const got = readSync(descriptor, buffer, filled, bytes - filled, filled);
    if (got === 0) break;
    filled += got;
  }
  return buffer.subarray(0, filled);
}

/** The state of a file as the corpus has it. */
export const fileAt = (path: string, { size, mtimeMs, ctimeMs }: Stamp): CorpusFile => ({
  path,
  size,
  mtimeMs,
  ctimeMs,
});

/** The name with each unprintable or undecodable byte written as `\n`, `\xNN`. */
export function escapeUnprintable(name: Buffer | string): string {
  const bytes = typeof name === "string" ? Buffer.from(name, "utf8") : name;
  const decoded = isUtf8(bytes) ? bytes.toString("utf8") : bytes.toString("latin1");
  const odd = isUtf8(bytes) ? /\p{C}/gu : /[^\x20-\x7e]/g;
  return decoded.replace(odd, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code <= 0xff ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
  });
}

function kindOf(entry: Stats | Dirent | Dirent<Buffer>): EntryKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}

function listFolder(folder: string): readonly Entry[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  // U+FFFD is what an undecodable byte is decoded to, but it is also a legal character: only the bytes show which.
  if (entries.some((entry) => entry.name.includes("\uFFFD"))) return listBytes(folder);
  return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
}

function listBytes(folder: string): readonly Entry[] {
  return readdirSync(folder, { withFileTypes: true, encoding: "buffer" }).map((entry) =>
    isUtf8(entry.name)
      ? { name: entry.name.toString("utf8"), kind: kindOf(entry) }
      : { name: escapeUnprintable(entry.name), kind: "unnameable" as const },
  );
}
