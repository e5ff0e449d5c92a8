// The files an update has still to index, in an order that may change while it runs: what was written since it began goes first,
// then what a request looks for. Tells the caller when the files that were put first are done.
import type { CorpusFile } from "../../project/corpus.ts";

export interface FileQueue {
  /** All that it was ever given; it grows when files are added. */
  readonly total: number;
  /** Not yet handed out: first those that were put first, in their order. */
  left(): readonly CorpusFile[];
  /** Paths of those that are waiting or under way. */
  unfinished(): readonly string[];
  /** Those of them that were added. */
  unfinishedAdded(): readonly string[];
  /** Waits while the queue is held; undefined when none is left. */
  next(): Promise<CorpusFile | undefined>;
  /** A file that was handed out is indexed, or will not be. */
  done(path: string): void;
  /** Puts these before all others, in this order. Those already handed out stay so. */
  putFirst(paths: readonly string[]): void;
  /** Puts files that it was not given in this very state before all others; a file that is under way comes once more. */
  add(files: readonly CorpusFile[]): void;
  /** Resolves when none of these is waiting or under way. */
  whenDone(paths: readonly string[]): Promise<void>;
  /** Nothing is handed out until all who hold it have let go by calling what this answers. */
  hold(): () => void;
}

interface Waiting {
  readonly awaited: Set<string>;
  readonly resolve: () => void;
}

/** `order` is asked when the first file comes that nobody put first: ordering a large project takes time, too. */
export function openFileQueue(
  files: readonly CorpusFile[],
  order: (files: readonly CorpusFile[]) => readonly CorpusFile[],
): FileQueue {
  const open = new Set(files.map(({ path }) => path));
  const given = new Map(files.map((file) => [file.path, file]));
  const added = new Set<string>();
  const underWay = new Set<string>();
  /** Added while they were under way. */
  const again = new Map<string, CorpusFile>();
  let total = files.length;
  let urgent: CorpusFile[] = [];
  const waiting = new Set<Waiting>();
  const gate = openGate();
  let first: readonly CorpusFile[] = [];
  let firstAt = 0;
  let rest = files;
  let restAt = 0;
  let ordered = false;

  const left = () => [...urgent, ...first.slice(firstAt), ...rest.slice(restAt)];

  function take(): CorpusFile | undefined {
    if (urgent.length > 0) {
      return urgent.shift();
    }
    if (firstAt < first.length) {
      return first[firstAt++];
    }
    if (!ordered) {
      rest = order(rest.slice(restAt));
      restAt = 0;
      ordered = true;
    }
    return rest[restAt++];
  }

  return {
    get total() {
      return total;
    },
    left,
    unfinished: () => [...open],
    unfinishedAdded: () => [...added],
    async next() {
      await gate.opened();
      const file = take();
      if (file !== undefined) {
        underWay.add(file.path);
      }
      return file;
    },
    done(path) {
      underWay.delete(path);
      const newer = again.get(path);
      if (newer !== undefined) {
        again.delete(path);
        urgent.push(newer);
        return;
      }
      added.delete(path);
      open.delete(path);
      for (const one of waiting) {
        if (one.awaited.delete(path) && one.awaited.size === 0) {
          waiting.delete(one);
          one.resolve();
        }
      }
    },
    putFirst(paths) {
      const places = new Map(paths.map((path, place) => [path, place]));
      const all = [...first.slice(firstAt), ...rest.slice(restAt)];
      first = all
        .filter(({ path }) => places.has(path))
        .sort((a, b) => (places.get(a.path) ?? 0) - (places.get(b.path) ?? 0));
      // What was put first before and is not any more is of the rest again.
      rest = all.filter(({ path }) => !places.has(path));
      firstAt = 0;
      restAt = 0;
    },
    add(files) {
      const news = files.filter((file) => !isSameFile(given.get(file.path), file));
      if (news.length === 0) {
        return;
      }
      const paths = new Set(news.map(({ path }) => path));
      const isOld = ({ path }: CorpusFile): boolean => !paths.has(path);
      first = first.slice(firstAt).filter(isOld);
      rest = rest.slice(restAt).filter(isOld);
      urgent = urgent.filter(isOld);
      firstAt = 0;
      restAt = 0;
      for (const file of news) {
        total += open.has(file.path) ? 0 : 1;
        given.set(file.path, file);
        open.add(file.path);
        added.add(file.path);
        if (underWay.has(file.path)) {
          again.set(file.path, file);
        } else {
          urgent.push(file);
        }
      }
    },
    whenDone(paths) {
      const awaited = new Set(paths.filter((path) => open.has(path)));
      return awaited.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.add({ awaited, resolve }));
    },
    hold: gate.close,
  };
}

const isSameFile = (a: CorpusFile | undefined, b: CorpusFile): boolean =>
  a?.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;

/** Open unless someone holds it closed. */
function openGate() {
  const holders = new Set<symbol>();
  let closed: Promise<void> = Promise.resolve();
  let open: () => void = () => undefined;
  return {
    async opened(): Promise<void> {
      while (holders.size > 0) {
        await closed;
      }
    },
    close(): () => void {
      const holder = Symbol("holder");
      if (holders.size === 0) {
        closed = new Promise((resolve) => {
          open = resolve;
        });
      }
      holders.add(holder);
      return () => {
        if (holders.delete(holder) && holders.size === 0) {
          open();
        }
      };
    },
  };
}
