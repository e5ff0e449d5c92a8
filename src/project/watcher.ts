// Decides for each query whether watching has proved that only the marked folders can have changed. This takes a sentinel whose
// event has just arrived, so few events that none can have been dropped, and a tree that was verified as a whole before.

import { WATCHING, type WatchSupport } from "../system/platform/watching.ts";
import { renderCount } from "../vocabulary/shown-text.ts";
import type { WatchStatus } from "./corpus.ts";
import { FolderWatches } from "./folder-watches.ts";
import { openSentinel, type Sentinel } from "./sentinel.ts";
import { absolutePath, findFolder, type Tree } from "./tree.ts";
import { limitReason } from "./watch-support.ts";

export interface WatchOptions {
  /** A folder of this program on the disk, for the sentinel. */
  readonly scratch: string;
  /** What the system supports; tests pass other values to make limits small. */
  readonly support?: WatchSupport;
  /** Whether a caller waits for an answer; background work begins after it. Default: never. */
  readonly isBusy?: () => boolean;
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

export class Watcher {
  readonly #tree: Tree;
  readonly #support: WatchSupport;
  readonly #sentinel: Sentinel;
  #watches: FolderWatches | null = null;
  /** Why the project is not watched, for good. */
  #off: string | null;
  #allVerified = false;
  #allVerifiedAtMs = 0;
  #allTookMs = 0;
  #quietUntilMs = 0;
  #doubt: string | null = null;
  /** Events that were not counted may still be in the kernel's queue. */
  #uncounted = false;

  constructor(tree: Tree, { scratch, support = WATCHING.support() }: WatchOptions) {
    this.#tree = tree;
    this.#support = support;
    this.#sentinel = openSentinel(scratch, tree.disk);
    this.#off = support.ok ? null : support.reason;
  }

  /** True if only the marked folders, and those with changes that cause no event, can differ from the verified state. */
  async prove(): Promise<boolean> {
    if (this.#watches === null || !this.#allVerified) return false;
    this.#allVerified = (await this.#nothingWasLost()) && !(this.#isOverdue() && this.#allTookMs <= ALL_AT_ONCE_MS);
    return this.#allVerified;
  }

  /** Prepares a verification of everything that also starts to watch each folder before it is examined. */
  async prepareAll(): Promise<void> {
    if (!this.#support.ok || this.#off !== null) return;
    this.#watches ??= this.#openWatches(this.#support.foldersMax);
    this.#tree.watches = this.#watches;
    if (this.#watches.endSetAside() > 0) this.#uncounted = true;
    if (!(await this.#nothingWasLost())) this.#allVerified = false;
  }

  /** Everything has been verified since the last `prove` or `prepareAll`, in this time. */
  verifiedAll(milliseconds: number): void {
    this.#allTookMs = milliseconds;
    this.#allVerifiedAtMs = performance.now();
    if (this.#watches === null) return;
    this.#watches.setAside((path) => findFolder(this.#tree, path) !== null);
    this.#allVerified = !this.#uncounted;
  }

  /** Whether a verification of everything is due, apart from what queries need. */
  isAllDue(): boolean {
    return this.#off === null && (!this.#allVerified || this.#isOverdue());
  }

  status(): WatchStatus {
    if (this.#off !== null) return { state: "off", reason: this.#off };
    if (this.#watches === null || !this.#allVerified)
      return { state: "starting", reason: this.#doubt ?? "not every folder is watched yet" };
    const last = this.#doubt === null ? "" : `; last full check because ${this.#doubt}`;
    return { state: "live", reason: `watching ${renderCount(this.#watches.count, "folder")}${last}` };
  }

  close(): void {
    this.#giveUp("the project was closed");
  }

  #giveUp(reason: string): void {
    this.#off ??= reason;
    this.#tree.watches = null;
    this.#watches?.close();
    this.#watches = null;
    this.#sentinel.close();
  }

  #openWatches(foldersMax: number): FolderWatches {
    return new FolderWatches({
      disk: this.#tree.disk,
      absolute: (path) => absolutePath(this.#tree, path),
      foldersMax,
      mark: (path) => this.#tree.marked.add(path),
      giveUp: (reason) => this.#giveUp(reason),
    });
  }

  /** Whether all earlier events have arrived. */
  async #isCaughtUp(): Promise<boolean> {
    if (performance.now() < this.#quietUntilMs) return false;
    try {
      if (await this.#sentinel.seen()) return true;
      this.#quietUntilMs = performance.now() + DOUBT_MS;
      this.#doubt = "the test event did not arrive in time";
    } catch (error) {
      this.#giveUp(limitReason(error));
    }
    return false;
  }

  /**
   * A queue that overflowed held `queueLength` events, all delivered after the drop. One sentinel may split them in two, so at
   * least half of them come before this sentinel or before the next: that many events reveal a drop.
   */
  async #nothingWasLost(): Promise<boolean> {
    if (this.#watches === null || !this.#support.ok || !(await this.#isCaughtUp()) || this.#off !== null) return false;
    this.#uncounted = false;
    const events = this.#watches.takeEventCount();
    if (events < this.#support.queueLength / 2 - UNCOUNTED_MAX) return true;
    this.#doubt = `${events} changes at once may exceed the system's event queue`;
    return false;
  }

  #isOverdue(): boolean {
    return performance.now() - this.#allVerifiedAtMs > ALL_EVERY_MS;
  }
}
