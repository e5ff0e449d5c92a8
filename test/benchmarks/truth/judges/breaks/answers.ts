// What analyze_diff and analyze_impact list, read from their structured answers.
import { readTable } from "../../../../support/read-table.ts";

/** Files that an answer names as users of a symbol, each with its lines. */
export type Listed = ReadonlyMap<string, ReadonlySet<number>>;

export interface DiffAnswer {
  readonly listed: Listed;
  /** Whether it says that nothing is at risk. */
  readonly saysNoRisk: boolean;
  /** Whether it says that something was not looked at, mostly for want of time. */
  readonly isOpen: boolean;
}

interface WireDiff {
  readonly risk?: { readonly score: number | null; readonly unknown?: readonly string[] };
  readonly users?: unknown;
}

export function readDiff(answer: unknown): DiffAnswer {
  const { risk, users } = answer as WireDiff;
  const listed = new Map<string, Set<number>>();
  for (const { path, lines } of readTable(users) as { path: string; lines: readonly number[] }[]) {
    const known = listed.get(path) ?? new Set<number>();
    listed.set(path, known);
    for (const line of lines) {
      known.add(line);
    }
  }
  const unknown = risk?.unknown ?? [];
  const isOpen = unknown.some((what) => /not looked|not determined/.test(what));
  return { listed, saysNoRisk: unknown.length === 0 && (risk?.score ?? 0) === 0, isOpen };
}

interface Dependent {
  readonly path: string;
  readonly certainty?: string;
}

/** Files of what depends on it; not of what only calls a method that it overrides, which goes on to compile. */
export function readImpact(answer: unknown): ReadonlySet<string> {
  const { dependents } = answer as { readonly dependents?: unknown };
  const rows = dependents === undefined ? [] : (readTable(dependents) as unknown as readonly Dependent[]);
  return new Set(rows.filter(({ certainty }) => certainty !== "may-run").map(({ path }) => path));
}
