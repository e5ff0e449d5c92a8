// Why two functions that are alike are no new copy: they were alike before, one became the other, or the project does it so.
import { folderOf, nameOfPath } from "../../linking/lookup.ts";
import type { FunctionTokens } from "../../syntax/function-tokens.ts";
import { type Likeness, likenessOf } from "../compare-functions.ts";
import type { ReviewedFile } from "../contract.ts";
import type { PlacedFunction } from "../similar-functions.ts";

export interface ChangedFunction extends PlacedFunction {
  readonly file: ReviewedFile;
  /** The same function before the change; null for an added one. */
  readonly before: FunctionTokens | null;
}

export interface Copy {
  readonly of: PlacedFunction;
  readonly by: ChangedFunction;
  readonly likeness: Likeness;
}

export const isSamePlace = (a: PlacedFunction, b: PlacedFunction): boolean =>
  a.path === b.path && a.tokens.nameLine === b.tokens.nameLine && a.tokens.path === b.tokens.path;

export const isNested = (a: PlacedFunction, b: PlacedFunction): boolean =>
  a.path === b.path && a.tokens.startLine <= b.tokens.endLine && b.tokens.startLine <= a.tokens.endLine;

/**
 * What was nearly alike before is no new copy: a few tokens brought it over the limit. Also where the other one is new: then that is the
 * copy, and reported itself.
 */
const NEARLY = 0.1;

export function wasAlike({ by, of }: Copy, changed: readonly ChangedFunction[], least: number): boolean {
  const other = changed.find((one) => isSamePlace(one, of));
  const before = other === undefined ? of.tokens : other.before;
  return by.before !== null && (before === null || likenessOf(by.before, before, least - NEARLY) !== null);
}

/** A function that became a method, say, has so much of what it was. */
const PREDECESSOR_SHARE_MIN = 0.6;

/** Whether two functions that the change removes were nearly as alike, and became these. */
export function wereAlike({ by, of }: Copy, gone: readonly FunctionTokens[], least: number): boolean {
  const became = (now: FunctionTokens) => gone.filter((one) => likenessOf(one, now, PREDECESSOR_SHARE_MIN) !== null);
  const others = by.before !== null || gone.length < 2 ? [] : became(of.tokens);
  return (
    others.length > 0 &&
    became(by.tokens).some((one) =>
      others.some((other) => other !== one && likenessOf(one, other, least - NEARLY) !== null),
    )
  );
}

export function isMoved(by: ChangedFunction, removed: Set<FunctionTokens>, least: number): boolean {
  const from =
    by.before !== null ? undefined : [...removed].find((one) => likenessOf(by.tokens, one, least - NEARLY) !== null);
  return from !== undefined && removed.delete(from);
}

/** Functions of one name, in files of one folder or of one name, that are as alike: so many are how the project does it. */
const FAMILY_MIN = 3;

export function isOfFamily(by: ChangedFunction, proposed: readonly PlacedFunction[], least: number): boolean {
  const family = proposed.filter(
    ({ path, tokens }) =>
      path !== by.path &&
      (folderOf(path) === folderOf(by.path) || nameOfPath(path) === nameOfPath(by.path)) &&
      tokens.path === by.tokens.path &&
      likenessOf(by.tokens, tokens, least) !== null,
  );
  return family.length >= FAMILY_MIN;
}
