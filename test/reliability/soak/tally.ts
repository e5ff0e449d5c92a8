// What a soak did and what it found wrong. Knows no protocol.
export interface Tally {
  count(what: string): void;
  /** Something that must not be; told at once, and kept with when it was. */
  violation(what: string, detail: unknown): void;
  counts(): Readonly<Record<string, number>>;
  violations(): readonly Violation[];
}

export interface Violation {
  readonly atSeconds: number;
  readonly what: string;
  readonly detail: unknown;
}

export function openTally(tell: (line: string) => void): Tally {
  const counts = new Map<string, number>();
  const violations: Violation[] = [];
  const started = performance.now();
  return {
    count: (what) => counts.set(what, (counts.get(what) ?? 0) + 1),
    violation(what, detail) {
      const atSeconds = Math.round((performance.now() - started) / 1000);
      violations.push({ atSeconds, what, detail });
      tell(`VIOLATION at ${atSeconds} s: ${what}: ${JSON.stringify(detail).slice(0, 2_000)}`);
    },
    counts: () => Object.fromEntries([...counts].sort()),
    violations: () => violations,
  };
}
