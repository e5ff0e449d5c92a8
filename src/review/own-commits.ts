// The commits that make up a change: what the history says without them is what it said before the change.
import { listOf } from "../project/changed-since.ts";
import type { CorpusSource } from "../project/corpus.ts";
import type { Difference } from "../project/git-sides.ts";

/** More are not counted as history either. */
const COMMITS_MAX = 5_000;

/** Their ids; none where the change is not committed. Throws GIT_UNAVAILABLE, CANCELLED. */
export async function ownCommits(
  { root }: Pick<CorpusSource, "root">,
  { before, after }: Pick<Difference, "before" | "after">,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (after === null || before === after) {
    return new Set();
  }
  const revisions = before === null ? [after] : [after, `^${before}`];
  const request = { command: "rev-list", options: [`--max-count=${COMMITS_MAX}`], revisions } as const;
  const listed = await listOf(root, request, signal);
  return new Set(listed.toString("latin1").split("\n"));
}
