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
  const options = [`--max-count=${COMMITS_MAX}`] as const;
  const listed = await listOf(root, { command: "rev-list", options, revisions: between(before, after) }, signal);
  return new Set(listed.toString("latin1").split("\n"));
}

const between = (before: string | null, after: string): string[] => (before === null ? [after] : [after, `^${before}`]);

/** More say what a person says in a few words. */
const MESSAGES_MAX = 20;

/** What their messages say, the last one first; null where the change is not committed. Throws GIT_UNAVAILABLE, CANCELLED. */
export async function ownMessages(
  { root }: Pick<CorpusSource, "root">,
  { before, after }: Pick<Difference, "before" | "after">,
  signal: AbortSignal,
): Promise<string | null> {
  if (after === null || before === after) {
    return null;
  }
  const options = [`--max-count=${MESSAGES_MAX}`, "--encoding=UTF-8", "--format=%B"] as const;
  const listed = await listOf(root, { command: "rev-list", options, revisions: between(before, after) }, signal);
  return listed.toString("utf8").replaceAll(/^commit [0-9a-f]{40,64}\n/gm, "");
}
