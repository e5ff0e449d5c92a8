// What git knows beside `.gitignore` files: where a repository's git folder is (worktrees and submodules have it elsewhere),
// its info/exclude, the user's global excludes, and which ignored files are tracked nevertheless. A repository is untrusted:
// only names and patterns are read from it, and none of its programs run.
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { runGit, TOOK_TOO_LONG } from "../system/git.ts";
import type { Disk } from "./disk.ts";
import { otherWorktreeReason, whyBorrowed } from "./git-trust.ts";
import { reasonOf } from "./problems.ts";

export interface Repository {
  /** Absolute folder that holds `.git`. */
  readonly top: string;
  /** Absolute; for a worktree or submodule, its folder inside the main repository's git folder. */
  readonly gitFolder: string;
  /** Absolute; the main repository's git folder, which all its worktrees share. */
  readonly commonFolder: string;
  readonly excludeFile: string;
  readonly attributesFile: string;
  readonly indexFile: string;
  /** Why git is not run in it: `.git` leads to another working tree's repository. Null if it is this one's. */
  readonly foreign: string | null;
}

const POINTER_BYTES_MAX = 8192;

/**
 * The repository whose top is `folder`, or null. As for git, an empty `.git` is no repository. A `foreign` one is answered too,
 * since git would find it from here, but nothing of it may be read.
 */
export function findRepository(folder: string, disk: Disk): Repository | null {
  try {
    const dotGit = join(folder, ".git");
    const kind = disk.stamp(dotGit)?.kind;
    if (kind === undefined || kind === "other") return null;
    const gitFolder = kind === "file" ? readPointer(disk, dotGit, "gitdir: ") : dotGit;
    if (gitFolder === null || disk.stamp(join(gitFolder, "HEAD")) === null) return null;
    const commonFile = join(gitFolder, "commondir");
    const common = disk.stamp(commonFile) === null ? gitFolder : readPointer(disk, commonFile, "");
    const commonFolder = common ?? gitFolder;
    const excludeFile = join(commonFolder, "info", "exclude");
    const attributesFile = join(commonFolder, "info", "attributes");
    const foreign = otherWorktreeReason({ top: folder, gitFolder, commonFolder }, disk);
    const indexFile = join(gitFolder, "index");
    return { top: folder, gitFolder, commonFolder, excludeFile, attributesFile, indexFile, foreign };
  } catch {
    // As for git, an unreadable `.git` is no repository.
    return null;
  }
}

/** The nearest repository at or above `folder`. */
export function enclosingRepository(folder: string, disk: Disk): Repository | null {
  for (let at = folder; ; at = dirname(at)) {
    const repository = findRepository(at, disk);
    if (repository !== null || dirname(at) === at) return repository;
  }
}

/** Whether a folder with these entries is git's own: a bare repository. */
export const isBare = (names: ReadonlySet<string>): boolean =>
  names.has("HEAD") && names.has("objects") && names.has("refs");

/** What a person can do who named one. */
export const WITH_FILES = "name a clone of it, or a working tree that `git worktree add DIR` makes";

/** Whether `folder` (absolute) holds another working tree of the repository around it: the same files, at another commit. */
export function isOtherWorktree(folder: string, disk: Disk): boolean {
  const here = findRepository(folder, disk);
  if (here === null || here.foreign !== null || here.gitFolder === here.commonFolder) return false;
  const around = enclosingRepository(dirname(folder), disk);
  return around !== null && disk.realPath(around.commonFolder) === disk.realPath(here.commonFolder);
}

/** Why the stored contents of a repository are not read, for a person to read; null if they are. */
export function whyNotRead(repository: Repository, disk: Disk): string | null {
  try {
    return repository.foreign ?? whyBorrowed(repository, disk);
  } catch (error) {
    return `its git folder cannot be read: ${reasonOf(error)}`;
  }
}

function readPointer(disk: Disk, file: string, prefix: string): string | null {
  const text = disk.readHead(file, POINTER_BYTES_MAX).toString("utf8").trimEnd();
  if (!text.startsWith(prefix) || text.includes("\0")) return null;
  return resolve(dirname(file), text.slice(prefix.length));
}

export interface UserExcludes {
  /** Absolute. */
  readonly file: string;
  /** Why it is not known whether the user's configuration names another file; null if it is known. */
  readonly problem: string | null;
}

/** The home in which git looks: HOME on Windows too, which Node does not ask there. */
function gitHome(): string {
  const named = process.env["HOME"];
  return named !== undefined && isAbsolute(named) ? named : homedir();
}

/**
 * The user's own excludes file, as named in the user's configuration only; a repository's configuration could name any file.
 */
export async function userExcludesFile(): Promise<UserExcludes> {
  const home = gitHome();
  const outcome = await runGit(home, {
    command: "config",
    options: ["--global", "--type=path", "--get", "core.excludesFile"],
  });
  const named = outcome.ok ? outcome.stdout.toString("utf8").trimEnd() : "";
  if (isAbsolute(named)) return { file: named, problem: null };
  const configHome = process.env["XDG_CONFIG_HOME"];
  const file = join(
    configHome !== undefined && isAbsolute(configHome) ? configHome : join(home, ".config"),
    "git/ignore",
  );
  return { file, problem: !outcome.ok && outcome.reason === TOOK_TOO_LONG ? outcome.reason : null };
}
