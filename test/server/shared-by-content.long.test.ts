// Worktrees, branches, copies and moved projects share vectors by content: with the real model and real git, no text is
// embedded twice. Issue 5.
import { execFile, execFileSync } from "node:child_process";
import { cpSync, readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { MAIN, openPlayground, type Playground } from "../support/mcp-server.ts";
import { cacheIn } from "../support/own-home.ts";

const run = promisify(execFile);

let playground: Playground;
let root: string;
beforeAll(async () => {
  playground = await openPlayground(0);
  root = await playground.largeProject("shop", 40);
  git("add", ".");
  git("commit", "-q", "-m", "first");
});
afterAll(() => playground.remove());

function git(...args: string[]): void {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
  execFileSync("git", ["-C", root, ...identity, ...args], { env: playground.env, stdio: "pipe" });
}

interface IndexAnswer {
  readonly embedded_chunks: number;
  readonly coverage: { readonly chunks: number; readonly chunks_embedded: number };
}

async function index(project: string): Promise<IndexAnswer> {
  const args = [MAIN, "index", "--project", project, "--json"];
  const { stdout } = await run(process.execPath, args, { env: playground.env });
  const answer = JSON.parse(stdout) as IndexAnswer;
  expect(answer.coverage.chunks_embedded).toBe(answer.coverage.chunks);
  return answer;
}

function bytesIn(folder: string): number {
  const path = join(cacheIn(playground.home), folder);
  return readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
}

it("a second worktree costs its own small database and no text through the model", async () => {
  const first = await index(root);
  expect(first.embedded_chunks).toBeGreaterThan(40);
  const vectors = bytesIn("vectors");
  const worktree = join(playground.folder, "worktree");
  git("worktree", "add", "-q", worktree);
  const second = await index(worktree);
  expect(second).toMatchObject({ embedded_chunks: 0, coverage: first.coverage });
  expect(bytesIn("vectors")).toBe(vectors);
}, 120_000);

it("a copy and a project of another name cost no text either", async () => {
  const copy = join(playground.folder, "copy");
  cpSync(root, copy, { recursive: true });
  expect((await index(copy)).embedded_chunks).toBe(0);
  const moved = join(playground.folder, "moved");
  renameSync(copy, moved);
  expect((await index(moved)).embedded_chunks).toBe(0);
  // The folder that is gone is what `index gc` is for; its vectors are the others' too.
  const { stdout } = await run(process.execPath, [MAIN, "index", "gc", "--json"], { env: playground.env });
  const gone = JSON.parse(stdout) as { removed_projects: { root: string; reason: string }[]; removed_vectors: number };
  expect(gone.removed_projects).toMatchObject([{ root: copy, reason: "gone" }]);
  expect(gone.removed_vectors).toBe(0);
  expect((await index(moved)).embedded_chunks).toBe(0);
}, 120_000);

it("a branch costs what is new in it, and switching back costs nothing", async () => {
  git("checkout", "-q", "-b", "feature");
  cpSync(join(root, "many/handler-1.ts"), join(root, "many/renamed.ts"));
  git("add", ".");
  git("commit", "-q", "-m", "more");
  const feature = await index(root);
  expect(feature.embedded_chunks).toBeGreaterThan(0);
  expect(feature.embedded_chunks).toBeLessThan(10);
  git("checkout", "-q", "-");
  expect((await index(root)).embedded_chunks).toBe(0);
  git("checkout", "-q", "feature");
  expect((await index(root)).embedded_chunks).toBe(0);
}, 120_000);
