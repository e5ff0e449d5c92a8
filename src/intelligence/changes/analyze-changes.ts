// Compares the files of a difference by symbols, within a time limit: each side's text is read, from git or the corpus,
// fingerprinted and compared; then moved symbols are found.
import { createHash } from "node:crypto";
import type { StoredBlob } from "../../project/changed-since.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import type { FileChange } from "../../project/git-sides.ts";
import { readAdmitted } from "../../project/read-admitted.ts";
import { type BlobContent, readBlobs } from "../../project/read-blobs.ts";
import type { TextPrint } from "../../syntax/fingerprint.ts";
import { cancelled, Failure } from "../../vocabulary/failure.ts";
import { type ChangedLines, changedLines } from "./changed-lines.ts";
import { comparePrints, type TextComparison } from "./compare-prints.ts";
import { findMoved, findRenamedFiles, type MovedSymbol, type WholeFile } from "./find-moved.ts";
import { isSource } from "./is-source.ts";

export interface FileDifference {
  readonly path: string;
  readonly status: "added" | "removed" | "changed" | "renamed";
  /** Where it was, of a renamed one. */
  readonly from: string | null;
  /** Why its symbols were not looked into; null where they were. */
  readonly unread: string | null;
  readonly language: string | null;
  /** How its text was understood: now, or before if it was deleted. */
  readonly parse: TextPrint["parse"] | null;
  /** Hex SHA-256 of the file's bytes after the change; null if it was deleted or not read. */
  readonly contentHash: string | null;
  /** Whether its symbols should have been compared and could not be: what its change breaks is not known. */
  readonly isMissed: boolean;
  /** Changed lines of the two texts; null for one that does not exist, or without changed lines. */
  readonly lines: ChangedLines | null;
  /** Without what was moved. */
  readonly symbols: TextComparison;
}

/** A file's text in one of the two states. */
export interface TextAt {
  readonly path: string;
  readonly text: string;
}

/** Both texts of a file; null for one that is not there. */
export interface TextPair {
  readonly before: TextAt | null;
  readonly after: TextAt | null;
}

export interface ChangesFound {
  /** In the order in which they were given. */
  readonly files: readonly FileDifference[];
  /** Texts of those that were compared, in the same order. */
  readonly texts: readonly TextPair[];
  /** From one file to another, or to another name. */
  readonly moved: readonly MovedSymbol[];
  /** Files that were not reached in time. */
  readonly filesLeft: number;
}

export interface ChangesTask {
  readonly corpus: CorpusSource;
  readonly files: readonly FileChange[];
  readonly fingerprint: (
    path: string,
    text: string,
    signal: AbortSignal,
  ) => Promise<TextPrint | { readonly unread: string }>;
  readonly timeMsMax: number;
  readonly signal: AbortSignal;
}

/** One state of a file. */
type Side =
  | { readonly kind: "text"; readonly text: string; readonly contentHash: string; readonly print: TextPrint }
  | { readonly kind: "absent" }
  | { readonly kind: "unread"; readonly why: string; readonly isMissed?: boolean };

interface Sides {
  readonly path: string;
  readonly from: string | null;
  readonly before: Side;
  readonly after: Side;
}

const ABSENT: Side = { kind: "absent" };
/** Files whose stored texts are read at once. */
const GROUP = 48;
/** Files analysed at once: enough to keep the workers busy while others are read. */
const IN_FLIGHT = 4;

export async function analyzeChanges({ files, timeMsMax, ...task }: ChangesTask): Promise<ChangesFound> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeMsMax);
  const signal = AbortSignal.any([task.signal, late.signal]);
  const read: Sides[] = [];
  try {
    for (let at = 0; at < files.length && !signal.aborted; at += GROUP) {
      read.push(...(await readGroup(files.slice(at, at + GROUP), { ...task, signal })));
    }
  } catch (error) {
    // The time limit was reached while git was asked.
    if (!late.signal.aborted || !(error instanceof Failure) || error.code !== "CANCELLED") {
      throw error;
    }
  } finally {
    clearTimeout(timer);
  }
  if (task.signal.aborted) {
    throw cancelled();
  }
  return { ...withMoves(withRenames(read)), filesLeft: files.length - read.length };
}

type Reading = Omit<ChangesTask, "files" | "timeMsMax">;

/** Those that were finished before the signal was aborted. */
async function readGroup(files: readonly FileChange[], reading: Reading): Promise<Sides[]> {
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
    const why = content === "missing" ? "git does not have its content here" : "oversized";
    return { kind: "unread", why, isMissed: true };
  }
  const judged = reading.corpus.textOf(path, content);
  return "excluded" in judged
    ? { kind: "unread", why: judged.excluded, isMissed: isSource(path) }
    : printed(path, { text: judged.text, contentHash: hashOf(content) }, reading);
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
  { text, contentHash }: { readonly text: string; readonly contentHash: string },
  { fingerprint, signal }: Reading,
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

/** A deleted file and a new one with mostly the same symbols are one renamed file. */
function withRenames(read: readonly Sides[]): Sides[] {
  const whole = (path: string, side: Side): WholeFile[] =>
    side.kind === "text"
      ? [{ path, language: side.print.language, textHash: side.contentHash, symbols: side.print.symbols }]
      : [];
  const removed = read
    .filter(({ after }) => after.kind === "absent")
    .flatMap(({ path, before }) => whole(path, before));
  const added = read.filter(({ before }) => before.kind === "absent").flatMap(({ path, after }) => whole(path, after));
  const renamed = findRenamedFiles(removed, added);
  const renamedFrom = new Set(renamed.values());
  const byPath = new Map(read.map((sides) => [sides.path, sides]));
  return read.flatMap((sides) => {
    const from = renamed.get(sides.path);
    const before = from === undefined ? undefined : byPath.get(from)?.before;
    return renamedFrom.has(sides.path) ? [] : [before === undefined ? sides : { ...sides, from: from ?? null, before }];
  });
}

const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

function withMoves(read: readonly Sides[]): Omit<ChangesFound, "filesLeft"> {
  const files = read.map(compareSides);
  const moved = findMoved(
    files.flatMap(({ path, from, symbols }) => symbols.removed.map((symbol) => ({ file: from ?? path, symbol }))),
    files.flatMap(({ path, symbols }) => symbols.added.map((symbol) => ({ file: path, symbol }))),
  );
  // Symbols nested in a moved symbol moved with it.
  const isIn = (side: "before" | "after", file: string) => {
    const places = moved.filter((one) => one[side].file === file).map((one) => one[side].symbol);
    return (symbol: TextComparison["added"][number]): boolean =>
      places.some(
        (place) => place === symbol || (place.startLine <= symbol.startLine && symbol.endLine <= place.endLine),
      );
  };
  return {
    moved,
    texts: read.flatMap(({ path, from, before, after }) => {
      const pair = { before: textAt(from ?? path, before), after: textAt(path, after) };
      return before.kind === "unread" || after.kind === "unread" ? [] : [pair];
    }),
    files: files.map((file) => {
      const [wasMoved, isMoved] = [isIn("before", file.from ?? file.path), isIn("after", file.path)];
      const removed = file.symbols.removed.filter((symbol) => !wasMoved(symbol));
      const added = file.symbols.added.filter((symbol) => !isMoved(symbol));
      return { ...file, symbols: { ...file.symbols, removed, added } };
    }),
  };
}

const textAt = (path: string, side: Side): TextAt | null => (side.kind === "text" ? { path, text: side.text } : null);

function compareSides({ path, from, before, after }: Sides): FileDifference {
  const status =
    from !== null ? "renamed" : before.kind === "absent" ? "added" : after.kind === "absent" ? "removed" : "changed";
  const unread = after.kind === "unread" ? after.why : before.kind === "unread" ? `before: ${before.why}` : null;
  const print = (side: Side): TextPrint | null => (side.kind === "text" && unread === null ? side.print : null);
  const [old, now] = [print(before), print(after)];
  const lines = before.kind === "text" && after.kind === "text" ? changedLines(before.text, after.text) : null;
  const shown = now ?? old;
  const symbols = comparePrints(old, now);
  const isMissed = [before, after].some((side) => side.kind === "unread" && side.isMissed === true);
  const contentHash = after.kind === "text" ? after.contentHash : null;
  const language = shown?.language ?? null;
  return { path, status, from, unread, isMissed, language, parse: worse(old, now), contentHash, lines, symbols };
}

/** Of two parse states the one that makes the comparison less certain. */
function worse(before: TextPrint | null, after: TextPrint | null): TextPrint["parse"] | null {
  return before?.parse === "partial" ? "partial" : (after?.parse ?? before?.parse ?? null);
}
