// The projects that the user has indexed from the command line, of which a client's model may name each, though the client itself did not
// offer it.
import { currentUser, readTrust, recordTrust } from "./folder-trust.ts";

/** Real paths, in the order they were first indexed. Throws STORAGE_UNAVAILABLE. */
export async function knownProjects(dataFolder: string): Promise<readonly string[]> {
  const { entries } = await readTrust(dataFolder);
  return entries.filter(({ kind }) => kind === "indexed").map(({ root }) => root);
}

/**
 * Adds a project, given by its real path, unless it is listed, or the user has removed it from the list: only `trust add` takes that back.
 * False where it stays removed. Throws STORAGE_UNAVAILABLE.
 */
export async function rememberProject(dataFolder: string, root: string): Promise<boolean> {
  const trust = await readTrust(dataFolder);
  if (trust.isRemoved(root)) {
    return false;
  }
  if (!trust.entries.some((entry) => entry.kind === "indexed" && entry.root === root)) {
    const by = { user: currentUser(), command: "index", client: null };
    await recordTrust(dataFolder, { root, kind: "indexed", at: new Date().toISOString(), by });
  }
  return true;
}
