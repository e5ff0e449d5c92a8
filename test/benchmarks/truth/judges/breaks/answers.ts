// What analyze_diff and analyze_impact list, read from their structured answers.

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
  readonly files: readonly { readonly changes: readonly string[] }[];
}

const USED = /^\s+used in (.+?):([\d,]+)/;

export function readDiff(answer: unknown): DiffAnswer {
  const { risk, files } = answer as WireDiff;
  const listed = new Map<string, Set<number>>();
  for (const change of files.flatMap(({ changes }) => changes)) {
    const [, path, lines] = USED.exec(change) ?? [];
    if (path !== undefined && lines !== undefined) {
      const known = listed.get(path) ?? new Set<number>();
      listed.set(path, known);
      for (const line of lines.split(",")) {
        known.add(Number(line));
      }
    }
  }
  const unknown = risk?.unknown ?? [];
  const isOpen = unknown.some((what) => what.includes("not looked"));
  return { listed, saysNoRisk: unknown.length === 0 && (risk?.score ?? 0) === 0, isOpen };
}

interface WireImpact {
  readonly dependents?: { readonly rows: Readonly<Record<string, readonly (readonly unknown[])[]>> };
}

export const readImpact = (answer: unknown): ReadonlySet<string> =>
  new Set(Object.keys((answer as WireImpact).dependents?.rows ?? {}));
