// Watching folders: whether the events of a system prove that nothing else has changed, and the limits on watches.
import { readFileSync } from "node:fs";
import { forSystem, SYSTEM } from "./this-system.ts";

export type WatchSupport =
  | {
      readonly ok: true;
      /** Folders that one process may watch. */
      readonly foldersMax: number;
      /** Events that the kernel queues for a process before it drops further ones. */
      readonly queueLength: number;
    }
  | { readonly ok: false; readonly reason: string };

export interface Watching {
  support(): WatchSupport;
  /** Whether only this machine changes a file system of this type (`statfs(2)`), so that its kernel sees every change. */
  isLocal(fileSystemType: number): boolean;
  /** The name of the limit because of which a watch was refused, for a user who wants to raise it; null for another reason. */
  limitReached(code: string): string | null;
}

/** Local file systems by their magic numbers (linux/magic.h); network and FUSE file systems are not among them. */
const LOCAL_TYPES: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0x01021994, // tmpfs
  0x858458f6, // ramfs
  0x794c7630, // overlay
  0x2fc12fc1, // zfs
  0xf2f52010, // f2fs
  0xca451a4e, // bcachefs
  0x3153464a, // jfs
  0x4d44, // vfat
  0x2011bab0, // exfat
  0x7366746e, // ntfs3
]);

/** The share of the kernel's limit that one process uses: other servers and an editor of the user need watches, too. */
const SHARE_OF_WATCHES = 0.2;
const LIMITS: Readonly<Record<string, string>> = { ENOSPC: "max_user_watches", EMFILE: "max_user_instances" };

/** inotify: a watch for each folder, and all events of a process in one queue, in their order. `read` throws where there is no file. */
export function linuxWatching(read = (path: string): string => readFileSync(path, "utf8")): Watching {
  const readLimit = (name: string): number => {
    const limit = Number(read(`/proc/sys/fs/inotify/${name}`));
    if (!Number.isSafeInteger(limit) || limit < 1) throw new Error(`fs.inotify.${name} is no number`);
    return limit;
  };
  return {
    support() {
      try {
        const foldersMax = Math.floor(readLimit("max_user_watches") * SHARE_OF_WATCHES);
        return { ok: true, foldersMax, queueLength: readLimit("max_queued_events") };
      } catch (error) {
        return { ok: false, reason: `the system's limits on watching cannot be read: ${String(error)}` };
      }
    },
    isLocal: (type) => LOCAL_TYPES.has(type >>> 0),
    limitReached: (code) => (LIMITS[code] === undefined ? null : `fs.inotify.${LIMITS[code]}`),
  };
}

/**
 * macOS and Windows watch a tree with one watch. But they merge and delay events and keep no order between watches, so no event proves that all
 * earlier ones have arrived.
 */
export const unorderedWatching = (system: string = SYSTEM): Watching => ({
  support: () => ({
    ok: false,
    reason: `on ${system} the order of change events is not guaranteed, so each query checks every file`,
  }),
  isLocal: () => false,
  limitReached: () => null,
});

export const WATCHING: Watching = forSystem({ linux: linuxWatching(), other: unorderedWatching() });
