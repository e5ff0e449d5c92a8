// Symbolic links, and Windows' junctions, which Node shows as links: how a file is opened so that a link in its place is refused.
import { closeSync, constants, fstatSync, lstatSync, openSync } from "node:fs";
import { forSystem } from "./this-system.ts";

/** As Node tells them of a path or of an open file; both as numbers, or both as bigint. */
interface FileId {
  readonly ino: bigint | number;
  readonly dev: bigint | number;
}

export interface Links {
  /**
   * Opens a file, but no link. Does not wait for the writer of a pipe. `flags` and `mode` as `openSync` takes them. Throws ELOOP for a
   * link, and the system's errors. Folders above the file are followed.
   */
  openFile(path: string, flags?: number, mode?: number): number;
  /** Opens what a path leads to for reading, and does not wait for the writer of a pipe either. */
  openFollowed(path: string): number;
  /** The flags of `openFollowed`, for an opening by other means. */
  readonly followedFlags: number;
  /** What `openFile` adds to the flags: for an opening by other means, after a look at the path itself. */
  readonly flags: number;
  /** Whether two states are of one file or folder, found by its path or by its descriptor. */
  isSame(one: FileId, other: FileId): boolean;
}

export const posixLinks: Links = {
  openFile: (path, flags = constants.O_RDONLY, mode = undefined) =>
    openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, mode),
  openFollowed: (path) => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
  followedFlags: constants.O_RDONLY | (constants.O_NONBLOCK ?? 0),
  flags: (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  isSame: (one, other) => one.ino === other.ino && one.dev === other.dev,
};

const refused = (path: string): Error =>
  Object.assign(new Error(`ELOOP: ${path} is a link`), { code: "ELOOP", syscall: "open", path });

/**
 * The volume is not compared: of a path, Node 22.12 to 22.16 and 24.0 to 24.1 on Windows 11 tell another number for it than of the open
 * file (libuv 1.49 and 1.50, https://github.com/libuv/libuv/pull/4698), and so no file could be read.
 */
const isSameOnWindows: Links["isSame"] = (one, other) => one.ino === other.ino;

/** Windows follows links when it opens a file. So the path is examined before, and the opened file is compared with it. */
export const windowsLinks = (open: typeof openSync = openSync): Links => ({
  openFile(path, flags = constants.O_RDONLY, mode = undefined) {
    const there = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (there?.isSymbolicLink() === true) {
      throw refused(path);
    }
    const descriptor = open(path, flags, mode);
    // A new file did not exist when the path was examined, so there is nothing to compare.
    const expected = there ?? lstatSync(path, { bigint: true });
    if (!isSameOnWindows(fstatSync(descriptor, { bigint: true }), expected)) {
      closeSync(descriptor);
      throw refused(path);
    }
    return descriptor;
  },
  openFollowed: (path) => open(path, constants.O_RDONLY),
  followedFlags: constants.O_RDONLY,
  flags: 0,
  isSame: isSameOnWindows,
});

export const LINKS: Links = forSystem({ win32: windowsLinks(), other: posixLinks });
