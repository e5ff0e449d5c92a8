// A real server on a repository of many files that real git turns over: the very next answer is of the files as they
// are, and the one after touching everything costs no new generation.
import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { callTool, openPlayground, type Playground, type RunningServer, startServer } from "../support/mcp-server.ts";

const FILES = 130;
/** Elsewhere each question looks at every file. */
const WATCHING = process.platform === "linux" ? "live" : "off";
let playground: Playground;
let root: string;
let server: RunningServer;

beforeAll(async () => {
  playground = await openPlayground(0);
  root = await playground.largeProject("shop", FILES);
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  server = await startServer(playground, { cwd: root, env: { CONTEXT_BROKER_VECTORS: "off" } });
}, 120_000);
afterAll(async () => {
  await server.close();
  await playground.remove();
});

function git(...args: string[]): void {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
  execFileSync("git", ["-C", root, ...identity, ...args], { env: playground.env, stdio: "ignore" });
}

const handler = (index: number) => join(root, "many", `handler-${index}.ts`);

/** Writes a word into so many files. */
function write(word: string, files: number): void {
  for (let index = 0; index < files; index++) appendFileSync(handler(index), `export const ${word} = ${index};\n`);
}

/** Files with the word, as the next answer counts hits in them; the answer must be of the files as they are. */
async function hitsOf(query: string): Promise<number> {
  const input = { query, top_k: 100, detail: "locations", max_tokens: 100_000 };
  const { structured } = await callTool(server, "search_codebase", input, { timeout: 120_000 });
  expect(structured["details"]).toMatchObject({ index: { lagging_files: 0 } });
  const hits = structured["hits"] as { path: string }[];
  return new Set(hits.map(({ path }) => path).filter((path) => readFileSync(join(root, path), "utf8").includes(query)))
    .size;
}

async function status(): Promise<{ generation: number; watching: { state: string }; coverage: { files: number } }> {
  return (await callTool(server, "index_status")).structured as never;
}

it("answers from the files as they are after branches, stashes, rebases and formatters", async () => {
  const settled = async () => expect(await status()).toMatchObject({ lagging: 0, watching: { state: WATCHING } });
  await vi.waitFor(settled, { timeout: 60_000, interval: 500 });
  expect(await hitsOf("tulipword")).toBe(0);

  git("checkout", "-q", "-b", "other");
  write("tulipword", 110);
  git("commit", "-q", "-a", "-m", "tulips");
  expect(await hitsOf("tulipword")).toBe(100);
  git("checkout", "-q", "-");
  expect(await hitsOf("tulipword")).toBe(0);

  write("roseword", 40);
  expect(await hitsOf("roseword")).toBe(40);
  git("stash", "-q");
  expect(await hitsOf("roseword")).toBe(0);
  git("stash", "pop", "-q");
  expect(await hitsOf("roseword")).toBe(40);
  git("commit", "-q", "-a", "-m", "roses");
  git("checkout", "-q", "other");
  // Both branches wrote at the same place of 40 files.
  git("rebase", "-q", "-X", "theirs", "-");
  expect(await hitsOf("tulipword")).toBe(100);

  // Whole files take the place of others: written in place, one could be read while it is empty.
  for (let index = 0; index < FILES; index++) {
    writeFileSync(`${root}.rewritten`, readFileSync(handler(index)));
    renameSync(`${root}.rewritten`, handler(index));
  }
  const { generation } = await status();
  await hitsOf("tulipword");
  expect((await status()).generation).toBe(generation);

  writeFileSync(`${handler(7)}.tmp`, "export const lilyword = 1;\n");
  renameSync(`${handler(7)}.tmp`, handler(7));
  expect(await hitsOf("lilyword")).toBe(1);
  renameSync(join(root, "many"), join(root, "moved"));
  expect(await hitsOf("lilyword")).toBe(1);
  expect((await status()).watching.state).toBe(WATCHING);
}, 180_000);
