// Files of the project that a merge left in conflict: git says so of them, or they still have the marks of both sides.
import type { Snapshot } from "../../index/snapshot.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import { readAdmitted } from "../../project/read-admitted.ts";
import { unmergedFiles } from "../../project/unmerged-files.ts";
import { conflictsIn } from "../../vocabulary/conflict-marks.ts";
import { splitLines } from "../../vocabulary/text.ts";

export interface ConflictedFile {
  readonly path: string;
  /** 1-based, of the first mark; null where it has none, as a file that one side deleted. */
  readonly line: number | null;
}

/** Texts that are looked through at most. */
const FILES_MAX = 500;

/** A text with marks is one that its grammar reads in part at best: only such texts are looked through, and those that git names. */
export const suspectsOf = (snapshot: Snapshot): string[] =>
  [...snapshot.documents()].flatMap(({ path, parse }) => (parse === "full" ? [] : [path]));

/** Sorted by path. `suspects`: as of `suspectsOf`. Throws CANCELLED. */
export async function conflictedFiles(
  corpus: CorpusSource,
  suspects: readonly string[],
  signal: AbortSignal,
): Promise<ConflictedFile[]> {
  const unmerged = await unmergedFiles(corpus, signal);
  const found: ConflictedFile[] = [];
  for (const path of [...new Set([...unmerged, ...suspects.slice(0, FILES_MAX)])].sort()) {
    const read = corpus.current().files.has(path) ? await readAdmitted(corpus, path) : null;
    const [first] = read === null || "excluded" in read ? [] : conflictsIn(splitLines(read.text));
    if (first !== undefined || unmerged.has(path)) {
      found.push({ path, line: first?.ours ?? null });
    }
  }
  return found;
}
