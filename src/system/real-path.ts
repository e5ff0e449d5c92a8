// The real path, as the system tells it: on Windows with the case of names as they are, without short names (`PROGRA~1`), and of a letter
// that stands for a share, the share. Node's own `realpathSync` leaves these as they were written.
import { realpathSync } from "node:fs";

/** Throws the system's errors. */
export function realPath(path: string, ofSystem: (path: string) => string = realpathSync.native): string {
  try {
    return ofSystem(path);
  } catch {
    // Windows cannot tell it on volumes of some drivers, such as disks in memory. If nothing is there, this fails as well.
    return realpathSync(path);
  }
}

/** The path as it is where nothing is there, or where it cannot be looked at. */
export function realOrAsWritten(path: string): string {
  try {
    return realPath(path);
  } catch {
    return path;
  }
}
