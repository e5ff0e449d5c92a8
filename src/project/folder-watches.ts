// The watches on the folders of one project: each reported change marks its folder. Each watch is kept on the folder that
// now is at a path, not on one that stood there before.
import type { Disk, Stamp } from "./disk.ts";
import { reasonOf } from "./rule-source.ts";
import type { Follower } from "./tree.ts";
import { codeOf, limitReason, remoteReason } from "./watch-support.ts";

export interface FolderWatches extends Follower {
  readonly count: () => number;
  /** Events since the last call. */
  takeTold(): number;
  /** Sets aside the watches of paths that are no longer folders of the tree. */
  setAside(isThere: (path: string) => boolean): void;
  /**
   * Ends the watches that were set aside and answers how many there were. Their events that are still on the way are then lost
   * and not counted, until a sentinel is seen.
   */
  endSetAside(): number;
  close(): void;
}

export interface FolderWatchesOptions {
  readonly disk: Disk;
  readonly absolute: (path: string) => string;
  readonly foldersMax: number;
  readonly mark: (path: string) => void;
  /** Called once: this project cannot be watched. */
  readonly giveUp: (reason: string) => void;
}

interface FolderWatch {
  readonly inode: number;
  readonly device: number;
  readonly watching: { close(): void };
  /** An event was about the watched folder itself: it may be deleted, and its inode reused. */
  doubtful: boolean;
}

/**
 * An event about a watched folder itself carries the last part of the path under which it was first watched, which is outdated
 * after a move. No entry has this name, and it never changes.
 */
const ITSELF = ".";

/** The folder was deleted or cannot be read. The refresh that checks it finds that out and reports it. */
const GONE = new Set(["ENOENT", "ENOTDIR", "ELOOP", "EACCES", "EPERM", "ENAMETOOLONG"]);

export function openFolderWatches(options: FolderWatchesOptions): FolderWatches {
  const { disk, absolute, foldersMax, mark, giveUp } = options;
  const watches = new Map<string, FolderWatch>();
  const aside: FolderWatch[] = [];
  const localDevices = new Set<number>();
  let told = 0;

  function start(path: string, { inode, device }: Stamp): void {
    const folder = absolute(path);
    const hearing = {
      event: (name: string | null) => {
        told += 1;
        mark(path);
        if (name === null || name === ITSELF) watch.doubtful = true;
      },
      failed: (error: Error) => giveUp(reasonOf(error)),
    };
    const watch: FolderWatch = { inode, device, watching: disk.watch(`${folder}/${ITSELF}`, hearing), doubtful: false };
    watches.set(path, watch);
  }

  function cannotWatch(path: string, { device }: Stamp): string | null {
    if (watches.size + aside.length >= foldersMax) {
      return `the project has more than ${foldersMax} folders, the limit for watching; raise fs.inotify.max_user_watches`;
    }
    if (localDevices.has(device)) return null;
    const reason = remoteReason(absolute(path), disk);
    if (reason === null) localDevices.add(device);
    return reason;
  }

  return {
    count: () => watches.size,
    follow(path, stamp) {
      const known = watches.get(path);
      const same = known?.inode === stamp.inode && known.device === stamp.device;
      if (known !== undefined && same && !known.doubtful) return false;
      try {
        const reason = cannotWatch(path, stamp);
        if (reason !== null) {
          giveUp(reason);
          return false;
        }
        // The new watch starts before the old one is set aside, so that no change is missed in between.
        start(path, stamp);
        if (known !== undefined) aside.push(known);
        return true;
      } catch (error) {
        if (GONE.has(codeOf(error))) mark(path);
        else giveUp(limitReason(error));
        return false;
      }
    },
    takeTold() {
      const now = told;
      told = 0;
      return now;
    },
    setAside(isThere) {
      for (const [path, watch] of watches) {
        if (isThere(path)) continue;
        watches.delete(path);
        aside.push(watch);
      }
    },
    endSetAside() {
      const ended = aside.splice(0);
      for (const { watching } of ended) watching.close();
      return ended.length;
    },
    close() {
      for (const { watching } of [...aside.splice(0), ...watches.values()]) watching.close();
      watches.clear();
    },
  };
}
