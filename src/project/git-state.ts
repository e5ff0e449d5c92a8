// Whether a project has history that git can read: its present commit, and whether older ones are missing. Changes nothing.
import { join } from "node:path";
import { runGit } from "../system/git.ts";
import { Failure } from "../vocabulary/failure.ts";
import { localDisk } from "./disk.ts";
import { gitRemedy } from "./git-remedy.ts";
import { enclosingRepository } from "./repository.ts";
import { resolveCommit } from "./resolve-commit.ts";

export interface GitState {
  /** `none`: no repository; `unborn`: one without a commit; `unavailable`: git does not answer. */
  readonly state: "commit" | "unborn" | "none" | "unavailable";
  /** Hex; null where there is none. */
  readonly commit: string | null;
  /** The clone is shallow: older commits are missing. */
  readonly shallow: boolean;
  /** Why git does not answer; empty if it does. */
  readonly reason: string;
}

/** Why git cannot read the repository around a folder, and what helps; null if it can, or there is none. */
export async function unreadRepository(
  folder: string,
): Promise<{ readonly reason: string; readonly remedy: string } | null> {
  if (enclosingRepository(folder, localDisk) === null) {
    return null;
  }
  const asked = await runGit(folder, { command: "rev-parse", options: ["--is-shallow-repository"] });
  return asked.ok ? null : { reason: asked.reason, remedy: gitRemedy(asked.reason) };
}

/** Throws only CANCELLED. */
export async function gitState(root: string, signal?: AbortSignal): Promise<GitState> {
  const repository = enclosingRepository(root, localDisk);
  if (repository === null) {
    return { state: "none", commit: null, shallow: false, reason: "" };
  }
  const shallow = localDisk.stamp(join(repository.commonFolder, "shallow")) !== null;
  try {
    const { id } = await resolveCommit(root, "HEAD", signal);
    return { state: "commit", commit: id, shallow, reason: "" };
  } catch (error) {
    if (!(error instanceof Failure) || error.code === "CANCELLED") {
      throw error;
    }
    // If the repository answers, only a commit can be missing.
    const state = error.code === "INVALID_INPUT" ? "unborn" : "unavailable";
    return { state, commit: null, shallow, reason: state === "unborn" ? "" : error.message };
  }
}
