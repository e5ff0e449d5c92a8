// Saved results of several projects. They are in the global home, in a folder of their own for each set of projects. They are not in a project's
// folder, since everyone who clones that project would get text of the others.
import type { Settings } from "../../config/settings.ts";
import type { ReadAdmitted } from "../../storage/file-states.ts";
import { rootsWithFolder } from "../../storage/project-marker.ts";
import { SavedResults } from "../../storage/saved-results.ts";
import { joinedRoot, rootsOf } from "../../vocabulary/joined-path.ts";
import { labelsOf } from "./labels-of.ts";

/** `readAdmitted` reads the projects' files; without it the states of the files are unknown. */
export const openJoinedSaves = (
  roots: readonly string[],
  settings: Settings,
  readAdmitted: ReadAdmitted = async () => null,
): SavedResults =>
  new SavedResults({
    home: settings.dataFolder,
    projectRoot: joinedRoot(roots),
    projectName: joinedName(roots),
    mode: settings.storageMode,
    share: false,
    readAdmitted,
  });

/** The names of all projects, independent of their order: `api + web`. */
export const joinedName = (roots: readonly string[]): string => labelsOf([...roots].sort()).join(" + ");

/** The sets of projects that have saved results and consist of `roots` alone. */
export async function savedSetsAmong(
  roots: readonly string[],
  { dataFolder }: Settings,
): Promise<readonly (readonly string[])[]> {
  const known = (await rootsWithFolder(dataFolder)).map(rootsOf);
  return known.filter((set) => set.length > 1 && set.every((root) => roots.includes(root)));
}
