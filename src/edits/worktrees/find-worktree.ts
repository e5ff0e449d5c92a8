// Finds another git worktree of a project's repository, to make an edit there. The list comes from files of the repository, which may
// be hostile: a folder that it names counts only if that folder's own `.git` leads back to the same repository.
import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { localDisk } from "../../project/disk.ts";
import { enclosingRepository, findRepository, type Repository, whyNotRead } from "../../project/repository.ts";
import { runGit } from "../../system/git.ts";
import { realOrAsWritten } from "../../system/real-path.ts";
import { Failure } from "../../vocabulary/failure.ts";

export interface Worktree {
  /** Absolute, real path of the project's folder in that worktree. */
  readonly root: string;
  /** Null: a commit is checked out, and no branch. */
  readonly branch: string | null;
}

interface Listed {
  readonly folder: string;
  readonly branch: string | null;
}

const SHOWN_MAX = 10;

/**
 * `asked`: the worktree's folder, absolute or relative to the project, or its branch. NOT_FOUND lists those that there are;
 * GIT_UNAVAILABLE where git cannot be asked; PROJECT_NOT_ALLOWED where the folder does not belong to this repository.
 */
export async function findWorktree(root: string, asked: string, signal: AbortSignal): Promise<Worktree> {
  const repository = enclosingRepository(root, localDisk);
  if (repository === null) {
    throw new Failure("NOT_FOUND", `worktree: ${root} is not in a git repository`, { hint: "leave `worktree` out" });
  }
  const distrust = whyNotRead(repository, localDisk);
  if (distrust !== null) {
    throw unavailable(distrust);
  }
  const listed = await worktreesOf(repository, signal);
  const found = chosen(listed, asked, root);
  if (found === undefined) {
    const names = listed
      .slice(0, SHOWN_MAX)
      .map(({ folder, branch }) => `${folder}${branch === null ? "" : ` (${branch})`}`);
    throw new Failure(
      "NOT_FOUND",
      `worktree: no worktree of this repository is ${JSON.stringify(asked.slice(0, 300))}`,
      {
        hint: `\`git worktree list\` names: ${names.join(", ")}`,
      },
    );
  }
  return { root: projectIn(found.folder, root, repository), branch: found.branch };
}

function chosen(listed: readonly Listed[], asked: string, root: string): Listed | undefined {
  const path = realOrAsWritten(isAbsolute(asked) ? asked : resolve(root, asked));
  return listed.find(({ branch }) => branch === asked) ?? listed.find(({ folder }) => realOrAsWritten(folder) === path);
}

/** The folder that the project has in that worktree, if it belongs to the same repository from both ends. */
function projectIn(folder: string, root: string, ours: Repository): string {
  const theirs = existsSync(folder) ? findRepository(realOrAsWritten(folder), localDisk) : null;
  if (theirs === null) {
    throw new Failure("NOT_FOUND", `worktree: the folder ${folder} is gone, or is no worktree any more`, {
      hint: "`git worktree prune` removes it from the list; `git worktree add` makes one",
    });
  }
  const distrust = whyNotRead(theirs, localDisk);
  if (distrust !== null || realOrAsWritten(theirs.commonFolder) !== realOrAsWritten(ours.commonFolder)) {
    const why = distrust ?? "it belongs to another repository";
    throw new Failure("PROJECT_NOT_ALLOWED", `worktree: ${folder} is not edited: ${why}`, {
      hint: "name a worktree that `git worktree add` of this repository made",
    });
  }
  const project = join(theirs.top, relative(realOrAsWritten(ours.top), root));
  if (!existsSync(project) || realOrAsWritten(project) !== project) {
    throw new Failure("NOT_FOUND", `worktree: ${folder} does not have the folder of this project`, {
      hint: "choose a worktree whose branch has it",
    });
  }
  return project;
}

async function worktreesOf({ top }: Repository, signal: AbortSignal): Promise<readonly Listed[]> {
  const outcome = await runGit(top, { command: "worktree", options: ["list", "--porcelain", "-z"], signal });
  if (!outcome.ok) {
    throw unavailable(outcome.reason);
  }
  return parseWorktrees(outcome.stdout.toString("utf8"));
}

/** Entries end with an empty field, fields with a NUL; a bare repository has no files to edit. */
const parseWorktrees = (text: string): Listed[] =>
  text.split("\0\0").flatMap((entry) => {
    const fields = new Map(
      entry.split("\0").map((field) => {
        const [name = "", ...value] = field.split(" ");
        return [name, value.join(" ")] as const;
      }),
    );
    const folder = fields.get("worktree");
    const branch = fields.get("branch")?.replace(/^refs\/heads\//, "") ?? null;
    return folder === undefined || fields.has("bare") ? [] : [{ folder, branch }];
  });

const unavailable = (why: string): Failure =>
  new Failure("GIT_UNAVAILABLE", `worktree: the worktrees of the repository cannot be listed: ${why}`, {
    hint: "leave `worktree` out, or edit in that folder as a project of its own",
  });
