// Counts comparisons of one answer, and keeps what differs by cause.
import type { Cause, Figure, Finding } from "../judge.ts";

export interface Tally {
  right(): void;
  /** One that is wrong; the first example of a cause is kept. */
  wrong(cause: string, example: string): void;
  leaveOut(why: string): void;
  /** Figures other than "equal" are added by the caller. */
  finding(tool: string, part: string, wanted: Figure["wanted"]): Finding;
}

export function openTally(): Tally {
  let right = 0;
  let all = 0;
  const causes = new Map<string, { count: number; example: string }>();
  const leftOut = new Map<string, number>();
  return {
    right() {
      right++;
      all++;
    },
    wrong(cause, example) {
      all++;
      const known = causes.get(cause);
      causes.set(cause, { count: (known?.count ?? 0) + 1, example: known?.example ?? example });
    },
    leaveOut(why) {
      leftOut.set(why, (leftOut.get(why) ?? 0) + 1);
    },
    finding: (tool, part, wanted) => ({
      tool,
      part,
      sites: all,
      figures: [{ name: "equal", right, of: all, wanted }],
      causes: Array.from(causes, ([cause, one]): Cause => ({ cause, ...one })),
      leftOut: Array.from(leftOut, ([why, count]) => `${count} ${why}`),
    }),
  };
}
