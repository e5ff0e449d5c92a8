// Texts of files that are read again for each question, as long as the files stay as they were.
import type { CorpusFile } from "./corpus.ts";
import type { Stamp } from "./disk.ts";

/** UTF-16 units of all of them. */
const LENGTH_MAX = 16_000_000;

interface KeptText {
  readonly text: string;
  readonly file: CorpusFile;
}

/** By path; those that were read first give way. */
export class KeptTexts {
  readonly #texts = new Map<string, KeptText>();
  #length = 0;

  /** Undefined where none is kept, or where the file has changed. */
  of(path: string, stamp: Stamp | null): string | undefined {
    const kept = this.#texts.get(path);
    if (kept === undefined) return undefined;
    const { size, mtimeMs, ctimeMs } = kept.file;
    if (stamp?.size === size && stamp.mtimeMs === mtimeMs && stamp.ctimeMs === ctimeMs) return kept.text;
    this.#drop(path, kept);
    return undefined;
  }

  /** `file`: the state in which it was read; null where that is not known, so that nothing is kept. */
  keep(text: string, file: CorpusFile | null): void {
    if (file === null || text.length > LENGTH_MAX / 2) return;
    this.#texts.set(file.path, { text, file });
    this.#length += text.length;
    for (const [path, kept] of this.#texts) {
      if (this.#length <= LENGTH_MAX) return;
      this.#drop(path, kept);
    }
  }

  #drop(path: string, { text }: KeptText): void {
    this.#texts.delete(path);
    this.#length -= text.length;
  }
}
