// Everything that a change breaks, leaves without use or gives another meaning: each finder looks for one kind, and each line of the
// project is said once, with what weighs most.
import type { References } from "../../intelligence/edges/references.ts";
import { stepsInTime } from "../../linking/linker.ts";
import type { Steps } from "../../system/slices.ts";
import type { Break, BreakPlaces, Change, Effect, FoundBreaks, Lost } from "../state/change.ts";
import { findUnnamedCalls } from "./call.ts";
import { findConstructed } from "./constructor.ts";
import { findConverted } from "./conversion.ts";
import { findDeclared, findParts } from "./declaration.ts";
import { findIdle } from "./idle.ts";
import { findInherited } from "./inherited.ts";
import { findLiteral } from "./literal.ts";
import { findNamed } from "./name.ts";
import { findOverrides } from "./override.ts";

type Finder = (change: Change, lost: Lost) => Steps<FoundBreaks>;

/** What needs the symbol as it was without naming it. */
const UNNAMED: readonly Finder[] = [
  findConstructed,
  findOverrides,
  findConverted,
  findUnnamedCalls,
  findDeclared,
  findInherited,
  findLiteral,
];

/** `before`: its place in the base state; null where it was not there. */
export type PlacedBreak = Break & Pick<BreakPlaces, "before">;

export interface Breaks {
  /** Each line once, by its place after the change. */
  readonly breaks: readonly PlacedBreak[];
  /** Files that were not looked into in time, or are known in part alone. */
  readonly filesLeft: ReadonlySet<string>;
  /** All that referred to it in the base state. */
  readonly all: References;
}

/** All that no longer works or means something else. */
export function* findBreaks(change: Change, lost: Lost): Steps<Breaks> {
  const named = yield* findNamed(change, lost);
  const unnamed = yield* found(change, lost, UNNAMED);
  return { ...merged(change, lost, [named, ...unnamed]), all: named.all };
}

/** The same without what names it. */
export function* findUnnamed(change: Change, lost: Lost): Steps<Omit<Breaks, "all">> {
  return merged(change, lost, yield* found(change, lost, UNNAMED));
}

/** Of these, what neither names nor calls it: members that override it, and places where its type is to fit another one. */
export function* findMisfits(change: Change, lost: Lost): Steps<Omit<Breaks, "all">> {
  return merged(change, lost, yield* found(change, lost, [findOverrides, findConverted]));
}

/** The same with other declarations, and with what is left without use. */
export function* findAllLeft(change: Change, lost: Lost): Steps<Omit<Breaks, "all">> {
  return merged(change, lost, yield* found(change, lost, [findParts, findNamed, ...UNNAMED, findIdle]));
}

/** Other declarations, and what names it. */
export function* findNamedLeft(change: Change, lost: Lost): Steps<Omit<Breaks, "all">> {
  return merged(change, lost, yield* found(change, lost, [findParts, findNamed]));
}

/** The file counts as left where time was up in the middle of a finder: what that found by then could be wrong. */
function* found(change: Change, lost: Lost, finders: readonly Finder[]): Steps<FoundBreaks[]> {
  const all: FoundBreaks[] = [];
  for (const find of finders) {
    all.push(yield* stepsInTime<FoundBreaks>(find(change, lost), () => ({ breaks: [], filesLeft: [lost.path] })));
  }
  return all;
}

/** The file counts as left where time was up in the middle of it: what was found by then could be wrong. */
const WEIGHTS: Readonly<Record<Effect, number>> = { breaks: 0, "may-break": 1, changes: 2, idle: 3 };

/** Of several reasons for a line the one that weighs most; of equal ones the first. */
function merged(change: Change, lost: Lost, all: readonly FoundBreaks[]): Omit<Breaks, "all"> {
  const byLine = new Map<string, PlacedBreak>();
  for (const { places, ...one } of all.flatMap(({ breaks }) => breaks)) {
    const { before, after } = places ?? placesOf(change, lost, one);
    const key = `${after?.path}:${after?.line}`;
    const known = byLine.get(key);
    if (after !== null && (known === undefined || WEIGHTS[one.effect] < WEIGHTS[known.effect])) {
      byLine.set(key, { ...one, path: after.path, line: after.line, before });
    }
  }
  return { breaks: [...byLine.values()], filesLeft: new Set(all.flatMap(({ filesLeft }) => filesLeft)) };
}

/** After it: nowhere, where the line is gone. */
function placesOf({ lineNow }: Change, lost: Lost, { path, line }: Break): BreakPlaces {
  const isOwn = path === lost.path;
  const shared = isOwn ? lost.shared.get(line) : undefined;
  const isGone = isOwn && lost.isRemoved && lost.isInside(line);
  const other = shared === undefined || lost.pair?.after == null ? null : { path: lost.pair.after.path, line: shared };
  return { before: { path, line }, after: isGone ? other : (lineNow(path, line) ?? other) };
}
