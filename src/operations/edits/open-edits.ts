// Where a project's sessions of edits are: in its folder of the global home, beside its saved results.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../../config/settings.ts";
import { EDITS_FOLDER, type EditStore, openEditStore } from "../../edits/store/edit-store.ts";
import { folderPath } from "../../storage/guarded-folder.ts";
import { claimProjectFolder, findProjectFolder, type ProjectIdentity } from "../../storage/project-marker.ts";
import { log } from "../../system/log.ts";
import { messageOf } from "../../vocabulary/failure.ts";

type EditSettings = Pick<Settings, "dataFolder" | "keptEdits" | "keptEditsMb">;

/** STORAGE_UNAVAILABLE where the home cannot be written. */
export const openEdits = async (settings: EditSettings, project: ProjectIdentity): Promise<EditStore> =>
  openIn(folderPath(await claimProjectFolder(settings.dataFolder, project)), settings, project);

function openIn(
  folder: string,
  { keptEdits, keptEditsMb }: EditSettings,
  { root }: ProjectIdentity,
): Promise<EditStore> {
  const limits = { sessionsMax: keptEdits, bytesMax: keptEditsMb * 1024 ** 2 };
  return openEditStore({ folder: join(folder, EDITS_FOLDER), root, ...limits });
}

/**
 * Completes a commit or undo that a process did not finish, before the project's files are read: half of its files may be old
 * and half new. A project without edits costs one look for its folder.
 */
export async function recoverEdits(settings: EditSettings, project: ProjectIdentity): Promise<void> {
  const { root } = project;
  const { dataFolder: home } = settings;
  try {
    const folder = existsSync(home) ? await findProjectFolder(home, project) : null;
    const hasEdits = folder !== null && existsSync(join(folderPath(folder), EDITS_FOLDER));
    const recovered = hasEdits ? (await openIn(folderPath(folder), settings, project)).recovered : null;
    if (recovered !== null) {
      const { session, doing, outcome, obstacles } = recovered;
      const changed = obstacles.map(({ path }) => path).join(", ");
      log("warn", "an interrupted edit was brought to its end", { root, session, doing, outcome, changed });
    }
  } catch (error) {
    // Reading goes on; the next edit meets the same obstacle and fails with it.
    log("error", "an interrupted edit could not be brought to its end", { root, reason: messageOf(error) });
  }
}
