// `changed_since` of several projects, each with a git repository of its own, or none.
import { execFileSync } from "node:child_process";
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSeveralProjects, type SeveralProjects } from "../../support/several-projects.ts";

const TOKEN = "export const token = 1;\n";
let all: SeveralProjects;
let [tagged, plain, bare] = ["", "", ""];
const heads = new Map<string, string>();

beforeAll(async () => {
  const files = { "src/token.ts": TOKEN, "src/other.ts": "export const otherToken = 2;\n" };
  all = await openSeveralProjects({ tagged: files, plain: files, bare: files });
  [tagged = "", plain = "", bare = ""] = ["tagged", "plain", "bare"].map((name) => all.roots.get(name));
  for (const root of [tagged, plain]) {
    git(root, "init", "-q", "--template=");
    git(root, "add", "-A");
    git(root, "commit", "-q", "-m", root);
    heads.set(root, git(root, "rev-parse", "HEAD"));
    appendFileSync(join(root, "src/token.ts"), `export const tokenOf${root === tagged ? "Tagged" : "Plain"} = 3;\n`);
  }
  git(tagged, "tag", "v1");
  rmSync(join(bare, ".git"), { recursive: true });
  await all.complete();
});
afterAll(() => all.close());

function git(root: string, ...args: string[]): string {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
  return execFileSync("git", ["-C", root, ...identity, ...args], { encoding: "utf8" }).trim();
}

async function ask(ref: string, projects: readonly string[]) {
  // The corpus of these projects does not leave `.git` out.
  const input = { query: "token", changed_since: ref, projects, paths: ["src/**"] };
  const { structured, text } = await all.ask("search_codebase", input);
  const { hits } = structured as unknown as { readonly hits: readonly { project: string; path: string }[] };
  return { structured, text, files: [...new Set(hits.map(({ project, path }) => `${project} ${path}`))].sort() };
}

it("finds what differs from the ref in each of them", async () => {
  const { structured, text, files } = await ask("HEAD", [tagged, plain]);
  expect(files).toEqual(["plain src/token.ts", "tagged src/token.ts"]);
  expect(structured).toMatchObject({
    projects: [tagged, plain].map((root) => ({ root, commit: heads.get(root) })),
    scope: { files_in_scope: 2, changed_since: { ref: "HEAD" } },
  });
  expect(text).toContain(`plain = ${plain} (commit ${heads.get(plain)?.slice(0, 12)})`);
  expect(text).toContain("scope: changed since HEAD: ");
});

it("leaves out those that have no such commit or no repository, and says why", async () => {
  const { structured, text, files } = await ask("v1", [plain, tagged, bare]);
  expect(files).toEqual(["tagged src/token.ts"]);
  expect(structured["projects"]).toMatchObject([
    { root: plain, failure: { code: "INVALID_INPUT", message: 'changed_since: the repository has no commit "v1"' } },
    { root: tagged, commit: heads.get(tagged) },
    {
      root: bare,
      failure: { code: "INVALID_INPUT", message: "the project is not in a git repository" },
    },
  ]);
  expect(text).toContain(`plain = ${plain} (not searched, INVALID_INPUT: changed_since: the repository has no commit`);
});

it("fails with the reason of each where none has it", async () => {
  await expect(ask("v1", [plain, bare])).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message:
      'changed_since: no project has it; plain: the repository has no commit "v1"; bare: the project is not in a git repository',
  });
});

it("refuses at once what can be no ref of any", async () => {
  await expect(ask("a b", [tagged, plain])).rejects.toMatchObject({
    message: 'changed_since: "a b" is not a valid commit name',
  });
});
