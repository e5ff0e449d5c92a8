// Decides for each query whether watching has proved that only the marked folders can have changed. This takes a sentinel whose
// event has just arrived, so few events that none can have been dropped, and a tree that was verified as a whole before.
import type { WatchStatus } from "./corpus.ts";
import { type FolderWatches, openFolderWatches } from "./folder-watches.ts";
import { openSentinel, type Sentinel } from "./sentinel.ts";
import { absolutePath, findFolder, type Tree } from "./tree.ts";
import { limitReason, type WatchSupport, watchSupport } from "./watch-support.ts";

export interface WatchOptions {
  /** A folder of this program on the disk, for the sentinel. */
  readonly scratch: string;
  /** What the system supports; tests pass other values to make limits small. */
  readonly support?: WatchSupport;
  /** Whether a caller waits for an answer; background work begins after it. Default: never. */
  readonly isBusy?: () => boolean;
}

export interface Watcher {
  /** True if only the marked folders, and those with changes that cause no event, can differ from the verified state. */
  prove(): Promise<boolean>;
  /** Prepares a verification of everything that also starts to watch each folder before it is examined. */
  prepareAll(): Promise<void>;
  /** Everything has been verified since the last `prove` or `prepareAll`, in this time. */
  verifiedAll(milliseconds: number): void;
  /** Whether a verification of everything is due, apart from what queries need. */
  isAllDue(): boolean;
  status(): WatchStatus;
  close(): void;
}

/**
 * Some changes cause no event: writes through a memory map, through another hard link that has since been removed, or below a
 * mount point. So everything is verified at this interval while queries come, in milliseconds.
 */
const ALL_EVERY_MS = 60_000;
/** If verifying everything takes no longer than this, the query at which it is due does it. */
const ALL_AT_ONCE_MS = 20;
/** After a sentinel that was not seen, the time until the next is tried, in milliseconds. */
const DOUBT_MS = 1_000;
/** Events of the sentinel and of ended watches that may be in the kernel's queue without being counted. */
const UNCOUNTED_MAX = 64;

export function openWatcher(tree: Tree, { scratch, support = watchSupport() }: WatchOptions): Watcher {
  const sentinel: Sentinel = openSentinel(scratch, tree.disk);
  let watches: FolderWatches | null = null;
  let off = support.ok ? null : support.reason;
  let allVerified = false;
  let allVerifiedAtMs = 0;
  let allTookMs = 0;
  let quietUntilMs = 0;
  let doubt: string | null = null;
  /** Events that were not counted may still be in the kernel's queue. */
  let uncounted = false;

  function giveUp(reason: string): void {
    off ??= reason;
    close();
  }

  function close(): void {
    tree.watches = null;
    watches?.close();
    watches = null;
    sentinel.close();
  }

  function watchOf({ foldersMax }: WatchSupport & { ok: true }): FolderWatches {
    return openFolderWatches({
      disk: tree.disk,
      absolute: (path) => absolutePath(tree, path),
      foldersMax,
      mark: (path) => tree.marked.add(path),
      giveUp,
    });
  }

  /** Whether all earlier events have arrived. */
  async function isCaughtUp(): Promise<boolean> {
    if (performance.now() < quietUntilMs) return false;
    try {
      if (await sentinel.seen()) return true;
      quietUntilMs = performance.now() + DOUBT_MS;
      doubt = "the test event did not arrive in time";
    } catch (error) {
      giveUp(limitReason(error));
    }
    return false;
  }

  /**
   * A queue that overflowed held `queueLength` events, all delivered after the drop. One sentinel may split them in two, so at
   * least half of them come before this sentinel or before the next: that many events reveal a drop.
   */
  async function nothingWasLost(): Promise<boolean> {
    if (watches === null || !support.ok || !(await isCaughtUp()) || off !== null) return false;
    uncounted = false;
    const told = watches.takeTold();
    if (told < support.queueLength / 2 - UNCOUNTED_MAX) return true;
    doubt = `${told} changes at once may exceed the system's event queue`;
    return false;
  }

  const isOverdue = () => performance.now() - allVerifiedAtMs > ALL_EVERY_MS;

  return {
    async prove() {
      if (watches === null || !allVerified) return false;
      allVerified = (await nothingWasLost()) && !(isOverdue() && allTookMs <= ALL_AT_ONCE_MS);
      return allVerified;
    },
    async prepareAll() {
      if (!support.ok || off !== null) return;
      watches ??= watchOf(support);
      tree.watches = watches;
      if (watches.endSetAside() > 0) uncounted = true;
      if (!(await nothingWasLost())) allVerified = false;
    },
    verifiedAll(milliseconds) {
      allTookMs = milliseconds;
      allVerifiedAtMs = performance.now();
      if (watches === null) return;
      watches.setAside((path) => findFolder(tree, path) !== null);
      allVerified = !uncounted;
    },
    isAllDue: () => off === null && support.ok && (!allVerified || isOverdue()),
    status() {
      if (off !== null) return { state: "off", reason: off };
      if (watches === null || !allVerified)
        return { state: "starting", reason: doubt ?? "not every folder is watched yet" };
      const last = doubt === null ? "" : `; last full check because ${doubt}`;
      return { state: "live", reason: `${watches.count()} folders are watched${last}` };
    },
    close() {
      giveUp("the project was closed");
    },
  };
}
