// A secret in a small file: a token, a key.
import { closeSync, fstatSync, readFileSync } from "node:fs";
import { LINKS } from "./platform/links.ts";
import { PERMISSIONS } from "./platform/permissions.ts";

const FILE_BYTES_MAX = 4_096;

/**
 * The text of the file without white space around it; "" for what is no file or too large, null if users other than its owner may read it.
 * Throws the system's errors of opening it.
 */
export function readSecret(path: string): string | null {
  const file = LINKS.openFollowed(path);
  try {
    const stats = fstatSync(file);
    if (PERMISSIONS.isOpenToOthers(stats)) {
      return null;
    }
    return stats.isFile() && stats.size <= FILE_BYTES_MAX ? readFileSync(file, "utf8").trim() : "";
  } finally {
    closeSync(file);
  }
}
