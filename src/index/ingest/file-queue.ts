// The files that an update still has to index, in an order that may change while it runs: files written since it began come
// first, then those that a request looks for. Reports when the files that were put first are done.
import type { CorpusFile } from "../../project/corpus.ts";

export interface FileQueue {
  /** Number of files ever put into it; grows when files are added. */
  readonly total: number;
  /** Files not handed out yet; those that were put first come first, in their order. */
  left(): readonly CorpusFile[];
  /** Paths of files that wait or are being indexed. */
  unfinished(): readonly string[];
  /** Those of them that were added. */
  unfinishedAdded(): readonly string[];
  /** Waits while the queue is paused; undefined when none is left. */
  next(): Promise<CorpusFile | undefined>;
  /** Call it when a file is indexed, or will not be. */
  done(path: string): void;
  /** Puts these files before all others, in this order. Files already handed out are not affected. */
  putFirst(paths: readonly string[]): void;
  /** Puts new or changed files before all others; a file that is being indexed is then indexed again. */
  add(files: readonly CorpusFile[]): void;
  /** Resolves when none of these files waits or is being indexed. */
  whenDone(paths: readonly string[]): Promise<void>;
  /** Stops handing out files until every caller has called the returned function. */
  pause(): () => void;
}

type Order = (files: readonly CorpusFile[]) => readonly CorpusFile[];

interface Waiter {
  readonly awaited: Set<string>;
  readonly resolve: () => void;
}

/** `order` is called when the first file is handed out that was not put first, since ordering a large project takes time. */
export function openFileQueue(files: readonly CorpusFile[], order: Order): FileQueue {
  const line = openLine(files, order);
  const gate = openGate();
  const unfinished = new Set(files.map(({ path }) => path));
  const added = new Set<string>();
  /** The latest state of each file ever put in. */
  const latest = new Map(files.map((file) => [file.path, file]));
  const inProgress = new Set<string>();
  /** Added while they were being indexed. */
  const again = new Map<string, CorpusFile>();
  const waiters = new Set<Waiter>();
  let total = files.length;

  function done(path: string): void {
    inProgress.delete(path);
    const newer = again.get(path);
    if (newer !== undefined) {
      again.delete(path);
      line.putUrgent([newer]);
      return;
    }
    added.delete(path);
    unfinished.delete(path);
    for (const waiter of waiters) {
      if (waiter.awaited.delete(path) && waiter.awaited.size === 0) {
        waiters.delete(waiter);
        waiter.resolve();
      }
    }
  }

  function add(candidates: readonly CorpusFile[]): void {
    const changed = candidates.filter((file) => !isSameFile(latest.get(file.path), file));
    for (const file of changed) {
      total += unfinished.has(file.path) ? 0 : 1;
      latest.set(file.path, file);
      unfinished.add(file.path);
      added.add(file.path);
      if (inProgress.has(file.path)) {
        again.set(file.path, file);
      }
    }
    line.remove(new Set(changed.map(({ path }) => path)));
    line.putUrgent(changed.filter(({ path }) => !inProgress.has(path)));
  }

  return {
    get total() {
      return total;
    },
    left: line.left,
    unfinished: () => [...unfinished],
    unfinishedAdded: () => [...added],
    async next() {
      await gate.opened();
      const file = line.take();
      if (file !== undefined) {
        inProgress.add(file.path);
      }
      return file;
    },
    done,
    putFirst: line.putFirst,
    add,
    whenDone(paths) {
      const awaited = new Set(paths.filter((path) => unfinished.has(path)));
      return awaited.size === 0 ? Promise.resolve() : new Promise((resolve) => waiters.add({ awaited, resolve }));
    },
    pause: gate.close,
  };
}

const isSameFile = (a: CorpusFile | undefined, b: CorpusFile): boolean =>
  a?.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;

/** The waiting files: the urgent ones, then those that were put first, then the rest in `order`. */
function openLine(files: readonly CorpusFile[], order: Order) {
  let urgent: CorpusFile[] = [];
  let first: readonly CorpusFile[] = [];
  let firstAt = 0;
  let rest = files;
  let restAt = 0;
  let isOrdered = false;

  function replace(newFirst: readonly CorpusFile[], newRest: readonly CorpusFile[]): void {
    [first, firstAt, rest, restAt] = [newFirst, 0, newRest, 0];
  }

  return {
    left: () => [...urgent, ...first.slice(firstAt), ...rest.slice(restAt)],
    take(): CorpusFile | undefined {
      if (urgent.length > 0) {
        return urgent.shift();
      }
      if (firstAt < first.length) {
        return first[firstAt++];
      }
      if (!isOrdered) {
        replace([], order(rest.slice(restAt)));
        isOrdered = true;
      }
      return rest[restAt++];
    },
    /** Files that were put first before, and are not among these, belong to the rest again. */
    putFirst(paths: readonly string[]): void {
      const places = new Map(paths.map((path, place) => [path, place]));
      const placeOf = ({ path }: CorpusFile) => places.get(path) ?? 0;
      const all = [...first.slice(firstAt), ...rest.slice(restAt)];
      replace(
        all.filter(({ path }) => places.has(path)).sort((a, b) => placeOf(a) - placeOf(b)),
        all.filter(({ path }) => !places.has(path)),
      );
    },
    putUrgent(news: readonly CorpusFile[]): void {
      urgent.push(...news);
    },
    remove(paths: ReadonlySet<string>): void {
      if (paths.size > 0) {
        const stays = ({ path }: CorpusFile): boolean => !paths.has(path);
        replace(first.slice(firstAt).filter(stays), rest.slice(restAt).filter(stays));
        urgent = urgent.filter(stays);
      }
    },
  };
}

/** Open unless someone has closed it and not yet called the returned function. */
function openGate() {
  const closers = new Set<symbol>();
  let closed: Promise<void> = Promise.resolve();
  let open: () => void = () => undefined;
  return {
    async opened(): Promise<void> {
      while (closers.size > 0) {
        await closed;
      }
    },
    close(): () => void {
      const closer = Symbol("closer");
      if (closers.size === 0) {
        closed = new Promise((resolve) => {
          open = resolve;
        });
      }
      closers.add(closer);
      return () => {
        if (closers.delete(closer) && closers.size === 0) {
          open();
        }
      };
    },
  };
}
