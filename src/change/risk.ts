// The risk of a change as a sum of points, and what is unknown about it: docs/inside/code-intelligence.md, "Risk".

import type { RiskPoint } from "../intelligence/symbols/risk.ts";
import { formatNumber } from "../vocabulary/shown-text.ts";
import type { ChangesFound } from "./read/analyze-changes.ts";
import type { Weighing } from "./weigh-changes.ts";

export interface ChangeRisk {
  /** 0 to 100; at least this where something is unknown. */
  readonly score: number;
  /** `{ 30, "parseAmount" }`, `{ 5, "12 files changed" }`: they sum up to the score, or over it. */
  readonly points: readonly RiskPoint[];
  /** What the score lacks: `3 files not looked at`. Empty where everything was looked at. */
  readonly unknown: readonly string[];
}

const FILES_MANY = [
  [50, 10],
  [10, 5],
] as const;
const USED_OUTSIDE = 15;
const SCORE_MAX = 100;

/** The riskiest symbol, the effect on unchanged code, and the size. Null if there was no symbol to weigh and nothing is unknown. */
export function riskOfChange(found: ChangesFound, weighing: Weighing): ChangeRisk | null {
  const { weights } = weighing;
  const unknown = unknownOf(found, weighing);
  if (weights.size === 0 && unknown.length === 0) {
    return null;
  }
  const weighed = [...weights].map(([symbol, weight]) => ({ symbol, score: weight.risk?.score ?? 0 }));
  const riskiest = weighed.reduce<(typeof weighed)[number] | null>(
    (best, one) => (best === null || one.score > best.score ? one : best),
    null,
  );
  const count = found.files.length;
  const size = FILES_MANY.find(([least]) => count >= least)?.[1] ?? 0;
  const points: readonly RiskPoint[] = [
    { points: riskiest?.score ?? 0, reason: riskiest?.symbol.path ?? "" },
    usedPoint(weights),
    { points: size, reason: `${formatNumber(count)} files changed` },
  ];
  return {
    score: Math.min(
      SCORE_MAX,
      points.reduce((sum, one) => sum + one.points, 0),
    ),
    points: points.filter((one) => one.points > 0),
    unknown,
  };
}

/** Unchanged lines use a symbol that was removed or has another signature; for a changed body, removed members. */
function usedPoint(weights: Weighing["weights"]): RiskPoint {
  const users = [...weights.values()].flatMap((weight) => weight.users);
  const isOutside = users.some(({ isChanged }) => !isChanged);
  return {
    points: users.length > 0 ? USED_OUTSIDE : 0,
    reason: `still used in ${isOutside ? "unchanged" : "changed"} files`,
  };
}

function unknownOf({ files, filesLeft }: ChangesFound, { weights, unweighed, filesUnread }: Weighing): string[] {
  const all = [...weights.values()];
  const left = all.reduce((most, weight) => Math.max(most, weight.filesLeft), 0);
  const missed = filesLeft + filesUnread + left + files.filter(({ isMissed }) => isMissed).length;
  const asked = all.filter(({ mayBeCalledByLibrary }) => mayBeCalledByLibrary).length;
  const unread = all.reduce(
    (sum, weight) => sum + weight.unread.reduce((lines, one) => lines + one.lines.length, 0),
    0,
  );
  const unresolved = all.reduce((sum, { unknown }) => sum + unknown, 0);
  return [
    ...counted(missed, "file not looked at", "files not looked at"),
    ...counted(unweighed, "symbol whose users were not determined", "symbols whose users were not determined"),
    ...counted(asked, "method that a library may call", "methods that a library may call"),
    ...counted(unread, "line whose uses are not read", "lines whose uses are not read"),
    ...counted(unresolved, "mention on an unknown receiver", "mentions on unknown receivers"),
  ];
}

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${formatNumber(count)} ${count === 1 ? one : many}`];
