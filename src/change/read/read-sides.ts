// Reads both states of changed files, from git or the corpus, with the fingerprints of their symbols.
import type { StoredBlob } from "../../project/changed-since.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import type { FileChange } from "../../project/git-sides.ts";
import { readAdmitted } from "../../project/read-admitted.ts";
import { type BlobContent, readBlobs } from "../../project/read-blobs.ts";
import type { TextPrint } from "../../syntax/fingerprint.ts";
import { sha256Of } from "../../system/sha256.ts";
import { throwIfCancelled } from "../../vocabulary/failure.ts";
import { isSource } from "./is-source.ts";

/** One state of a file. */
export type Side =
  | { readonly kind: "text"; readonly text: string; readonly contentHash: string; readonly print: TextPrint }
  | { readonly kind: "absent" }
  | Unread;

interface Unread {
  readonly kind: "unread";
  readonly why: string;
  readonly isMissed?: boolean;
  /** Whether the repository lacks the object, as a partial clone without its remote does. */
  readonly isNotHere?: boolean;
}

export interface Sides {
  readonly path: string;
  readonly from: string | null;
  readonly before: Side;
  readonly after: Side;
}

const ABSENT: Side = { kind: "absent" };
/** Files analysed at once: enough to keep the workers busy while others are read. */
const IN_FLIGHT = 4;

export interface Reading {
  readonly corpus: CorpusSource;
  readonly fingerprint: (
    path: string,
    text: string,
    signal: AbortSignal,
  ) => Promise<TextPrint | { readonly unread: string }>;
  readonly signal: AbortSignal;
}

/** Both states of the files that were finished before the signal was aborted. */
export async function readSidesOf(files: readonly FileChange[], reading: Reading): Promise<Sides[]> {
  const { corpus, signal } = reading;
  const wanted = files.filter(({ special }) => special === null).flatMap((file) => blobsOf(file, corpus));
  const contents = await readBlobs(wanted, signal);
  const found: (Sides | null)[] = files.map(() => null);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < files.length && !signal.aborted) {
      const at = next++;
      const file = files[at];
      found[at] = file === undefined ? null : await readSides(file, contents, reading);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  return found.filter((sides) => sides !== null);
}

/** A text that is at hand, with the hex SHA-256 of the bytes that it was read from. */
export interface StateText {
  readonly text: string;
  readonly contentHash: string;
}

/** Both states of a file; null for one in which it is absent. */
export interface TextStates {
  readonly path: string;
  /** Where it was, of a file that moved. */
  readonly from: string | null;
  readonly before: StateText | null;
  readonly after: StateText | null;
}

/** Throws CANCELLED. */
export function sidesOfTexts(files: readonly TextStates[], reading: Pick<Reading, "fingerprint" | "signal">) {
  const sideOf = async (path: string, text: StateText | null): Promise<Side> => {
    const side = text === null ? ABSENT : await printed(path, text, reading);
    throwIfCancelled(reading.signal);
    return side ?? ABSENT;
  };
  return Promise.all(
    files.map(async ({ path, from, before, after }): Promise<Sides> => {
      const [old, now] = await Promise.all([sideOf(from ?? path, before), sideOf(path, after)]);
      return { path, from, before: old, after: now };
    }),
  );
}

function blobsOf({ path, before, after }: FileChange, corpus: CorpusSource): (StoredBlob & { maxBytes: number })[] {
  const ruling = corpus.rulingOf(path);
  const sameContent = after !== null && after !== "disk" && after.id === before?.id;
  if ("excluded" in ruling || sameContent) {
    return [];
  }
  const blobs = [before, after].filter((side) => side !== null && side !== "disk");
  return blobs.map((blob) => ({ ...blob, maxBytes: ruling.maxBytes }));
}

const SPECIAL = {
  link: "a link",
  submodule: "a submodule: analyse it as a project of its own",
  conflict: "in conflict: it has several versions",
  "left out": "not indexed by the project's rules; it may have changed",
} as const;

async function readSides(
  file: FileChange,
  contents: ReadonlyMap<string, BlobContent>,
  reading: Reading,
): Promise<Sides | null> {
  const { path, before, after, special } = file;
  const unread = (why: string, isMissed = false): Sides => {
    const side: Side = { kind: "unread", why, isMissed };
    return { path, from: null, before: before === null ? ABSENT : side, after: after === null ? ABSENT : side };
  };
  if (special !== null) {
    const isMissed = special === "conflict" || (special === "left out" && isSource(path));
    const side: Side = { kind: "unread", why: SPECIAL[special], isMissed };
    return { path, from: null, before: side, after: special === "left out" || after !== null ? side : ABSENT };
  }
  if (before !== null && after !== null && after !== "disk" && before.id === after.id) {
    return unread("only its mode changed");
  }
  const ruling = after === "disk" ? null : reading.corpus.rulingOf(path);
  if (ruling !== null && "excluded" in ruling) {
    return unread(`not indexed by the project's rules: ${ruling.excluded}`, isSource(path));
  }
  const [old, now] = await Promise.all([
    before === null ? ABSENT : storedSide(path, contents.get(before.id) ?? "missing", reading),
    after === null
      ? ABSENT
      : after === "disk"
        ? diskSide(path, reading)
        : storedSide(path, contents.get(after.id) ?? "missing", reading),
  ]);
  return old === null || now === null ? null : { path, from: null, before: old, after: now };
}

async function storedSide(path: string, content: BlobContent, reading: Reading): Promise<Side | null> {
  if (typeof content === "string") {
    const isNotHere = content === "missing";
    const why = isNotHere ? "git does not have its content here" : "oversized";
    return { kind: "unread", why, isMissed: true, isNotHere };
  }
  const judged = reading.corpus.textOf(path, content);
  return "excluded" in judged
    ? { kind: "unread", why: judged.excluded, isMissed: isSource(path) }
    : printed(path, { text: judged.text, contentHash: sha256Of(content) }, reading);
}

async function diskSide(path: string, reading: Reading): Promise<Side | null> {
  const read = await readAdmitted(reading.corpus, path);
  if (read === null) {
    return { kind: "unread", why: "no longer among the searched files", isMissed: true };
  }
  return "excluded" in read
    ? { kind: "unread", why: read.excluded, isMissed: isSource(path) }
    : printed(path, read, reading);
}

/** Null if the signal was aborted first. */
async function printed(
  path: string,
  { text, contentHash }: StateText,
  { fingerprint, signal }: Pick<Reading, "fingerprint" | "signal">,
): Promise<Side | null> {
  try {
    signal.throwIfAborted();
    const print = await fingerprint(path, text, signal);
    return "unread" in print
      ? { kind: "unread", why: print.unread, isMissed: true }
      : { kind: "text", text, contentHash, print };
  } catch (error) {
    if (signal.aborted) {
      return null;
    }
    throw error;
  }
}
