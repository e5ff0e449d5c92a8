// The real path of what may be gone. As the system tells it: on Windows with the case of names as they are, without short names
// (`PROGRA~1`), and of a letter that stands for a share, the share. Node's own `realpathSync` leaves these as they were written.
import { realpathSync } from "node:fs";

/** The path as it is where nothing is there, or where it cannot be looked at. */
export function realOrAsWritten(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
