// The folders that the user lets clients reach, beside the setting `allowed_projects`: `projects.jsonl` in the data folder. Being listed
// there is what lets a client's model name a project that the client itself did not offer. One line for each time that a folder was
// added or taken off, only ever appended, so that processes that write at the same moment lose nothing; the last line of a folder counts.

import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { makeFolder } from "../../system/make-folder.ts";
import { PERMISSIONS, PRIVATE_MODES } from "../../system/platform/permissions.ts";
import { messageOf } from "../../vocabulary/errors.ts";
import { Failure } from "../../vocabulary/failure.ts";

const FILE_NAME = "projects.jsonl";

/** `project`: this one alone. `below`: every project in it, at any depth, and itself. */
const REACHES = ["project", "below"] as const;

const byField = z.object({ user: z.string(), command: z.string() });
/** Lines of older versions have no `by`. */
const indexedLine = z.object({ root: z.string().min(1), indexed_at: z.string(), by: byField.optional() });
const trustedLine = z.object({ folder: z.string().min(1), trusted_at: z.string(), by: byField });
const revokedLine = z.object({ folder: z.string().min(1), revoked_at: z.string(), by: byField });
const lineSchema = z.union([indexedLine, trustedLine, revokedLine]);
type Line = z.output<typeof lineSchema>;

export interface TrustedFolder {
  /** Absolute, real path. */
  readonly folder: string;
  readonly reach: (typeof REACHES)[number];
  /** ISO 8601, UTC. */
  readonly addedAt: string;
  /** The account and the command; null where an older version added it. */
  readonly addedBy: { readonly user: string; readonly command: string } | null;
}

/** In the order in which they were first added. Invalid lines are skipped. Throws STORAGE_UNAVAILABLE. */
export async function trustedFolders(dataFolder: string): Promise<readonly TrustedFolder[]> {
  const text = await readFile(join(dataFolder, FILE_NAME), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return "";
    }
    throw unavailable(`the list of trusted folders ${join(dataFolder, FILE_NAME)} cannot be read`, error);
  });
  const listed = new Map<string, TrustedFolder>();
  for (const line of text.split("\n").flatMap(parseLine)) {
    if ("revoked_at" in line) {
      listed.delete(line.folder);
      continue;
    }
    const added = addedBy(line);
    // An index of one project takes nothing away from what is trusted below it.
    if (added.reach === "below" || !listed.has(added.folder)) {
      listed.set(added.folder, added);
    }
  }
  return [...listed.values()];
}

function addedBy(line: z.output<typeof indexedLine> | z.output<typeof trustedLine>): TrustedFolder {
  return "root" in line
    ? { folder: line.root, reach: "project", addedAt: line.indexed_at, addedBy: line.by ?? null }
    : { folder: line.folder, reach: "below", addedAt: line.trusted_at, addedBy: line.by };
}

/** Adds a project that its user indexed, given by its real path, unless it is listed. Throws STORAGE_UNAVAILABLE. */
export async function rememberProject(dataFolder: string, root: string): Promise<void> {
  const listed = await trustedFolders(dataFolder);
  if (!listed.some(({ folder }) => folder === root)) {
    await append(dataFolder, { root, indexed_at: new Date().toISOString(), by: byWhom("index") });
  }
}

/** Adds a folder with all projects below it. Throws STORAGE_UNAVAILABLE. */
export const trustFolder = (dataFolder: string, folder: string): Promise<void> =>
  append(dataFolder, { folder, trusted_at: new Date().toISOString(), by: byWhom("trust add") });

/** Takes a folder off the list, however it came there. Throws STORAGE_UNAVAILABLE. */
export const revokeFolder = (dataFolder: string, folder: string): Promise<void> =>
  append(dataFolder, { folder, revoked_at: new Date().toISOString(), by: byWhom("trust remove") });

const byWhom = (command: string): { user: string; command: string } => ({ user: PERMISSIONS.accountName(), command });

function unavailable(what: string, cause: unknown): Failure {
  const reason = messageOf(cause);
  const hint = "repair or free that location, or set another data_folder; then repeat the command";
  return new Failure("STORAGE_UNAVAILABLE", `${what}: ${reason}`, { hint, cause });
}

async function append(dataFolder: string, line: Line): Promise<void> {
  try {
    makeFolder(dataFolder, PRIVATE_MODES.folder);
    const file = await open(join(dataFolder, FILE_NAME), "a", PRIVATE_MODES.file);
    try {
      // The leading line break separates the entry from a line that a crash cut short.
      await file.writeFile(`\n${JSON.stringify(line)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw unavailable(`the list of trusted folders, ${join(dataFolder, FILE_NAME)}, cannot be written`, cause);
  }
}

function parseLine(line: string): Line[] {
  try {
    return [lineSchema.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}
