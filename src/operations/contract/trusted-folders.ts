// The list of folders that clients may search, beside the setting `allowed_projects`: `projects.jsonl` in the data folder. It lets a client's model
// name a project that the client itself did not offer. Each addition or removal appends a line, so that processes that write at the same moment
// lose nothing. The last line about a folder counts.

import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { log } from "../../system/log.ts";
import { makeFolder } from "../../system/make-folder.ts";
import { isInside } from "../../system/platform/inside.ts";
import { PERMISSIONS, PRIVATE_MODES } from "../../system/platform/permissions.ts";
import { codeOf, Failure, messageOf, systemReason } from "../../vocabulary/failure.ts";

const FILE_NAME = "projects.jsonl";

/**
 * What clients may search. `project`: this project alone. `below`: the folder and every project in it, at any depth. `none`: neither the folder
 * nor anything in it, although a folder above it is trusted.
 */
export const REACHES = ["project", "below", "none"] as const;

const byField = z.object({ user: z.string(), command: z.string() });
/** Lines of older versions have no `by`. */
const indexedLine = z.object({ root: z.string().min(1), indexed_at: z.string(), by: byField.optional() });
const trustedLine = z.object({ folder: z.string().min(1), trusted_at: z.string(), by: byField });
const revokedLine = z.object({ folder: z.string().min(1), revoked_at: z.string(), by: byField });
const exceptedLine = z.object({ folder: z.string().min(1), excepted_at: z.string(), by: byField });
const lineSchema = z.union([indexedLine, trustedLine, revokedLine, exceptedLine]);
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
  const text = await readList(join(dataFolder, FILE_NAME));
  const listed = new Map<string, TrustedFolder>();
  for (const line of text.split("\n").flatMap(parseLine)) {
    if ("revoked_at" in line) {
      listed.delete(line.folder);
      continue;
    }
    const added = addedBy(line);
    // Indexing a folder must not narrow `below` to `project`, and must not lift an exception.
    if (added.reach !== "project" || !listed.has(added.folder)) {
      listed.set(added.folder, added);
    }
  }
  return [...listed.values()];
}

function addedBy(line: Exclude<Line, z.output<typeof revokedLine>>): TrustedFolder {
  if ("root" in line) {
    return { folder: line.root, reach: "project", addedAt: line.indexed_at, addedBy: line.by ?? null };
  }
  return "excepted_at" in line
    ? { folder: line.folder, reach: "none", addedAt: line.excepted_at, addedBy: line.by }
    : { folder: line.folder, reach: "below", addedAt: line.trusted_at, addedBy: line.by };
}

/** The entry that decides about a folder, given by its real path: its own, or the one of the nearest folder above that covers it. */
export function decidingEntry(listed: readonly TrustedFolder[], root: string): TrustedFolder | null {
  const covering = listed.filter(
    ({ folder, reach }) => folder === root || (reach !== "project" && isInside(folder, root)),
  );
  return covering.reduce<TrustedFolder | null>(
    (nearest, one) => (nearest === null || one.folder.length > nearest.folder.length ? one : nearest),
    null,
  );
}

/** Whether the list lets clients search a project, given by its real path. */
export const isTrusted = (listed: readonly TrustedFolder[], root: string): boolean =>
  (decidingEntry(listed, root)?.reach ?? "none") !== "none";

/**
 * Adds a project that the user indexed, given by its real path. Does nothing if it is listed or is an exception, which indexing does not lift.
 * Throws STORAGE_UNAVAILABLE.
 */
export async function rememberProject(dataFolder: string, root: string): Promise<void> {
  const decided = decidingEntry(await trustedFolders(dataFolder), root);
  if (decided?.folder !== root && decided?.reach !== "none") {
    await append(dataFolder, { root, indexed_at: new Date().toISOString(), by: byWhom("index") });
  }
}

/** Adds a folder with all projects below it. Throws STORAGE_UNAVAILABLE. */
export const trustFolder = (dataFolder: string, folder: string): Promise<void> =>
  append(dataFolder, { folder, trusted_at: new Date().toISOString(), by: byWhom("trust add") });

/** Takes a folder off the list, whether it was trusted or indexed. Throws STORAGE_UNAVAILABLE. */
export const revokeFolder = (dataFolder: string, folder: string): Promise<void> =>
  append(dataFolder, { folder, revoked_at: new Date().toISOString(), by: byWhom("trust remove") });

const byWhom = (command: string): { user: string; command: string } => ({ user: PERMISSIONS.accountName(), command });

/** Takes a folder, and all in it, out of what is trusted above it. Throws STORAGE_UNAVAILABLE. */
export const exceptFolder = (dataFolder: string, folder: string): Promise<void> =>
  append(dataFolder, { folder, excepted_at: new Date().toISOString(), by: byWhom("trust remove") });

function unavailable(what: string, cause: unknown): Failure {
  const hint = "repair or free that location, or set another data_folder; then repeat the command";
  return new Failure("STORAGE_UNAVAILABLE", `${what}: ${systemReason(cause)}`, { hint, cause });
}

async function readList(path: string): Promise<string> {
  let file: FileHandle;
  try {
    file = await open(path, "r");
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return "";
    }
    throw unavailable(`the list of trusted folders ${path} cannot be read`, error);
  }
  try {
    await closeToOthers(file).catch((error: unknown) =>
      log("warn", "trust.open-to-others", { path, reason: messageOf(error) }),
    );
    return await file.readFile("utf8");
  } catch (error) {
    throw unavailable(`the list of trusted folders ${path} cannot be read`, error);
  } finally {
    await file.close();
  }
}

/** Denies other users access to the list: a user who can write it can let a client's model search a folder. A copied file may be open. */
async function closeToOthers(file: FileHandle): Promise<void> {
  const stats = await file.stat();
  if (PERMISSIONS.isOpenToOthers(stats)) {
    await PERMISSIONS.apply(file, { owner: null, mode: PRIVATE_MODES.file });
  }
}

async function append(dataFolder: string, line: Line): Promise<void> {
  try {
    makeFolder(dataFolder, PRIVATE_MODES.folder);
    const file = await open(join(dataFolder, FILE_NAME), "a", PRIVATE_MODES.file);
    try {
      await closeToOthers(file);
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
