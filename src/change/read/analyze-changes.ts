// Compares the files of a difference by symbols, within a time limit: both states of each file are read and compared, then
// renamed files and moved symbols are found.
import type { FileChange } from "../../project/git-sides.ts";
import type { TextPrint } from "../../syntax/fingerprint.ts";
import { containsRange } from "../../vocabulary/chunk.ts";
import { conflictsIn } from "../../vocabulary/conflict-marks.ts";
import { cancelled, Failure } from "../../vocabulary/failure.ts";
import { splitLines } from "../../vocabulary/text.ts";
import type { TextAt, TextPair } from "../state/change.ts";
import { type ChangedLines, changedLines } from "./changed-lines.ts";
import { comparePrints, type TextComparison } from "./compare-prints.ts";
import { findMoved, findRenamedFiles, type MovedSymbol, type WholeFile } from "./find-moved.ts";
import { type Reading, readSidesOf, type Side, type Sides } from "./read-sides.ts";

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
  /** Whether it is unread since the repository lacks its content. */
  readonly isNotHere: boolean;
  /** First line of a merge conflict that is left in its text after the change; null where there is none. */
  readonly conflictLine: number | null;
  /** Changed lines of the two texts; null for one that does not exist, or without changed lines. */
  readonly lines: ChangedLines | null;
  /** Without what was moved. */
  readonly symbols: TextComparison;
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

export interface ChangesTask extends Reading {
  readonly files: readonly FileChange[];
  readonly timeMsMax: number;
}

/** Files whose stored texts are read at once. */
const GROUP = 48;
export async function analyzeChanges({ files, timeMsMax, ...task }: ChangesTask): Promise<ChangesFound> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeMsMax);
  const signal = AbortSignal.any([task.signal, late.signal]);
  const read: Sides[] = [];
  try {
    for (let at = 0; at < files.length && !signal.aborted; at += GROUP) {
      read.push(...(await readSidesOf(files.slice(at, at + GROUP), { ...task, signal })));
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
  return { ...changesBetween(read), filesLeft: files.length - read.length };
}

/** The difference of two states whose files were all read. */
export const changesBetween = (sides: readonly Sides[]): Omit<ChangesFound, "filesLeft"> =>
  withMoves(withRenames(sides));

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

function withMoves(read: readonly Sides[]): Omit<ChangesFound, "filesLeft"> {
  const files = read.map(compareSides);
  // A text in conflict has what both sides have: nothing of it came from elsewhere.
  const whole = files.filter(({ conflictLine }) => conflictLine === null);
  const moved = findMoved(
    whole.flatMap(({ path, from, symbols }) => symbols.removed.map((symbol) => ({ file: from ?? path, symbol }))),
    whole.flatMap(({ path, symbols }) => symbols.added.map((symbol) => ({ file: path, symbol }))),
  );
  // Symbols nested in a moved symbol moved with it.
  const isIn = (side: "before" | "after", file: string) => {
    const places = moved.filter((one) => one[side].file === file).map((one) => one[side].symbol);
    return (symbol: TextComparison["added"][number]): boolean => places.some((place) => containsRange(place, symbol));
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
  const isNotHere = (after.kind === "unread" ? after : before.kind === "unread" ? before : null)?.isNotHere === true;
  const isMissed = [before, after].some((side) => side.kind === "unread" && side.isMissed === true);
  const [conflict] = after.kind === "text" ? conflictsIn(splitLines(after.text)) : [];
  const contentHash = after.kind === "text" ? after.contentHash : null;
  const language = shown?.language ?? null;
  return {
    path,
    status,
    from,
    unread,
    isMissed,
    isNotHere,
    language,
    parse: worse(old, now),
    contentHash,
    conflictLine: conflict?.ours ?? null,
    lines,
    symbols,
  };
}

/** Of two parse states the one that makes the comparison less certain. */
const worse = (before: TextPrint | null, after: TextPrint | null): TextPrint["parse"] | null =>
  before?.parse === "partial" ? "partial" : (after?.parse ?? before?.parse ?? null);
