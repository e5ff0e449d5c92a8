// Removes databases that no pointer names, and temporary files of killed writers, once they are old enough to be a crash's.
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { abandonedWrites } from "../../system/atomic-file.ts";
import { log } from "../../system/log.ts";
import { DATABASE_NAME_FORM } from "./schema.ts";

/** Younger files may belong to another process's present work. Milliseconds. */
const ORPHAN_AGE_MS = 3_600_000;

/** A database with its log. If it cannot be removed now, removeOrphans tries again later. */
export function removeDatabase(folder: string, name: string): void {
  for (const suffix of ["", "-wal", "-shm"]) removeFile(join(folder, name + suffix));
}

/** Removes what crashes left behind: databases that no pointer names, and files that were being written. */
export function removeOrphans(folder: string, inUse: string): void {
  abandonedWrites(folder).forEach(removeFile);
  for (const entry of readdirSync(folder)) {
    const name = entry.replace(/-(?:wal|shm)$/, "");
    if (name === inUse || !DATABASE_NAME_FORM.test(name)) {
      continue;
    }
    const stat = statSync(join(folder, entry), { throwIfNoEntry: false });
    if (stat !== undefined && Date.now() - stat.mtimeMs > ORPHAN_AGE_MS) {
      removeDatabase(folder, name);
    }
  }
}

function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    // Windows does not remove a file that another process has open.
    log("info", "index.leftover", { path, reason: String(error) });
  }
}
