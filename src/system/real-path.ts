// The real path of what may be gone.
import { realpathSync } from "node:fs";

/** The path as it is where nothing is there, or where it cannot be looked at. */
export function realOrAsWritten(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
