// What an answer about a whole project says while most of it is not indexed yet: files are counted from their texts, symbols and imports are known
// of some of them only.
import type { Freshness } from "../../../index/project-index.ts";
import { formatNumber, renderCount } from "../../../vocabulary/shown-text.ts";

export interface KnownSoFar {
  /** Files that the project has. */
  readonly files: number;
  /** Those whose symbols and imports are known. */
  readonly read: number;
}

/** Null once all is known. `counted`: files that the answer counts. */
export function knownSoFar({ building, coverage, texts }: Freshness, counted: number): KnownSoFar | null {
  const skipped = [...(texts?.values() ?? [])].reduce((sum, one) => sum + one.skipped, 0);
  return building ? { files: Math.max(counted, coverage.files - skipped), read: coverage.filesSearchable } : null;
}

export const renderKnown = ({ files, read }: KnownSoFar): string =>
  `symbols and imports known of ${formatNumber(read)} of ${renderCount(files, "file")} so far: ask again for all`;
