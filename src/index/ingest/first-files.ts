// The files that requests want indexed first: puts them at the head of a running update's queue, or of the next one's. Files written
// since an update began come before them.
import type { CorpusFile } from "../../project/corpus.ts";
import type { FileQueue } from "./file-queue.ts";

const NOTHING = (): void => undefined;

export class FirstFiles {
  #queue: FileQueue | null = null;
  /** Of the request that came last. */
  #wanted: readonly string[] = [];

  /** Call it when an update has its files. */
  begun(queue: FileQueue): void {
    this.#queue = queue;
    queue.putFirst(this.#wanted);
  }

  /** Call it when the update is over, or found nothing to do. */
  ended(): void {
    this.#queue = null;
    this.#wanted = [];
  }

  /** Best first; paths of no file are ignored. */
  want(paths: readonly string[]): void {
    this.#wanted = paths;
    this.#queue?.putFirst(paths);
  }

  /** Files that are pending now: those that the running update was not planned with come before all others. */
  changed(files: readonly CorpusFile[]): void {
    this.#queue?.add(files);
  }

  /** The update starts no further file until every caller has called the returned function. */
  pause(): () => void {
    return this.#queue?.pause() ?? NOTHING;
  }
}
