// Compares the review of a commit with the review of the same commit with a fault: was the fault found, was it there before, what else is new. Pure.

export interface Finding {
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  readonly path: string | null;
  readonly line: number | null;
  readonly symbol: string | null;
  readonly evidence?: readonly { readonly path: string; readonly line: number; readonly side?: string }[];
}

/** Lines of a file, 1-based, the last one included. */
export interface Span {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** Where a finding about the fault may stand. */
export interface Target {
  readonly rule: string;
  readonly symbols: readonly string[];
  readonly paths: readonly string[];
  readonly spans: readonly Span[];
}

export interface Verdict {
  readonly found: Finding | null;
  /** Findings of the rule at the place of the fault, in the review without it. */
  readonly before: readonly Finding[];
  /** New findings that are not about the fault. */
  readonly others: readonly Finding[];
}

/** A finding may stand a line above or below, such as at the brace of a block. */
const NEAR = 1;

/** `git diff -U0`, as the changed lines of both sides. A side without lines is its place: the line before it. */
export function spansOf(diff: string): { readonly before: Span[]; readonly after: Span[] } {
  const before: Span[] = [];
  const after: Span[] = [];
  let path = "";
  for (const line of diff.split("\n")) {
    path = /^(?:---|\+\+\+) [ab]\/(.*)$/.exec(line)?.[1] ?? path;
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (hunk !== null) {
      const span = (from: string | undefined, count: string | undefined): Span => ({
        path,
        from: Number(from),
        to: Number(from) + Math.max(0, Number(count ?? 1) - 1),
      });
      before.push(span(hunk[1], hunk[2]));
      after.push(span(hunk[3], hunk[4]));
    }
  }
  return { before, after };
}

const lastName = (symbol: string): string => symbol.split(/[.#:]+/).at(-1) ?? symbol;

export function isAt({ path, line, symbol, evidence = [] }: Finding, { symbols, paths, spans }: Target): boolean {
  const isInside = (of: { readonly path: string | null; readonly line: number | null }): boolean =>
    spans.some(
      (span) => of.path === span.path && of.line !== null && of.line >= span.from - NEAR && of.line <= span.to + NEAR,
    );
  const isEdited = spans.some((span) => span.path === path);
  return (
    (path !== null && paths.includes(path)) ||
    isInside({ path, line }) ||
    (isEdited && symbol !== null && symbols.includes(lastName(symbol))) ||
    evidence.some(isInside)
  );
}

/** Lines move, so a finding is known by its file, symbol and message without numbers. */
const keyOf = ({ rule, path, symbol, message }: Finding): string =>
  [rule, path, symbol, message.replace(/\d+/g, "N")].join("\0");

function newOnes(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const left = new Map<string, number>();
  for (const one of before) {
    left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1);
  }
  return after.filter((one) => {
    const known = left.get(keyOf(one)) ?? 0;
    left.set(keyOf(one), known - 1);
    return known <= 0;
  });
}

/** `target`: in lines with the fault; `was`: the same places without it. */
export function judge(
  without: readonly Finding[],
  withFault: readonly Finding[],
  target: Target,
  was: Target,
): Verdict {
  const fresh = newOnes(without, withFault);
  const isHit = (one: Finding): boolean => one.rule === target.rule && isAt(one, target);
  return {
    found: fresh.find(isHit) ?? null,
    before: without.filter((one) => one.rule === was.rule && isAt(one, was)),
    others: fresh.filter((one) => !isHit(one)),
  };
}
