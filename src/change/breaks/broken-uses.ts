// Lines that a change breaks, by file: a difference lists them as users of the symbol that it removed, moved or gave another form.
import type { Target } from "../../intelligence/edges/edge-scene.ts";
import type { References } from "../../intelligence/edges/references.ts";
import { atOnce } from "../../system/slices.ts";
import { FILE } from "../../vocabulary/facts.ts";
import { type Break, type Change, changedPaths, type Lost, type TextPair } from "../state/change.ts";
import { lostSymbol, lostWith } from "../state/lost.ts";
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
  const lost = isRemoved ? removedSymbol(change, target, pair) : lostSymbol(change, target, pair, false);
  if (lost === null) {
    return { users: [], unknown: 0, filesLeft: 1, all: NOTHING_FOUND };
  }
  const { breaks, filesLeft, all } = atOnce(findBreaks(change, lost));
  return {
    users: usesByFile(breaks.filter(isUse), changedPaths(change)),
    unknown: all.unknown,
    filesLeft: filesLeft.size,
    all,
  };
}

/** Members of one type whose uses are looked for: those of a type are mostly named on its values, which breaks nothing more. */
const MEMBERS_MAX = 40;

/** All that goes with its lines. */
function removedSymbol({ base }: Change, { places: [place] }: Target, pair: TextPair): Lost | null {
  const facts = place === undefined ? null : base.lookup.facts(place.path);
  const definition = facts?.definitions[place?.at ?? FILE];
  if (place === undefined || facts === null || definition === undefined) {
    return null;
  }
  const lost = lostWith({ path: place.path, language: base.lookup.language(place.path) }, facts, definition, pair);
  const outermost = lost.definitions.filter(({ isOutermost }) => isOutermost);
  const others = lost.definitions.filter(({ isOutermost }) => !isOutermost);
  return { ...lost, definitions: [...outermost, ...others.slice(0, MEMBERS_MAX)] };
}

/** What breaks for certain, and what refers to it by its name alone. */
const isUse = ({ effect, isByName = false }: Break): boolean =>
  effect === "breaks" || (effect === "may-break" && isByName);

/** What needs a symbol that has another form as it was, and neither names nor calls it: places where its type is to fit another one, and members that override it. */
export function misfits(change: Change, { target, pair }: Omit<ChangedTarget, "isRemoved">): readonly Break[] {
  const lost = lostSymbol(change, target, pair, false);
  return lost === null ? [] : atOnce(findMisfits(change, lost)).breaks.filter(isUse);
}
