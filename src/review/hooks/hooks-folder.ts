// The folder from which git runs a repository's hooks, and how a hook is put there.
import { existsSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { localDisk } from "../../project/disk.ts";
import { gitRemedy } from "../../project/git-remedy.ts";
import { enclosingRepository } from "../../project/repository.ts";
import { runGit } from "../../system/git.ts";
import { isInside } from "../../system/platform/inside.ts";
import { Failure } from "../../vocabulary/failure.ts";

export interface HooksFolder {
  /** Absolute. */
  readonly folder: string;
  /**
   * `chain`: the hook is a file of its own, and one that was there before is renamed and run first. `block`: husky's folder, whose
   * files are part of the project, so lines are added to them.
   */
  readonly form: "chain" | "block";
  /** Whether it is in the working tree, so that its files are committed and used on other machines. */
  readonly isShared: boolean;
}

/** Throws INVALID_INPUT without a repository, and for a folder that other repositories may use, too. */
export async function hooksFolderOf(root: string): Promise<HooksFolder> {
  const repository = enclosingRepository(root, localDisk);
  if (repository === null) {
    throw new Failure("INVALID_INPUT", "the project is not in a git repository, so it has no hooks", {
      hint: "run `git init` first, or name a project with a git repository",
    });
  }
  const configured = await configuredPath(root);
  if (configured === null) {
    return { folder: join(repository.commonFolder, "hooks"), form: "chain", isShared: false };
  }
  const folder = isAbsolute(configured) ? configured : resolve(repository.top, configured);
  const isOwn = [repository.top, repository.commonFolder].some((parent) => isBelow(folder, parent));
  if (!isOwn) {
    throw new Failure(
      "INVALID_INPUT",
      `git runs hooks from ${folder} (core.hooksPath), which other repositories may use`,
      {
        hint: "add `context-broker review --mode staged` to that folder's pre-commit yourself, or set core.hooksPath for this repository",
      },
    );
  }
  const isShared = !isBelow(folder, repository.commonFolder);
  // husky keeps generated files in `.husky/_`; they run those of the folder above.
  return basename(folder) === "_" && existsSync(join(folder, "h"))
    ? { folder: dirname(folder), form: "block", isShared }
    : { folder, form: basename(folder) === ".husky" ? "block" : "chain", isShared };
}

const isBelow = (path: string, parent: string): boolean => path !== parent && isInside(parent, path);

/** What the configuration says of the folder; null if nothing. The last value is the one with which git is disarmed here. */
async function configuredPath(root: string): Promise<string | null> {
  const outcome = await runGit(root, { command: "config", options: ["--type=path", "--get-all", "core.hooksPath"] });
  if (!outcome.ok) {
    throw new Failure("GIT_UNAVAILABLE", `git could not say where its hooks are: ${outcome.reason}`, {
      hint: gitRemedy(outcome.reason),
    });
  }
  return outcome.stdout.toString("utf8").split("\n").slice(0, -2).at(-1) ?? null;
}
