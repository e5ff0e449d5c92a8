// The bytes of a project's files while they are not indexed yet: read once, kept in memory up to a limit, so that questions can be
// answered from all of the text before any of it is analysed.
import type { CorpusFile, CorpusSource } from "../../project/corpus.ts";
import { openSlicer } from "../../system/slices.ts";

/** One admitted file in the state in which it was read. */
export interface RawText {
  readonly file: CorpusFile;
  /** The whole file. */
  readonly bytes: Buffer;
}

export interface ReadOptions {
  /** On the clock of performance.now(): no file is read after this. */
  readonly untilMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Together: more could not be looked through for a question in a quarter of a second. Files beyond that are left unread. */
const BYTES_MAX = 64 * 1024 * 1024;
/** A larger file is mostly data. */
const FILE_BYTES_MAX = 1024 * 1024;
/** Bytes that show whether a file is text. */
const SNIFF_BYTES = 8000;
/** Files between two checks of the clock. */
const FILES_PER_LOOK = 8;

export class RawTexts {
  readonly #source: Pick<CorpusSource, "peek">;
  readonly #bytesMax: number;
  #texts = new Map<string, RawText>();
  /** Read, and not to be searched: binary, unreadable, too large. */
  #others = new Map<string, CorpusFile>();
  #bytes = 0;

  /** `bytesMax`: what is kept of all files together. */
  constructor(source: Pick<CorpusSource, "peek">, bytesMax: number = BYTES_MAX) {
    this.#source = source;
    this.#bytesMax = bytesMax;
  }

  /**
   * Reads those of the files that are not known in their present state, in this order, until time or room is up. Yields to other work.
   * CANCELLED.
   */
  async read(files: Iterable<CorpusFile>, { untilMs, signal }: ReadOptions): Promise<void> {
    const slicer = openSlicer(signal);
    let looked = 0;
    for (const file of files) {
      if (this.#isKnown(file)) {
        continue;
      }
      if (looked++ % FILES_PER_LOOK === 0) {
        await slicer.yieldIfDue();
        if (performance.now() >= untilMs || this.#bytes >= this.#bytesMax) {
          return;
        }
      }
      this.#readOne(file);
    }
  }

  /** The text as it was read, if the file is still in that state; undefined for one that was not read, or is no text. */
  textOf(file: CorpusFile): RawText | undefined {
    const text = this.#texts.get(file.path);
    return text !== undefined && isSameFile(text.file, file) ? text : undefined;
  }

  /** Whether the file was read in this state, as text or not. */
  wasRead(file: CorpusFile): boolean {
    return this.#isKnown(file);
  }

  /** Forgets all texts but those of these files: what is indexed need not be kept. */
  keepOnly(files: readonly CorpusFile[]): void {
    if (this.#texts.size <= files.length) {
      return;
    }
    const kept = new Set(files.map(({ path }) => path));
    for (const [path, { bytes }] of this.#texts) {
      if (!kept.has(path)) {
        this.#texts.delete(path);
        this.#bytes -= bytes.length;
      }
    }
  }

  /** Frees the memory. */
  clear(): void {
    this.#texts = new Map();
    this.#others = new Map();
    this.#bytes = 0;
  }

  #isKnown(file: CorpusFile): boolean {
    const known = this.#texts.get(file.path)?.file ?? this.#others.get(file.path);
    return known !== undefined && isSameFile(known, file);
  }

  #readOne(file: CorpusFile): void {
    const { path, size } = file;
    this.#bytes -= this.#texts.get(path)?.bytes.length ?? 0;
    this.#texts.delete(path);
    const bytes = size > FILE_BYTES_MAX ? null : this.#source.peek(path, size);
    // Another length: it was written meanwhile, and the next look at the project will see its new state.
    if (bytes === null || bytes.length !== size || bytes.subarray(0, SNIFF_BYTES).includes(0)) {
      this.#others.set(path, file);
      return;
    }
    this.#others.delete(path);
    this.#texts.set(path, { file, bytes });
    this.#bytes += bytes.length;
  }
}

const isSameFile = (a: CorpusFile, b: CorpusFile): boolean =>
  a === b || (a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs);
