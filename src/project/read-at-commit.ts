// A small file of a commit by its path: for what a project says about itself, such as its settings.

import { runGit } from "../system/git.ts";
import { Failure } from "../vocabulary/failure.ts";
import { gitRemedy } from "./git-remedy.ts";

/** Larger than any file that is read so. Bytes. */
const BYTES_MAX = 1024 * 1024;

/**
 * The text of a regular file; null if the commit has none of that path. `path`: relative to the folder, which may be below the repository's
 * root. Throws GIT_UNAVAILABLE.
 */
export async function readAtCommit(
  folder: string,
  commit: string,
  path: string,
  signal: AbortSignal,
): Promise<string | null> {
  const outcome = await runGit(folder, {
    command: "cat-file",
    options: ["--batch"],
    stdin: `${commit}:./${path}\n`,
    maxBytes: BYTES_MAX,
    signal,
  });
  if (!outcome.ok) {
    throw new Failure("GIT_UNAVAILABLE", `git could not read ${path} as it was before the change: ${outcome.reason}`, {
      hint: gitRemedy(outcome.reason),
    });
  }
  const [head = ""] = outcome.stdout.toString("latin1").split("\n", 1);
  const size = /^[0-9a-f]+ blob (\d+)$/.exec(head)?.[1];
  return size === undefined
    ? null
    : outcome.stdout.subarray(head.length + 1, head.length + 1 + Number(size)).toString("utf8");
}
