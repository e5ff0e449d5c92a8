// The watches on the folders of one project: each reported change marks its folder. Each watch is kept on the folder that
// now is at a path, not on one that stood there before.

import { codeOf } from "../vocabulary/failure.ts";
import type { Disk, Stamp } from "./disk.ts";
import { reasonOf } from "./problems.ts";
import type { Follower } from "./tree.ts";
import { limitReason, remoteReason } from "./watch-support.ts";

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

export class FolderWatches implements Follower {
  readonly #options: FolderWatchesOptions;
  readonly #watches = new Map<string, FolderWatch>();
  readonly #aside: FolderWatch[] = [];
  readonly #localDevices = new Set<number>();
  #events = 0;

  constructor(options: FolderWatchesOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#watches.size;
  }

  follow(path: string, stamp: Stamp): boolean {
    const known = this.#watches.get(path);
    if (known?.inode === stamp.inode && known.device === stamp.device && !known.doubtful) return false;
    const { mark, giveUp } = this.#options;
    try {
      const reason = this.#whyNotWatched(path, stamp);
      if (reason !== null) {
        giveUp(reason);
        return false;
      }
      // The new watch starts before the old one is set aside, so that no change is missed in between.
      this.#start(path, stamp);
      if (known !== undefined) this.#aside.push(known);
      return true;
    } catch (error) {
      if (GONE.has(codeOf(error))) mark(path);
      else giveUp(limitReason(error));
      return false;
    }
  }

  /** Events since the last call. */
  takeEventCount(): number {
    const events = this.#events;
    this.#events = 0;
    return events;
  }

  /** Sets aside the watches of paths that are no longer folders of the tree. */
  setAside(isThere: (path: string) => boolean): void {
    for (const [path, watch] of this.#watches) {
      if (isThere(path)) continue;
      this.#watches.delete(path);
      this.#aside.push(watch);
    }
  }

  /**
   * Ends the watches that were set aside and answers how many there were. Their events that are still on the way are then lost
   * and not counted, until a sentinel is seen.
   */
  endSetAside(): number {
    const ended = this.#aside.splice(0);
    for (const { watching } of ended) watching.close();
    return ended.length;
  }

  close(): void {
    this.endSetAside();
    for (const { watching } of this.#watches.values()) watching.close();
    this.#watches.clear();
  }

  #start(path: string, { inode, device }: Stamp): void {
    const { disk, absolute, mark, giveUp } = this.#options;
    const watching = disk.watch(`${absolute(path)}/${ITSELF}`, {
      event: (name) => {
        this.#events += 1;
        mark(path);
        if (name === null || name === ITSELF) watch.doubtful = true;
      },
      failed: (error) => giveUp(reasonOf(error)),
    });
    const watch: FolderWatch = { inode, device, watching, doubtful: false };
    this.#watches.set(path, watch);
  }

  #whyNotWatched(path: string, { device }: Stamp): string | null {
    const { disk, absolute, foldersMax } = this.#options;
    if (this.#watches.size + this.#aside.length >= foldersMax) {
      return `the project has more than ${foldersMax} folders, the limit for watching; raise fs.inotify.max_user_watches`;
    }
    if (this.#localDevices.has(device)) return null;
    const reason = remoteReason(absolute(path), disk);
    if (reason === null) this.#localDevices.add(device);
    return reason;
  }
}
