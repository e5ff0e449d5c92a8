// Which projects the cache has an index of, and when each was last written. Opens none of them.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { unlessAbsent } from "../../vocabulary/failure.ts";
import { projectsFolder, readMarker } from "../database/project-folder.ts";

/** The database and what was committed to it since. */
const DATABASE = /^index-.*\.sqlite(?:-wal)?$/;

function writtenMs(folder: string): number | null {
  const times = readdirSync(folder)
    .filter((name) => DATABASE.test(name))
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return times.length === 0 ? null : Math.max(...times);
}

/** By root: wall-clock milliseconds of the last write. */
export function knownIndexes(cacheFolder: string): ReadonlyMap<string, number> {
  const parent = projectsFolder(cacheFolder);
  const names = unlessAbsent(() => readdirSync(parent), [] as string[]);
  const known = new Map<string, number>();
  for (const name of names) {
    const folder = join(parent, name);
    const root = readMarker(folder)?.root;
    const written = root === undefined ? null : unlessAbsent(() => writtenMs(folder), null);
    if (root !== undefined && written !== null) {
      known.set(root, written);
    }
  }
  return known;
}
