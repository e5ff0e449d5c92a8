// Which documents in projects' folders this user saved on this machine: their hashes, in `own-saves.jsonl` of the global
// home. A project's folder may come with a clone, so a document there is the user's own only if its text was entered here
// when it was written. One line a document, only ever appended; a line that cannot be understood enters nothing.
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { makeFolder } from "../system/make-folder.ts";
import { PRIVATE_MODES } from "../system/platform/permissions.ts";
import { sha256Of } from "../system/sha256.ts";
import { codeOf } from "../vocabulary/failure.ts";
import { storageFailure } from "./guarded-folder.ts";

export const OWN_SAVES_FILE = "own-saves.jsonl";

const entrySchema = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });

export interface OwnSaves {
  /** Whether this user saved exactly this text. */
  has(text: string): boolean;
}

/** STORAGE_UNAVAILABLE if the list exists and cannot be read. */
export async function readOwnSaves(home: string): Promise<OwnSaves> {
  const path = join(home, OWN_SAVES_FILE);
  const list = await readFile(path, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") {
      return "";
    }
    throw storageFailure(error, "read", path);
  });
  const hashes = new Set(list.split("\n").flatMap(hashOfLine));
  return { has: (text) => hashes.has(sha256Of(text)) };
}

/** Records that this user saved this text. STORAGE_UNAVAILABLE. */
export async function enterOwnSave(home: string, text: string): Promise<void> {
  const path = join(home, OWN_SAVES_FILE);
  try {
    makeFolder(home, PRIVATE_MODES.folder);
    // The line break before the entry separates it from a line that a crash cut short.
    const entry: z.output<typeof entrySchema> = { sha256: sha256Of(text) };
    await appendFile(path, `\n${JSON.stringify(entry)}\n`, { mode: PRIVATE_MODES.file });
  } catch (error) {
    throw storageFailure(error, "write", path);
  }
}

function hashOfLine(line: string): string[] {
  try {
    return [entrySchema.parse(JSON.parse(line)).sha256];
  } catch {
    return [];
  }
}
