// The content that a session replaced, kept by its hash in the session's folder.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../system/make-folder.ts";
import { PRIVATE_MODES } from "../../system/platform/permissions.ts";
import { sha256Of } from "../../system/sha256.ts";
import { Failure } from "../../vocabulary/failure.ts";
import type { StoreDisk } from "./store-disk.ts";

export interface Backups {
  /** Keeps the content, whole and synced. */
  keep(sha256: string, bytes: Buffer): Promise<void>;
  /** DOCUMENT_INVALID where the copy is gone or damaged. */
  read(sha256: string): Buffer;
}

export function openBackups(sessionFolder: string, disk: StoreDisk): Backups {
  const folder = join(sessionFolder, "backups");
  return {
    async keep(sha256, bytes) {
      const path = join(folder, sha256);
      if (existsSync(path)) return;
      makeFolder(folder, PRIVATE_MODES.folder);
      await disk.writeDocument(path, bytes);
    },
    read(sha256) {
      const path = join(folder, sha256);
      const bytes = existsSync(path) ? readFileSync(path) : null;
      if (bytes !== null && sha256Of(bytes) === sha256) return bytes;
      throw new Failure("DOCUMENT_INVALID", `the backup ${path} is ${bytes === null ? "missing" : "damaged"}`, {
        hint: "restore the file from version control",
      });
    },
  };
}
