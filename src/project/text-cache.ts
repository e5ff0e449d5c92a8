// Texts of files that are read again for each question, as long as the files stay as they were.
import type { CorpusFile } from "./corpus.ts";
import type { Stamp } from "./disk.ts";

/** UTF-16 units of all of them. */
const LENGTH_MAX = 16_000_000;

interface CachedText {
  readonly text: string;
  readonly file: CorpusFile;
}

/** By path; those that were read first give way. */
export class TextCache {
  readonly #texts = new Map<string, CachedText>();
  #length = 0;

  /** Undefined where none is cached, or where the file has changed. */
  get(path: string, stamp: Stamp | null): string | undefined {
    const known = this.#texts.get(path);
    if (known === undefined) return undefined;
    const { size, mtimeMs, ctimeMs } = known.file;
    if (stamp?.size === size && stamp.mtimeMs === mtimeMs && stamp.ctimeMs === ctimeMs) return known.text;
    this.#drop(path, known);
    return undefined;
  }

  /** `file`: the state in which it was read; null where that is not known, so that nothing is cached. */
  set(text: string, file: CorpusFile | null): void {
    if (file === null || text.length > LENGTH_MAX / 2) return;
    const old = this.#texts.get(file.path);
    if (old !== undefined) this.#drop(file.path, old);
    this.#texts.set(file.path, { text, file });
    this.#length += text.length;
    for (const [path, known] of this.#texts) {
      if (this.#length <= LENGTH_MAX) return;
      this.#drop(path, known);
    }
  }

  #drop(path: string, { text }: CachedText): void {
    this.#texts.delete(path);
    this.#length -= text.length;
  }
}
