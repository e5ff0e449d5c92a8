// The project after a change, where that is not what is on disk and indexed: files of a commit or of git's index, files that a sparse
// checkout leaves out, and code that the index leaves out. Their facts are laid over the index; their texts are read again when they are asked for, so that a range that
// lies far back takes little memory.
import type { Snapshot } from "../../index/snapshot.ts";
import type { OverlaidFile } from "../../linking/overlay.ts";
import { absentFilesWith } from "../../project/absent-files.ts";
import { compareWithCommit, type StoredBlob } from "../../project/changed-since.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import type { Difference } from "../../project/git-sides.ts";
import { leftOutFilesWith } from "../../project/left-out-files.ts";
import { readBlobs } from "../../project/read-blobs.ts";
import type { SymbolPrint } from "../../syntax/fingerprint.ts";
import { sha256Of } from "../../system/sha256.ts";
import { throwIfCancelled } from "../../vocabulary/failure.ts";
import type { TextAt } from "../state/change.ts";
import type { ChangesFound } from "./analyze-changes.ts";
import type { ReadFacts } from "./base-state.ts";
import { UNUSED_KINDS } from "./unused-kinds.ts";

export interface PresentState {
  /** Files whose state after the change is not the index's; null for one that is absent after the change. */
  readonly overlay: ReadonlyMap<string, OverlaidFile | null>;
  /** The text of a file of the overlay; null for one that is absent. Throws only CANCELLED. */
  textOf(path: string): Promise<string | null>;
  /** Paths whose text after the change could not be read, or not in time: the index has another state of them, or none. */
  readonly unread: readonly string[];
}

export interface PresentStateTask {
  readonly corpus: CorpusSource;
  /** `after`: the commit that the change leads to or rests on; `disk` where the change leads to what is on disk. */
  readonly difference: Pick<Difference, "files"> & { readonly after: string | "disk" | null };
  readonly found: Pick<ChangesFound, "texts" | "files" | "moved">;
  /** The index of what is on disk. */
  readonly documentHash: (path: string) => string | null;
  readonly readFacts: ReadFacts;
  /** For the facts of all files. */
  readonly timeMsMax: number;
  readonly signal: AbortSignal;
}

/** For `documentHash`: the index is read where a file is asked about, and once. */
export function openDocumentHashes(
  withSnapshot: <Value>(use: (snapshot: Snapshot) => Value) => Value,
): PresentStateTask["documentHash"] {
  let known: ReadonlyMap<string, string> | undefined;
  return (path) => {
    known ??= withSnapshot((snapshot) => new Map([...snapshot.documents()].map((one) => [one.path, one.contentHash])));
    return known.get(path) ?? null;
  };
}

/** UTF-16 units of a file that the index leaves out; what a longer one refers to is not read. */
const LENGTH_MAX = 2_000_000;
/** Files whose texts are in memory at once. */
const FILES_AT_ONCE = 64;

/** Throws GIT_UNAVAILABLE, CANCELLED. */
export async function readPresentState(task: PresentStateTask): Promise<PresentState> {
  const { corpus, difference, found, signal, documentHash } = task;
  const stored = difference.after === "disk" ? new Map<string, StoredBlob | null>() : await storedFiles(task);
  const names = touchedNames(found);
  const leftOut = await leftOutFilesWith(corpus, names, signal);
  const long = leftOut.texts.filter(({ text }) => text.length > LENGTH_MAX);
  const absent = joined(await absentFilesWith(corpus, names, signal), {
    texts: leftOut.texts.filter(({ text }) => text.length <= LENGTH_MAX),
    unread: [...leftOut.unread, ...long.map(({ path }) => path)],
  });
  const state = openState(task);
  const changed = new Map(found.files.map((file) => [file.path, file]));
  for (const [path, blob] of stored) {
    if (blob === null) {
      state.overlay.set(path, null);
    }
  }
  const compared: TextAt[] = [];
  for (const { before: old, after } of difference.after === "disk" ? [] : found.texts) {
    if (after !== null && changed.get(after.path)?.contentHash !== documentHash(after.path)) {
      compared.push(after);
    }
    if (old !== null && old.path !== after?.path && documentHash(old.path) !== null) {
      state.overlay.set(old.path, null);
    }
  }
  const touched = new Set(difference.files.map(({ path }) => path));
  await state.lay([...compared, ...absent.texts.filter(({ path }) => !touched.has(path) && !stored.has(path))]);
  await layStored(stored, names, task, state);
  // What a rule keeps out of answers is named, not quoted.
  const unquoted = new Set(leftOut.texts.flatMap(({ path, exclusion }) => (exclusion === "ignored" ? [path] : [])));
  const quotable = [...compared, ...absent.texts].filter(({ path }) => !unquoted.has(path));
  const texts = new Map(quotable.map(({ path, text }) => [path, text]));
  return {
    overlay: state.overlay,
    async textOf(path) {
      const blob = stored.get(path) ?? null;
      const known = texts.get(path) ?? null;
      return (
        known ?? (blob === null ? null : ((await textsOf([{ path, blob }], corpus, signal)).texts[0]?.text ?? null))
      );
    },
    unread: [...absent.unread, ...state.unread].sort(),
  };
}

interface Unindexed {
  readonly texts: readonly TextAt[];
  readonly unread: readonly string[];
}

const joined = (one: Unindexed, other: Unindexed): Unindexed => ({
  texts: [...one.texts, ...other.texts],
  unread: [...one.unread, ...other.unread],
});

/** What differs on disk from the commit after the change, without what the change touches; null for a file that the commit lacks. */
async function storedFiles({ corpus, difference, signal }: PresentStateTask): Promise<Map<string, StoredBlob | null>> {
  const commit = difference.after === "disk" ? null : difference.after;
  const { paths, before, gone } = await compareWithCommit(corpus, commit, signal);
  const stored = new Map<string, StoredBlob | null>(paths.map((path) => [path, before.get(path) ?? null]));
  for (const [path, blob] of gone) {
    stored.set(path, blob);
  }
  for (const { path } of difference.files) {
    // Compared already: their texts are in what was found.
    stored.delete(path);
  }
  return stored;
}

/** Beyond so many names any file may have one. */
const NAMES_MAX = 64;

/** Names whose uses a change may break; `[""]`, which every text has, where they are too many. */
export function touchedNames({ files, moved }: PresentStateTask["found"]): string[] {
  const names = new Set([
    ...files.flatMap(({ symbols }) => [
      ...symbols.removed.flatMap(nameOf),
      ...symbols.changed.flatMap(({ before }) => nameOf(before)),
    ]),
    ...moved.map(({ before }) => before.symbol.name),
  ]);
  return names.size > NAMES_MAX ? [""] : [...names];
}

/** Nothing refers by name to a heading, a key of data or a test. */
const nameOf = ({ kind, name }: SymbolPrint): string[] => (UNUSED_KINDS.has(kind) ? [] : [name]);

interface OpenState {
  readonly overlay: Map<string, OverlaidFile | null>;
  readonly unread: string[];
  /** Reads the facts of the texts. Throws CANCELLED. */
  lay(texts: readonly TextAt[]): Promise<void>;
}

function openState({ readFacts, timeMsMax, signal }: PresentStateTask): OpenState {
  const overlay = new Map<string, OverlaidFile | null>();
  const unread: string[] = [];
  const until = performance.now() + timeMsMax;
  const layOne = async ({ path, text }: TextAt): Promise<void> => {
    const facts = performance.now() > until ? null : await readFacts(path, text, signal);
    if (facts === null || "unread" in facts) {
      unread.push(path);
    } else {
      overlay.set(path, facts);
    }
  };
  return {
    overlay,
    unread,
    lay: async (texts) => {
      await Promise.all(texts.map(layOne));
      throwIfCancelled(signal);
    },
  };
}

/**
 * Lays those stored files over the index that the project's rules admit and that the index has in another state. Those that have one of
 * the names come first, since time may run out.
 */
async function layStored(
  stored: ReadonlyMap<string, StoredBlob | null>,
  names: readonly string[],
  { corpus, documentHash, signal }: PresentStateTask,
  state: OpenState,
): Promise<void> {
  const wanted = [...stored].flatMap(([path, blob]) => (blob === null ? [] : [{ path, blob }]));
  const later: StoredFile[] = [];
  for (const batch of batchesOf(wanted)) {
    const { texts, unread } = await textsOf(batch, corpus, signal);
    state.unread.push(...unread);
    const other = texts.filter(({ path, contentHash }) => contentHash !== documentHash(path));
    const named = new Set(other.filter(({ text }) => names.some((name) => text.includes(name))));
    const rest = new Set(other.flatMap((one) => (named.has(one) ? [] : [one.path])));
    later.push(...batch.filter(({ path }) => rest.has(path)));
    await state.lay([...named]);
  }
  for (const batch of batchesOf(later)) {
    await state.lay((await textsOf(batch, corpus, signal)).texts);
  }
}

const batchesOf = (files: readonly StoredFile[]): StoredFile[][] =>
  Array.from({ length: Math.ceil(files.length / FILES_AT_ONCE) }, (_, at) =>
    files.slice(at * FILES_AT_ONCE, (at + 1) * FILES_AT_ONCE),
  );

interface StoredFile {
  readonly path: string;
  readonly blob: StoredBlob;
}

interface StoredTexts {
  readonly texts: readonly (TextAt & { readonly contentHash: string })[];
  readonly unread: readonly string[];
}

/** Those that the project's rules admit. */
async function textsOf(stored: readonly StoredFile[], corpus: CorpusSource, signal: AbortSignal): Promise<StoredTexts> {
  const wanted = stored.flatMap(({ path, blob }) => {
    const ruling = corpus.rulingOf(path);
    return "excluded" in ruling ? [] : [{ path, ...blob, maxBytes: ruling.maxBytes }];
  });
  const contents = await readBlobs(wanted, signal);
  const texts: StoredTexts["texts"][number][] = [];
  const unread: string[] = [];
  for (const { path, id } of wanted) {
    const content = contents.get(id) ?? "missing";
    const judged = typeof content === "string" ? null : corpus.textOf(path, content);
    if (judged === null) {
      unread.push(path);
    } else if ("text" in judged && typeof content !== "string") {
      texts.push({ path, text: judged.text, contentHash: sha256Of(content) });
    }
  }
  return { texts, unread };
}
