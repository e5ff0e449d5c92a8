// The folders that the user lets clients name: `projects.jsonl` in the data folder. A log that is only ever appended to, so that processes
// that write at the same moment lose nothing and a crash can cost only the line that it interrupts. The last line about a folder decides.
import { open, readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { isInside } from "../../project/disk.ts";
import { makeFolder } from "../../system/make-folder.ts";
import { messageOf } from "../../vocabulary/errors.ts";
import { Failure } from "../../vocabulary/failure.ts";

const FILE_NAME = "projects.jsonl";
const FILE_MODE = 0o600;

/** Who added an entry: the account, the command, and the client whose shell ran it where that is known. */
const authorSchema = z.object({ user: z.string(), command: z.string(), client: z.string().nullable() });
export type Author = z.output<typeof authorSchema>;

const root = z.string().min(1);
const by = authorSchema.nullable().default(null);
const lineSchema = z.union([
  z
    .object({ root, trusted_at: z.string(), by })
    .transform((line) => ({ ...line, kind: "trusted", at: line.trusted_at }) as const),
  z
    .object({ root, removed_at: z.string(), by })
    .transform((line) => ({ ...line, kind: "removed", at: line.removed_at }) as const),
  z
    .object({ root, indexed_at: z.string(), by })
    .transform((line) => ({ ...line, kind: "indexed", at: line.indexed_at }) as const),
]);

/**
 * What is in force about one folder, by its real path. `trusted`: it and all below it; `indexed`: it alone; `removed`: neither it nor
 * anything below it, whatever folder above is trusted.
 */
export interface TrustEntry {
  readonly root: string;
  readonly kind: "trusted" | "indexed" | "removed";
  readonly at: string;
  /** Null in lines of versions that did not record it. */
  readonly by: Author | null;
}

export interface FolderTrust {
  /** In the order in which they were added; a folder may be indexed and trusted. */
  readonly entries: readonly TrustEntry[];
  /** Whether a client may name the folder, given by its real path. */
  allows(path: string): boolean;
  /** Whether the user has taken the folder, or one above it, off the list, and trusted none between. */
  isRemoved(path: string): boolean;
}

const trustFileOf = (dataFolder: string): string => join(dataFolder, FILE_NAME);

/** The account that runs this process. */
export function currentUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user need not have an account.
    return process.getuid === undefined ? "unknown" : `uid ${process.getuid()}`;
  }
}

/** Invalid lines are skipped. Throws STORAGE_UNAVAILABLE. */
export async function readTrust(dataFolder: string): Promise<FolderTrust> {
  const file = trustFileOf(dataFolder);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return "";
    }
    throw unavailable(`the list of trusted and indexed folders, ${file}, cannot be read`, error);
  });
  return trustOf(text.split("\n").flatMap(entryOf));
}

/** Appends one line, synced to the disk. Throws STORAGE_UNAVAILABLE. */
export async function recordTrust(dataFolder: string, { root, kind, at, by }: TrustEntry): Promise<void> {
  const line = JSON.stringify({ root, [`${kind}_at`]: at, by });
  try {
    makeFolder(dataFolder, 0o700);
    const file = await open(trustFileOf(dataFolder), "a", FILE_MODE);
    try {
      await file.chmod(FILE_MODE);
      // The leading line break separates the entry from a line that a crash cut short.
      await file.writeFile(`\n${line}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw unavailable(`the list of trusted and indexed folders, ${trustFileOf(dataFolder)}, cannot be written`, cause);
  }
}

function trustOf(lines: readonly TrustEntry[]): FolderTrust {
  let entries: readonly TrustEntry[] = [];
  for (const line of lines) {
    entries = [...entries.filter((entry) => !isReplacedBy(entry, line)), line];
  }
  const isNamed = (path: string) => entries.some(({ kind, root }) => kind === "indexed" && root === path);
  const rulingOn = (path: string) => nearestAbove(entries, path)?.kind;
  return {
    entries,
    allows: (path) => isNamed(path) || rulingOn(path) === "trusted",
    isRemoved: (path) => !isNamed(path) && rulingOn(path) === "removed",
  };
}

/** A removal ends all that was said of the folder and of those below; trust ends the removals there. */
function isReplacedBy(entry: TrustEntry, line: TrustEntry): boolean {
  switch (line.kind) {
    case "removed":
      return isInside(line.root, entry.root);
    case "trusted":
      return (
        isInside(line.root, entry.root) &&
        (entry.kind === "removed" || (entry.kind === "trusted" && entry.root === line.root))
      );
    case "indexed":
      return entry.kind === "indexed" && entry.root === line.root;
  }
}

/** The entry about the folder or the nearest one above it; what was indexed rules over no other folder. */
function nearestAbove(entries: readonly TrustEntry[], path: string): TrustEntry | undefined {
  return entries
    .filter(({ kind, root }) => kind !== "indexed" && isInside(root, path))
    .reduce<TrustEntry | undefined>(
      (near, entry) => (near !== undefined && isInside(entry.root, near.root) ? near : entry),
      undefined,
    );
}

function entryOf(line: string): TrustEntry[] {
  try {
    const { root, kind, at, by } = lineSchema.parse(JSON.parse(line));
    return [{ root, kind, at, by }];
  } catch {
    return [];
  }
}

function unavailable(what: string, cause: unknown): Failure {
  const hint = "repair or free that location, or set another data_folder; then run the command again";
  return new Failure("STORAGE_UNAVAILABLE", `${what}: ${messageOf(cause)}`, { hint, cause });
}
