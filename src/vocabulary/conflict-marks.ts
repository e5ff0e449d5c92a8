// The marks with which git shows both sides of a merge conflict in a text. A text that has them is two texts, of which nobody has chosen one.

/** Lines of one conflict, 1-based. */
export interface ConflictMarks {
  readonly ours: number;
  readonly between: number;
  readonly theirs: number;
}

const OURS = /^<{7}(?: |$)/;
const BETWEEN = /^={7}$/;
const THEIRS = /^>{7}(?: |$)/;

/** All three marks, at the beginning of their lines and in this order; in order of line. */
export function conflictsIn(lines: readonly string[]): ConflictMarks[] {
  const found: ConflictMarks[] = [];
  let marks: readonly number[] = [];
  for (const [at, line] of lines.entries()) {
    if (OURS.test(line)) {
      marks = [at + 1];
    } else if (marks.length === 1 && BETWEEN.test(line)) {
      marks = [...marks, at + 1];
    } else if (marks.length === 2 && THEIRS.test(line)) {
      const [ours = 0, between = 0] = marks;
      found.push({ ours, between, theirs: at + 1 });
      marks = [];
    }
  }
  return found;
}
