import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gitState } from "../../src/project/git-state.ts";
import { useScratch } from "./scratch.ts";
import { useScratchGit } from "./scratch-git.ts";

const scratch = useScratch();
const git = useScratchGit(scratch);
const stateOf = (folder: string) => gitState(join(scratch.root, folder));

describe("what git can tell of a project", () => {
  test("is nothing without a repository", async () => {
    scratch.write({ "p/a.ts": "x\n" });
    expect(await stateOf("p")).toEqual({ state: "none", commit: null, shallow: false, reason: "" });
  });

  test("is no commit before the first one, then that of HEAD, in a worktree too", async () => {
    scratch.write({ "p/a.ts": "x\n" });
    git("p", "init", "-q");
    expect(await stateOf("p")).toMatchObject({ state: "unborn", commit: null });
    git("p", "add", ".");
    git("p", "commit", "-q", "-m", "one");
    const { state, commit, shallow } = await stateOf("p");
    expect({ state, shallow }).toEqual({ state: "commit", shallow: false });
    expect(commit).toMatch(/^[0-9a-f]{40,64}$/);
    git("p", "worktree", "add", "-q", "../w");
    writeFileSync(join(scratch.root, "p/.git/shallow"), "");
    expect(await stateOf("w")).toEqual({ state: "commit", commit, shallow: true, reason: "" });
  });

  test("is said to be unavailable where git refuses the repository", async () => {
    scratch.write({ "p/a.ts": "x\n", "p/.git/HEAD": "nonsense\n" });
    const { state, reason } = await stateOf("p");
    expect(state).toBe("unavailable");
    expect(reason).not.toBe("");
  });
});
