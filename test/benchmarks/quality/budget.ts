// Recall within a token budget: which targets the first tokens of an answer show. Pure: the program's answers say
// themselves what they carry; a baseline's is cut from its lines here.
import { covers, type Target } from "../../support/judged.ts";
import { BUDGETS, type Budget, type Carried } from "./arm.ts";

/**
 * Share of the targets whose source stands in the answer: any line of a target that is a file, any of its own lines where
 * the target is lines. A place that is only named shows nothing.
 */
export function shownShare({ shown }: Carried, targets: readonly Target[]): number {
  return targets.filter((target) => shown.some((place) => covers(place, target))).length / targets.length;
}

/** Share of the targets that the answer names by path and lines without showing any of their source. */
export function namedShare({ shown, named }: Carried, targets: readonly Target[]): number {
  const onlyNamed = targets.filter(
    (target) => named.some((place) => covers(place, target)) && !shown.some((place) => covers(place, target)),
  );
  return onlyNamed.length / targets.length;
}

/** A line of a baseline's answer. */
export interface AnswerLine {
  readonly path: string;
  /** 1-based; null for a heading, which shows no source. */
  readonly line: number | null;
  readonly text: string;
}

/**
 * What the first tokens of the lines show, by budget: whole lines from the first one on, none after the first that does
 * not fit. Takes no more lines than the largest budget holds.
 */
export function cutToBudgets(
  lines: Iterable<AnswerLine>,
  count: (text: string) => number,
): ReadonlyMap<Budget, Carried> {
  const shown = new Map(
    BUDGETS.map((budget) => [budget, [] as { path: string; startLine: number; endLine: number }[]]),
  );
  const largest = Math.max(...BUDGETS);
  let used = 0;
  for (const { path, line, text } of lines) {
    used += count(`${text}\n`);
    if (used > largest) {
      break;
    }
    for (const [budget, places] of shown) {
      if (line === null || used > budget) {
        continue;
      }
      const last = places.at(-1);
      if (last !== undefined && last.path === path && last.endLine === line - 1) {
        last.endLine = line;
      } else {
        places.push({ path, startLine: line, endLine: line });
      }
    }
  }
  return new Map([...shown].map(([budget, places]) => [budget, { shown: places, named: [] }]));
}
