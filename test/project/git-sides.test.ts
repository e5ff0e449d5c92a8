// How a comparison names a commit.
import { join } from "node:path";
import { expect, test } from "vitest";
import { differenceOf } from "../../src/project/git-sides.ts";
import { openCorpus } from "../../src/project/open-corpus.ts";
import { DEFAULT_RULES } from "../support/default-rules.ts";
import { useScratch } from "./scratch.ts";
import { useScratchGit } from "./scratch-git.ts";

const scratch = useScratch();
const git = useScratchGit(scratch);
const { signal } = new AbortController();

test("a commit asked for by its id is named by ten digits, any other by its name and seven", async () => {
  scratch.write({ "p/a.ts": "a\n" });
  git("p", "init", "-q", "-b", "main");
  git("p", "add", "-A");
  git("p", "commit", "-q", "-m", "c");
  const id = git("p", "rev-parse", "HEAD");
  const source = openCorpus({ root: join(scratch.root, "p"), rules: DEFAULT_RULES });
  const titleOf = async (ref: string) => (await differenceOf(source, { scope: "commit", ref }, signal)).title;
  expect(await titleOf(id)).toBe(`commit ${id.slice(0, 10)}`);
  expect(await titleOf(id.slice(0, 8))).toBe(`commit ${id.slice(0, 10)}`);
  expect(await titleOf("main")).toBe(`commit main (${id.slice(0, 7)})`);
});
