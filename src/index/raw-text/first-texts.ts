// What a request is answered from while the index has never been complete: the raw text of every file that is not indexed, read
// closely where the answer will most likely be.
import { openLanguageChooser } from "../../languages/choose-language.ts";
import type { Corpus, CorpusFile, CorpusSource } from "../../project/corpus.ts";
import { withoutDocuments } from "../joined/without-documents.ts";
import type { FileHints, FirstTexts } from "../project-index.ts";
import type { Snapshot } from "../snapshot.ts";
import { textsWithNames } from "./find-names.ts";
import { RawDocuments } from "./raw-documents.ts";
import { overRawTexts } from "./raw-snapshot.ts";
import { type RawText, RawTexts } from "./raw-texts.ts";
import { isAt, readingOrder } from "./reading-order.ts";

export interface LookRequest {
  readonly corpus: Corpus;
  readonly hints: FileHints;
  /** On the clock of performance.now(): files are read until then. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  /** Whether a document that the index has of the file is of its present state. */
  readonly isIndexed: (file: CorpusFile) => boolean;
  /** What is indexed now. Called for a moment's work each time. */
  readonly withSnapshot: <Value>(use: (indexed: Snapshot) => Value) => Value;
}

export interface Looked {
  readonly texts: FirstTexts;
  /** The files that the answer will most likely be in, best first. */
  readonly likely: readonly string[];
}

/** An answer from nothing is useless: however late it is, files are read for this time. Milliseconds. */
const READ_MS_MIN = 300;
/** In addition to the time of a first answer, and only for a name that no text read so far contains. Milliseconds. */
const NAMES_WAIT_MS = 3_000;
/** Files that are read closely: later ones are hardly ever among the ten best hits. */
const CLOSE_MAX = 30;
/** Of those, the ones that are shown unless more hits than usual are asked for. */
const SHOWN_MAX = 15;
const ROUNDS_MAX = 3;

/** Texts that nobody has asked for so long are not kept. Milliseconds. */
const IDLE_MS = 120_000;

const NO_HINTS = { needles: [], places: [] };

/** `outdated`: by path, the content of documents whose file has been written since; a newer document stays. */
const withoutOutdated = (indexed: Snapshot, outdated: ReadonlyMap<string, string>): Snapshot =>
  outdated.size === 0
    ? indexed
    : withoutDocuments(indexed, (path) => outdated.get(path) === indexed.documentAt(path)?.contentHash);

export class FirstTextsReader {
  readonly #source: Pick<CorpusSource, "peek" | "textOf">;
  readonly #extensions: Readonly<Record<string, string>>;
  readonly #texts: RawTexts;
  readonly #isCode: (path: string) => boolean;
  #idle: NodeJS.Timeout | undefined;

  constructor(
    source: Pick<CorpusSource, "peek" | "textOf">,
    extensions: Readonly<Record<string, string>>,
    texts: RawTexts = new RawTexts(source),
  ) {
    this.#source = source;
    this.#extensions = extensions;
    this.#texts = texts;
    const choose = openLanguageChooser(extensions);
    this.#isCode = (path) => choose(path, "")?.facts !== undefined;
  }

  /** Reads texts before there is a request, until the deadline. CANCELLED. */
  async prepare(
    files: readonly CorpusFile[],
    sideDistance: (path: string) => number,
    untilMs: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    this.#keepForNow();
    await this.#texts.read(readingOrder(files, { ...NO_HINTS, sideDistance, isCode: this.#isCode }, Date.now()), {
      untilMs,
      signal,
    });
  }

  /** Looks through the texts of the files that are not indexed. Yields to other work. CANCELLED. */
  async look({ corpus, hints, deadline, signal, isIndexed, withSnapshot }: LookRequest): Promise<Looked> {
    this.#keepForNow();
    const outdated = new Map<string, string>();
    const files = withSnapshot((indexed) =>
      [...corpus.files.values()].filter((file) => {
        const document = indexed.documentAt(file.path);
        if (document !== undefined && !isIndexed(file)) {
          outdated.set(file.path, document.contentHash);
        }
        return document === undefined || outdated.has(file.path);
      }),
    );
    this.#texts.keepOnly(files);
    const order = readingOrder(files, { ...hints, isCode: this.#isCode }, Date.now());
    const documents = new RawDocuments(hints, this.#source, this.#extensions);
    let skipped = 0;
    let leftOut = 0;
    let likely: readonly string[] = [];
    const textsOf = (some: readonly CorpusFile[]): RawText[] => some.flatMap((file) => this.#texts.textOf(file) ?? []);
    const isUnread = () => files.some((file) => !this.#texts.wasRead(file));
    const read = async (untilMs: number): Promise<void> => {
      await this.#texts.read(order, { untilMs, signal });
      skipped = files.filter((file) => this.#texts.wasRead(file) && this.#texts.textOf(file) === undefined).length;
    };
    const texts: FirstTexts = {
      over: (indexed) => overRawTexts(withoutOutdated(indexed, outdated), documents),
      get skipped() {
        return skipped + leftOut;
      },
      get likely() {
        return likely;
      },
    };
    const isThere = (name: string) => withSnapshot((indexed) => texts.over(indexed).holdsTerm(name));
    const rank = () => withSnapshot((indexed) => hints.rank(texts.over(indexed)));
    const lookAtAll = async () => {
      const unlooked = textsOf(files).filter(({ file }) => documents.at(file.path) === undefined);
      const before = documents.count;
      await documents.look(unlooked, signal);
      leftOut += unlooked.length - (documents.count - before);
    };
    await read(Math.max(deadline, performance.now() + READ_MS_MIN));
    const exact = await this.#withExactNames(textsOf(files), hints, signal);
    if (exact !== null) {
      await documents.look(exact.definers, signal);
      likely = exact.likely;
    } else {
      await lookAtAll();
      if (isUnread() && !hints.nameTerms.every(isThere)) {
        await read(performance.now() + NAMES_WAIT_MS);
        await lookAtAll();
      }
      likely = rank();
    }
    const before = documents.count;
    await documents.readClosely(likely.slice(0, CLOSE_MAX), signal);
    // Others may rank higher now, and one of them may not be searched at all.
    for (let round = 0; round < (exact === null ? ROUNDS_MAX : 0); round++) {
      likely = rank();
      const further = likely.slice(0, SHOWN_MAX).filter((path) => documents.at(path)?.close === null);
      if (further.length === 0) {
        break;
      }
      await documents.readClosely(further, signal);
    }
    leftOut += before - documents.count;
    return { texts, likely };
  }

  /** Null where no text has any of the names as written, or there are none. */
  async #withExactNames(
    texts: readonly RawText[],
    { exactNames = [], places, sideDistance }: FileHints,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly definers: readonly RawText[]; readonly likely: readonly string[] } | null> {
    const { definers, users } = await textsWithNames(texts, exactNames, signal);
    const inOrder = (some: readonly RawText[]): RawText[] =>
      some.toSorted((a, b) => sideDistance(a.file.path) - sideDistance(b.file.path));
    const named = texts.filter(({ file }) => places.some((place) => isAt(`/${file.path.toLowerCase()}`, place)));
    const first = [...new Set([...named, ...inOrder(definers)])];
    const likely = new Set([...first, ...inOrder(users)].map(({ file }) => file.path));
    return definers.length + users.length === 0 ? null : { definers: first.slice(0, CLOSE_MAX), likely: [...likely] };
  }

  /** Frees the memory: the index is complete, or closed. */
  clear(): void {
    clearTimeout(this.#idle);
    this.#texts.clear();
  }

  #keepForNow(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#texts.clear(), IDLE_MS);
    this.#idle.unref();
  }
}
