// Paths of a document that may come from another machine: parsed by the rules of the system that wrote them, then placed under
// the project's root on this one. String operations only: a stored path is never opened.
import { posix, win32 } from "node:path";
import { NAMES, type Names } from "../system/platform/names.ts";
import { isInsidePath } from "./saved-result.ts";

const WINDOWS_ROOT = /^([a-z]:[\\/]|\\\\)/i;

/**
 * The `/`-separated path below `storedRoot`, or null where the path is not below it or could not be one here.
 * `names`: by the rules of the reader's system.
 */
export function pathBelow(storedRoot: string, path: string, names: Names = NAMES): string | null {
  const rules = WINDOWS_ROOT.test(storedRoot) ? win32 : posix;
  if (!rules.isAbsolute(storedRoot) || !rules.isAbsolute(path)) {
    return null;
  }
  const relative = rules.relative(storedRoot, path).split(rules.sep).join("/");
  // What is one step on another system may be several on Windows, a drive or a device.
  return isInsidePath(relative) && !rules.isAbsolute(relative) && names.canName(relative) ? relative : null;
}
