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

interface WireImpact {
  readonly dependents?: { readonly rows: Readonly<Record<string, readonly (readonly unknown[])[]>> };
}

export const readImpact = (answer: unknown): ReadonlySet<string> =>
  new Set(Object.keys((answer as WireImpact).dependents?.rows ?? {}));
