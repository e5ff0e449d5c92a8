// A search among what differs from a commit, over the wire and on the command line: what is admitted, what the scope says,
// and that no answer outlives the files it was made for.
import { execFileSync } from "node:child_process";
import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  callTool,
  MAIN,
  openPlayground,
  type Playground,
  type RunningServer,
  startServer,
} from "../support/mcp-server.ts";

let playground: Playground;
let root: string;
let server: RunningServer;
let head: string;

beforeAll(async () => {
  playground = await openPlayground();
  root = await playground.project("shop");
  commit();
  head = git("rev-parse", "HEAD");
  server = await startServer(playground, { cwd: root, env: { CONTEXT_BROKER_VECTORS: "off" } });
});
afterAll(async () => {
  await server.close();
  await playground.remove();
});

function git(...args: string[]): string {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
  return execFileSync("git", ["-C", root, ...identity, ...args], { env: playground.env, encoding: "utf8" }).trim();
}

function commit(): void {
  git("add", "-A");
  git("commit", "-q", "-m", "c");
}

async function ask(fields: Record<string, unknown>) {
  const { structured, text } = await callTool(server, "search_codebase", {
    query: "session",
    detail: "locations",
    ...fields,
  });
  const hits = (structured["hits"] ?? []) as readonly { readonly path: string }[];
  return { structured, text, paths: [...new Set(hits.map(({ path }) => path))] };
}

describe("a search among what differs from a commit", () => {
  it("finds nothing where nothing does, and says among how many files", async () => {
    const { structured, text } = await ask({ changed_since: "HEAD" });
    expect(structured).toMatchObject({
      outcome: "empty",
      scope: { files_in_scope: 0, changed_since: { ref: "HEAD", commit: head, files: 0 } },
    });
    expect(text).toContain(
      `scope: changed since HEAD, commit ${head.slice(0, 12)}: 0 files\nno file differs from HEAD`,
    );
  });

  it("finds what is edited or new, and follows each edit although answers are kept", async () => {
    const fields = { changed_since: head };
    const sessions = join(root, "src/users/sessions.ts");
    const before = await readFile(sessions, "utf8");
    await appendFile(sessions, "\n// A session ends at midnight.\n");
    expect(await ask(fields)).toMatchObject({ paths: ["src/users/sessions.ts"] });
    // Kept once the files' tokens, which the envelope repeats, are counted.
    const answer = async () => (await ask(fields)).structured;
    await expect.poll(answer, { timeout: 20_000 }).toMatchObject({
      details: { parts: { cache: { detail: "hit, memory" } } },
    });
    await writeFile(join(root, "new-session.ts"), "export const session = 1;\n");
    const both = await ask(fields);
    expect(both.paths.toSorted()).toEqual(["new-session.ts", "src/users/sessions.ts"]);
    expect(both.structured).toMatchObject({ scope: { changed_since: { files: 2 } } });
    expect((await ask({ ...fields, paths: ["src/**"] })).paths).toEqual(["src/users/sessions.ts"]);
    commit();
    expect((await ask(fields)).paths).toHaveLength(2);
    expect((await ask({ changed_since: "HEAD" })).paths).toEqual([]);
    await writeFile(sessions, before);
    expect((await ask(fields)).paths).toEqual(["new-session.ts"]);
    await rm(join(root, "new-session.ts"));
    expect((await ask(fields)).paths).toEqual([]);
  });

  it("refuses a ref that is not there, with what to do", async () => {
    const { structured, text } = await ask({ changed_since: "no-such-branch" });
    expect(structured["outcome"]).toBe("invalid");
    expect(text).toMatch(/INVALID_INPUT: changed_since: .*"no-such-branch"\nhint: `git branch/);
  });

  it("is the flag --changed-since on the command line", async () => {
    await writeFile(join(root, "late-session.ts"), "export const session = 2;\n");
    const args = [
      "search",
      "session",
      "--changed-since",
      "HEAD",
      "--vectors",
      "off",
      "--first-answer-ms",
      "20000",
      "--json",
      "--project",
      root,
    ];
    const printed = execFileSync(process.execPath, [MAIN, ...args], { env: playground.env, encoding: "utf8" });
    const hits = JSON.parse(printed).hits as readonly { readonly path: string }[];
    expect(hits.map(({ path }) => path)).toContain("late-session.ts");
  });
});
