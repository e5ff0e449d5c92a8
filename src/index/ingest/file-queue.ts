// The files that an update still has to index, in an order that may change while it runs: files written since it began come
// first, then those that a request looks for. Reports when the files that were put first are done.
import type { CorpusFile } from "../../project/corpus.ts";

export interface FileQueue {
  /** Number of files ever given to it; grows when files are added. */
  readonly total: number;
  /** Files not handed out yet; those that were put first come first, in their order. */
  left(): readonly CorpusFile[];
  /** Paths of files that wait or are being indexed. */
  unfinished(): readonly string[];
  /** Those of them that were added. */
  unfinishedAdded(): readonly string[];
  /** Waits while the queue is held; undefined when none is left. */
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
  hold(): () => void;
}

interface Waiting {
  readonly awaited: Set<string>;
  readonly resolve: () => void;
}

/** `order` is called when the first file is handed out that was not put first, since ordering a large project takes time. */
export function openFileQueue(
  files: readonly CorpusFile[],
  order: (files: readonly CorpusFile[]) => readonly CorpusFile[],
): FileQueue {
  const open = new Set(files.map(({ path }) => path));
  const given = new Map(files.map((file) => [file.path, file]));
  const added = new Set<string>();
  const underWay = new Set<string>();
  /** Added while they were being indexed. */
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
      // Files that were put first before and are not any longer belong to the rest again.
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
