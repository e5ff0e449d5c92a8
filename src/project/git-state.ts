// Whether a project has history that git can read: its present commit, and whether older ones are missing. Changes nothing.
import { join } from "node:path";
import { Failure } from "../vocabulary/failure.ts";
import { localDisk } from "./disk.ts";
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
