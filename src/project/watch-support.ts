// Whether the folders of a project can be watched here, and how many. The kernel knows of every change only if it alone writes
// to the file system.
import { readFileSync } from "node:fs";
import { codeOf } from "../vocabulary/errors.ts";
import type { Disk } from "./disk.ts";
import { reasonOf } from "./problems.ts";

export type WatchSupport =
  | {
      readonly ok: true;
      /** Folders that one process may watch. */
      readonly foldersMax: number;
      /** Events that the kernel queues for a process before it drops further ones. */
      readonly queueLength: number;
    }
  | { readonly ok: false; readonly reason: string };

/** Local file systems by their magic numbers (`statfs(2)`, linux/magic.h); network and FUSE file systems are not among them. */
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

/** All programs of the user share the kernel's limit on watches: other servers and an editor need theirs too. */
const SHARE_OF_WATCHES = 0.2;

export function watchSupport(): WatchSupport {
  if (process.platform !== "linux") {
    const reason = `on ${process.platform} the order of change events is not guaranteed, so each query checks every file`;
    return { ok: false, reason };
  }
  try {
    const foldersMax = Math.floor(readLimit("max_user_watches") * SHARE_OF_WATCHES);
    return { ok: true, foldersMax, queueLength: readLimit("max_queued_events") };
  } catch (error) {
    return { ok: false, reason: `the system's limits on watching cannot be read: ${String(error)}` };
  }
}

/** Why a folder's file system cannot be watched; null if it can. */
export function remoteReason(path: string, disk: Disk): string | null {
  const type = disk.fileSystemType(path) >>> 0;
  if (LOCAL_TYPES.has(type)) return null;
  return `the file system (type 0x${type.toString(16)}) of ${path} may be changed from other machines`;
}

/** Why the system refused a watch, and which limit to raise if that is the cause. */
export function limitReason(error: unknown): string {
  const limit = { ENOSPC: "max_user_watches", EMFILE: "max_user_instances" }[codeOf(error)];
  return limit === undefined ? reasonOf(error) : `the system's limit of watches is reached: raise fs.inotify.${limit}`;
}

function readLimit(name: string): number {
  const limit = Number(readFileSync(`/proc/sys/fs/inotify/${name}`, "utf8"));
  if (!Number.isSafeInteger(limit) || limit < 1) throw new Error(`fs.inotify.${name} is no number`);
  return limit;
}
