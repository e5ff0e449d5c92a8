// Lines that a change breaks, by file: a difference lists them as users of the symbol that it removed, moved or gave another form.
import type { Target } from "../../intelligence/edges/edge-scene.ts";
import type { References } from "../../intelligence/edges/references.ts";
import { atOnce } from "../../system/slices.ts";
import type { Break, Change, TextPair } from "../state/change.ts";
import { lostSymbol } from "../state/lost.ts";
import { type FileUses, usesByFile } from "./file-uses.ts";
import { findBreaks, findMisfits } from "./find-breaks.ts";

export interface ChangedTarget {
  /** In the base state. */
  readonly target: Target;
  readonly pair: TextPair;
  /** False where the symbol is still there, so that only lines that were not adapted to it count. */
  readonly isRemoved: boolean;
}

/** Of a symbol whose file has no facts. */
const NOTHING_FOUND: References = { references: [], unknown: 0, unresolved: [], filesRead: [], filesLeft: [] };

export interface BrokenUses {
  /** Files that the change leaves as they are before those it touches. */
  readonly users: readonly FileUses[];
  /** Further references by the name whose receiver is unknown. */
  readonly unknown: number;
  /** Files that were not looked into, or known in part alone. */
  readonly filesLeft: number;
  /** All that referred to it at the base state. */
  readonly all: References;
}

/** Throws nothing; if the time limit is reached, the files that were not searched are counted. */
export function brokenUses(change: Change, { target, pair, isRemoved }: ChangedTarget): BrokenUses {
  const lost = lostSymbol(change, target, pair, isRemoved);
  if (lost === null) {
    return { users: [], unknown: 0, filesLeft: 1, all: NOTHING_FOUND };
  }
  const { breaks, filesLeft, all } = atOnce(findBreaks(change, lost));
  const changed = new Set(change.pairs.flatMap(({ before, after }) => [before?.path, after?.path]));
  return {
    users: usesByFile(breaks.filter(isUse), changed),
    unknown: all.unknown,
    filesLeft: filesLeft.size,
    all,
  };
}

/** What breaks for certain, and what refers to it by its name alone. */
const isUse = ({ kind, effect, isOnUnknown = false }: Break): boolean =>
  effect === "breaks" || (kind === "name" && effect === "may-break" && !isOnUnknown);

/** What needs the symbol as it was and neither names nor calls it: places where its type is to fit another one, and members that override it. */
export function misfits(change: Change, { target, pair, isRemoved }: ChangedTarget): readonly Break[] {
  const lost = lostSymbol(change, target, pair, isRemoved);
  return lost === null ? [] : atOnce(findMisfits(change, lost)).breaks.filter(isUse);
}
