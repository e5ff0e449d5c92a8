// The files that an update still has to index, in an order that may change while it runs: files written since it began come
// first, then those that a request looks for. Reports when the files that were put first are done.
import type { CorpusFile } from "../../project/corpus.ts";

type Order = (files: readonly CorpusFile[]) => readonly CorpusFile[];

interface Waiter {
  readonly awaited: Set<string>;
  readonly resolve: () => void;
}

export class FileQueue {
  /** Number of files ever put into it; grows when files are added. */
  total: number;
  readonly #line: Line;
  readonly #gate = openGate();
  readonly #unfinished: Set<string>;
  readonly #added = new Set<string>();
  /** The latest state of each file ever put in. */
  readonly #latest: Map<string, CorpusFile>;
  readonly #inProgress = new Set<string>();
  /** Added while they were being indexed. */
  readonly #again = new Map<string, CorpusFile>();
  readonly #waiters = new Set<Waiter>();

  /** `order` is called when the first file is handed out that was not put first, since ordering a large project takes time. */
  constructor(files: readonly CorpusFile[], order: Order) {
    this.total = files.length;
    this.#line = openLine(files, order);
    this.#unfinished = new Set(files.map(({ path }) => path));
    this.#latest = new Map(files.map((file) => [file.path, file]));
  }

  /** Files not handed out yet; those that were put first come first, in their order. */
  left(): readonly CorpusFile[] {
    return this.#line.left();
  }

  /** Paths of files that wait or are being indexed. */
  unfinished(): readonly string[] {
    return [...this.#unfinished];
  }

  /** Those of them that were added. */
  unfinishedAdded(): readonly string[] {
    return [...this.#added];
  }

  /** Waits while the queue is paused; undefined when none is left. */
  async next(): Promise<CorpusFile | undefined> {
    await this.#gate.opened();
    const file = this.#line.take();
    if (file !== undefined) {
      this.#inProgress.add(file.path);
    }
    return file;
  }

  /** Call it when a file is indexed, or will not be. */
  done(path: string): void {
    this.#inProgress.delete(path);
    const newer = this.#again.get(path);
    if (newer !== undefined) {
      this.#again.delete(path);
      this.#line.putUrgent([newer]);
      return;
    }
    this.#added.delete(path);
    this.#unfinished.delete(path);
    for (const waiter of this.#waiters) {
      if (waiter.awaited.delete(path) && waiter.awaited.size === 0) {
        this.#waiters.delete(waiter);
        waiter.resolve();
      }
    }
  }

  /** Puts these files before all others, in this order. Files already handed out are not affected. */
  putFirst(paths: readonly string[]): void {
    this.#line.putFirst(paths);
  }

  /** Puts new or changed files before all others; a file that is being indexed is then indexed again. */
  add(candidates: readonly CorpusFile[]): void {
    const changed = candidates.filter((file) => !isSameFile(this.#latest.get(file.path), file));
    for (const file of changed) {
      this.total += this.#unfinished.has(file.path) ? 0 : 1;
      this.#latest.set(file.path, file);
      this.#unfinished.add(file.path);
      this.#added.add(file.path);
      if (this.#inProgress.has(file.path)) {
        this.#again.set(file.path, file);
      }
    }
    this.#line.remove(new Set(changed.map(({ path }) => path)));
    this.#line.putUrgent(changed.filter(({ path }) => !this.#inProgress.has(path)));
  }

  /** Resolves when none of these files waits or is being indexed. */
  whenDone(paths: readonly string[]): Promise<void> {
    const awaited = new Set(paths.filter((path) => this.#unfinished.has(path)));
    return awaited.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiters.add({ awaited, resolve }));
  }

  /** Stops handing out files until every caller has called the returned function. */
  pause(): () => void {
    return this.#gate.close();
  }
}

const isSameFile = (a: CorpusFile | undefined, b: CorpusFile): boolean =>
  a?.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;

type Line = ReturnType<typeof openLine>;

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
