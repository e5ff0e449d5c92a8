// The watched folders of one project: each told change marks its folder. Keeps a watch on the folder that stands at a path
// now, not on one that stood there before. Does not know whether all events arrive.
import type { Disk, Stamp } from "./disk.ts";
import { reasonOf } from "./rule-source.ts";
import type { Follower } from "./tree.ts";
import { codeOf, limitReason, remoteReason } from "./watch-support.ts";

export interface FolderWatches extends Follower {
  readonly count: () => number;
  /** Events since this was last asked. */
  takeTold(): number;
  /** Sets aside the watches of paths that are no folder of the tree any more. */
  setAside(isThere: (path: string) => boolean): void;
  /**
   * Ends the watches that were set aside. Their events that are still under way then reach nobody and go uncounted, until a
   * sentinel is seen. Answers how many there were.
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
  /** Something happened to the watched folder itself: it may be gone, and its inode used for another one. */
  doubtful: boolean;
}

/**
 * What happens to a watched folder itself is told by the last name of the path that it was first watched by, an old one
 * where it was moved since. No entry has this name, and it stays.
 */
const ITSELF = ".";

/** The folder's way of saying that it went or cannot be read: whoever verifies it finds that out and says it. */
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
      return `the project has more folders than the ${foldersMax} that may be watched; raise fs.inotify.max_user_watches`;
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
        // The new watch is there before the old one is set aside, so that no change falls between them.
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
