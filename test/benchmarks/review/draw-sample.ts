// Draws findings for a person to judge: mostly those that request changes, and no more of one rule than its fair share.
import { isAtLeast } from "../../../src/vocabulary/severity.ts";
import { type Random, shuffled } from "../../support/random.ts";
import type { PrintedFinding, ReviewedCommit } from "./review-commits.ts";

export interface DrawnFinding extends PrintedFinding {
  readonly repository: string;
  readonly commit: string;
  readonly subject: string;
}

/** Of the sample, as long as there are so many. */
const REQUESTING_SHARE = 2 / 3;

export const findingsOf = (reviewed: readonly ReviewedCommit[]): DrawnFinding[] =>
  reviewed.flatMap(({ repository, commit, subject, findings }) =>
    findings.map((finding) => ({ repository, commit, subject, ...finding })),
  );

export const requestsChanges = ({ severity }: Pick<PrintedFinding, "severity">): boolean =>
  isAtLeast(severity, "medium");

export function drawSample(found: readonly DrawnFinding[], count: number, random: Random): DrawnFinding[] {
  const severe = inTurns(found.filter(requestsChanges), random);
  const mild = inTurns(
    found.filter((finding) => !requestsChanges(finding)),
    random,
  );
  const wanted = Math.max(Math.round(count * REQUESTING_SHARE), count - mild.length);
  const drawn = severe.slice(0, wanted);
  return [...drawn, ...mild.slice(0, count - drawn.length)];
}

/** All findings: one of each rule, then a second one of each, and so on. Of one rule, commits take turns in the same way. */
function inTurns(found: readonly DrawnFinding[], random: Random): DrawnFinding[] {
  const byRule = groupsOf(shuffled(found, random), ({ rule }) => rule).map((ofRule) =>
    takeTurns(groupsOf(ofRule, ({ repository, commit }) => `${repository} ${commit}`)),
  );
  return takeTurns(byRule);
}

const groupsOf = <Value>(values: readonly Value[], keyOf: (value: Value) => string): Value[][] => {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return [...groups.values()];
};

function takeTurns<Value>(lists: readonly (readonly Value[])[]): Value[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat();
}
