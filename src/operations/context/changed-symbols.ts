// The change that a task is about, by the symbols that it touches: a commit that the text names, or what is not committed yet.
import { z } from "zod";
import type { Focus } from "../../context/gather.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import { analyzeDiff } from "../code/changes/analyze-diff.ts";
import type { OperationContext } from "../contract/operation.ts";

const COMMIT = /\bcommit\s+[`"']?([0-9a-f]{7,40})\b/i;
const UNCOMMITTED =
  /\b(?:uncommitted|unstaged|staged)\b|\b(?:my|these|our|present|current|pending|local) (?:\w+ )?(?:changes|diff|edits|patch)\b|\bworking (?:tree|copy)\b/i;
/** Symbols of a change that are followed. */
const SYMBOLS_MAX = 12;
const DIFF_TOKENS = 4_000;

export interface ChangeInTask {
  readonly focus: readonly Focus[];
  /** Which change it is and what it touches, in words. */
  readonly about: string;
}

const answer = z.object({
  compared: z.string(),
  changes: z
    .object({ columns: z.array(z.string()), rows: z.record(z.string(), z.array(z.array(z.unknown()))) })
    .optional(),
  files: z.object({ rows: z.array(z.array(z.unknown())) }).optional(),
});

/** Null where the task is about no change. A commit that git does not have is said to be none. */
export async function changeIn(task: string, project: string, context: OperationContext): Promise<ChangeInTask | null> {
  const commit = COMMIT.exec(task)?.[1];
  if (commit === undefined && !UNCOMMITTED.test(task)) {
    return null;
  }
  const written = commit === undefined ? "uncommitted changes" : `commit ${commit}`;
  const scope = commit === undefined ? { scope: "worktree" } : { scope: "commit", ref: commit };
  try {
    const input = { project, max_tokens: DIFF_TOKENS, format: "text", ...scope };
    const { compared, changes, files } = answer.parse((await analyzeDiff.run(input, context)).structured);
    const at = changes?.columns.indexOf("symbol") ?? -1;
    const addresses = Object.entries(changes?.rows ?? {}).flatMap(([path, rows]) =>
      // The first column is the path, which groups the rows.
      rows.map((row) => `${path}#${String(row[at - 1])}`),
    );
    // A file in which no symbol differs stands for itself.
    const paths = (files?.rows ?? []).map(([path]) => String(path));
    const focus = [...addresses, ...paths]
      .slice(0, SYMBOLS_MAX)
      .map((address): Focus => ({ address, why: `changed in ${written}` }));
    return { focus, about: `${compared}: ${renderCount(addresses.length, "symbol")} changed` };
  } catch (error) {
    if (!(error instanceof Failure) || error.code === "CANCELLED") {
      throw error;
    }
    return { focus: [], about: `${written} cannot be read: ${error.message}` };
  }
}
