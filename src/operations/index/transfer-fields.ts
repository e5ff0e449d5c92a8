// Fields of `index export` and `index import`. Both are commands and not tools, because they read and write files anywhere.

import { z } from "zod";
import type { IndexReport } from "../../index/project-index.ts";
import { typedPath } from "../../system/home-path.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { escapeName, shortened } from "../../vocabulary/shown-text.ts";
import type { OperationContext } from "../contract/operation.ts";

export const fileField = (what: string) => z.string().min(1).max(4096).describe(what);

/** Where an exported file was made. */
export const originField = z.object({
  project: z.string(),
  commit: z.string().nullable().describe("null: in no git repository"),
  changed: z.boolean().nullable().describe("Whether its files differed from the commit"),
  model: z.string(),
});

/** The absolute path. Throws INVALID_INPUT for `-`: the whole file is checked before it is used, so it cannot be piped. */
export function filePath(file: string, { caller }: Pick<OperationContext, "caller">): string {
  if (file === "-") {
    throw new Failure("INVALID_INPUT", "file: - is not a file, and standard input and output are not used", {
      hint: "name a file; ./- if that is its name",
    });
  }
  return typedPath(file, caller.cwd);
}

/** `shop, commit 1a2b3c4d5e6f with local changes`. The name is a stranger's text. */
export function renderOrigin({
  project,
  commit,
  changed,
}: Pick<z.output<typeof originField>, "project" | "commit" | "changed">): string {
  const state = changed === true ? " with local changes" : "";
  const where = commit === null ? "without a commit" : `commit ${commit.slice(0, 12)}${state}`;
  return `${escapeName(shortened(project))}, ${where}`;
}

/** Throws EMBEDDING_UNAVAILABLE if no vectors could be made; `what` names what they were needed for. */
export function throwIfNotEmbedded({ vectorFailure }: Pick<IndexReport, "vectorFailure">, what: string): void {
  if (vectorFailure !== null) {
    throw new Failure("EMBEDDING_UNAVAILABLE", `nothing was ${what}: ${vectorFailure.message}`, {
      hint: "run `context-broker doctor`",
    });
  }
}
