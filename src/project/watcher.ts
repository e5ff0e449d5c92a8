// Decides, query by query, whether watching has proved that nothing but the marked folders can have changed. It takes a
// sentinel that was just seen, too few events for any to have been dropped, and a tree that was once verified as a whole.
import type { WatchStatus } from "./corpus.ts";
import { type FolderWatches, openFolderWatches } from "./folder-watches.ts";
import { openSentinel, type Sentinel } from "./sentinel.ts";
import { absolutePath, findFolder, type Tree } from "./tree.ts";
import { limitReason, type WatchSupport, watchSupport } from "./watch-support.ts";

export interface WatchOptions {
  /** A folder of our own on the disk, for the sentinel. */
  readonly scratch: string;
  /** What the system offers; another value makes limits short in tests. */
  readonly support?: WatchSupport;
  /** Whether somebody waits for an answer: what nobody waits for begins after it. Default: nobody ever does. */
  readonly isBusy?: () => boolean;
}

export interface Watcher {
  /** True when the marked folders and those with untold things are all that can differ from what was verified. */
  prove(): Promise<boolean>;
  /** Prepares a verification of everything that also watches every folder, from when it is looked at on. */
  prepareAll(): Promise<void>;
  /** Everything was verified since the last `prove` or `prepareAll`; it took so long. */
  verifiedAll(milliseconds: number): void;
  /** Whether a verification of everything is due, beyond what queries need. */
  isAllDue(): boolean;
  status(): WatchStatus;
  close(): void;
}

/**
 * Some changes have no event: writes through a memory map, through a second name of a file that is gone by now, or below
 * something that was mounted. Everything is verified so often while queries come, in milliseconds.
 */
const ALL_EVERY_MS = 60_000;
/** Where verifying everything takes no longer, the query that it is due at does so itself. */
const ALL_AT_ONCE_MS = 20;
/** A sentinel that was not seen is not waited for again so soon, in milliseconds. */
const DOUBT_MS = 1_000;
/** Events of the sentinel and of ended watches that may lie in the kernel's queue uncounted. */
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
  /** Events that nobody was told of may still lie in the kernel's queue. */
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

  /** Whether every event of before has arrived. */
  async function isCaughtUp(): Promise<boolean> {
    if (performance.now() < quietUntilMs) return false;
    try {
      if (await sentinel.seen()) return true;
      quietUntilMs = performance.now() + DOUBT_MS;
      doubt = "the sentinel was not seen in time";
    } catch (error) {
      giveUp(limitReason(error));
    }
    return false;
  }

  /**
   * A queue that overflowed held `queueLength` events, all delivered after the drop. They may be split by one sentinel, so
   * that half of them before it, or half of them before the next one, gives the drop away.
   */
  async function nothingWasLost(): Promise<boolean> {
    if (watches === null || !support.ok || !(await isCaughtUp()) || off !== null) return false;
    uncounted = false;
    const told = watches.takeTold();
    if (told < support.queueLength / 2 - UNCOUNTED_MAX) return true;
    doubt = `${told} changes at once are more than the system surely tells`;
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
      const last = doubt === null ? "" : `; the last query that verified everything itself did so because ${doubt}`;
      return { state: "live", reason: `${watches.count()} folders are watched${last}` };
    },
    close() {
      giveUp("the project was closed");
    },
  };
}
