// The files an update has still to index, in an order that may change while it runs: what a request looks for goes first.
// Knows no index; says when those that were put first have been dealt with.
import type { CorpusFile } from "../project/corpus.ts";

export interface FileQueue {
  readonly total: number;
  /** Not yet handed out, in the order they will be. */
  left(): readonly CorpusFile[];
  /** Waits while the queue is held; undefined when none is left. */
  next(): Promise<CorpusFile | undefined>;
  /** A file that was handed out is indexed, or will not be. */
  done(path: string): void;
  /** Puts these before all others, in this order. Those already handed out stay so. */
  putFirst(paths: readonly string[]): void;
  /** Resolves when none of these is waiting or under way. */
  whenDone(paths: readonly string[]): Promise<void>;
  /** Nothing is handed out until all who hold it have let go by calling what this answers. */
  hold(): () => void;
}

interface Waiting {
  readonly open: Set<string>;
  readonly resolve: () => void;
}

export function openFileQueue(files: readonly CorpusFile[]): FileQueue {
  let order = files;
  let at = 0;
  const unfinished = new Set(files.map(({ path }) => path));
  const waiting = new Set<Waiting>();
  let holders = 0;
  let released: Promise<void> | null = null;
  let release: () => void = () => undefined;

  return {
    total: files.length,
    left: () => order.slice(at),
    async next() {
      while (released !== null) {
        await released;
      }
      const file = order[at];
      at += file === undefined ? 0 : 1;
      return file;
    },
    done(path) {
      unfinished.delete(path);
      for (const one of waiting) {
        one.open.delete(path);
        if (one.open.size === 0) {
          waiting.delete(one);
          one.resolve();
        }
      }
    },
    putFirst(paths) {
      const left = order.slice(at);
      const places = new Map(paths.map((path, place) => [path, place]));
      const first = left.filter(({ path }) => places.has(path));
      first.sort((a, b) => (places.get(a.path) ?? 0) - (places.get(b.path) ?? 0));
      order = [...first, ...left.filter(({ path }) => !places.has(path))];
      at = 0;
    },
    whenDone(paths) {
      const open = new Set(paths.filter((path) => unfinished.has(path)));
      return open.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.add({ open, resolve }));
    },
    hold() {
      holders += 1;
      if (released === null) {
        released = new Promise((resolve) => {
          release = resolve;
        });
      }
      let held = true;
      return () => {
        if (held) {
          held = false;
          holders -= 1;
          if (holders === 0) {
            released = null;
            release();
          }
        }
      };
    },
  };
}
