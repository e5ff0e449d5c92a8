// Files of which git's index has several versions: a merge that is not finished.
import { isAbsolute } from "node:path";
import { runGit } from "../system/git.ts";
import type { CorpusSource } from "./corpus.ts";
import { localDisk } from "./disk.ts";
import { parseStages } from "./git-listing.ts";
import { enclosingRepository, whyNotRead } from "./repository.ts";

/** Project-relative paths; none outside of a repository, or where git does not answer. Throws CANCELLED. */
export async function unmergedFiles({ root }: CorpusSource, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const repository = isAbsolute(root) ? enclosingRepository(root, localDisk) : null;
  if (repository === null || whyNotRead(repository, localDisk) !== null) {
    return new Set();
  }
  const listed = await runGit(root, { command: "ls-files", options: ["-z", "--unmerged"], signal });
  return listed.ok ? parseStages(listed.stdout).conflicts : new Set();
}
