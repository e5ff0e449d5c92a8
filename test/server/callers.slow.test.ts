// Who asks, where they stand, and how they follow or stop what they asked for.
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { rememberProject } from "../../src/operations/contract/trusted-folders.ts";
import { openSqlite } from "../../src/system/sqlite.ts";
import { callTool, openPlayground, type Playground, type RunningServer, startServer } from "../support/mcp-server.ts";
import { cacheIn } from "../support/own-home.ts";

let playground: Playground;
/** A folder without anything in it. */
let bare: string;
/** Projects that no test changes or indexes by a command. */
let one: string;
let two: string;
const servers: RunningServer[] = [];

beforeAll(async () => {
  playground = await openPlayground();
  bare = join(playground.folder, "bare");
  await mkdir(bare);
  [one, two] = [await playground.project("one"), await playground.project("two")];
});
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));
afterAll(() => playground.remove());

/** By words alone: meaning is no subject here, and the model takes a second of two cores for each server. */
async function start(options: Parameters<typeof startServer>[1], of = playground): Promise<RunningServer> {
  const env = { CONTEXT_BROKER_VECTORS: "off", ...options.env };
  const server = await startServer(of, { ...options, env });
  servers.push(server);
  return server;
}

/** Of the only project, counted in its database without asking a server, which would go on with the work. */
async function indexedDocuments({ home }: Playground): Promise<number> {
  const projects = join(cacheIn(home), "projects");
  const [project = ""] = await readdir(projects);
  const [file = ""] = (await readdir(join(projects, project))).filter((name) => /^index-.*\.sqlite$/.test(name));
  const database = openSqlite(join(projects, project, file), { readonly: true });
  try {
    return (database.prepare("SELECT count(*) AS count FROM document").get() as { count: number }).count;
  } finally {
    database.close();
  }
}

const status = (server: RunningServer, input: Record<string, unknown> = {}) => callTool(server, "index_status", input);

describe("the project of a client", () => {
  it("is its root, and another one after it said that its roots changed", async () => {
    let roots = [one];
    const server = await start({ cwd: bare, roots: () => roots });
    expect((await status(server)).structured["project_root"]).toBe(one);
    expect((await status(server, { project: two })).structured).toMatchObject({
      error: { code: "PROJECT_NOT_ALLOWED" },
    });
    roots = [two];
    await server.client.sendRootsListChanged();
    await expect.poll(async () => (await status(server)).structured["project_root"], { timeout: 20_000 }).toBe(two);
    expect((await status(server, { project: one })).structured).toMatchObject({
      error: { code: "PROJECT_NOT_ALLOWED" },
    });
  });

  it("must be named where it has several roots", async () => {
    const server = await start({ cwd: bare, roots: () => [one, two] });
    const unnamed = await status(server);
    expect(unnamed.structured).toMatchObject({ outcome: "ambiguous", error: { code: "AMBIGUOUS" } });
    expect(unnamed.text).toContain(two);
    expect((await status(server, { project: two })).structured["project_root"]).toBe(two);
    const searched = await callTool(server, "search_codebase", { query: "renew an expired session", project: two });
    expect(searched.structured).toMatchObject({ outcome: "found", project_root: two });
    expect(searched.text).toContain(two);
  });

  it("is the launch project where the client offers nothing and starts the server anywhere", async () => {
    const [flag, variable] = await Promise.all([
      start({ cwd: bare, args: ["--project", one] }),
      start({ cwd: bare, env: { CONTEXT_BROKER_PROJECT: one } }),
    ]);
    expect((await status(flag)).structured["project_root"]).toBe(one);
    expect((await status(variable)).structured["project_root"]).toBe(one);
  });

  it("is the working folder where nothing marks one, and an empty one is searched and found empty", async () => {
    const server = await start({ cwd: bare });
    expect((await status(server)).structured).toMatchObject({ outcome: "empty", project_root: bare });
    const { structured, isError } = await callTool(server, "search_codebase", { query: "anything" });
    expect(isError).toBe(false);
    expect(structured).toMatchObject({ outcome: "empty", hits: [], details: { completeness: { files: 0 } } });
  });

  it("is never the home folder by accident", async () => {
    const server = await start({ cwd: playground.home });
    const { structured, isError } = await status(server);
    expect(isError).toBe(true);
    expect(structured).toMatchObject({ outcome: "invalid", error: { code: "PROJECT_TOO_BROAD" } });
    expect((structured["error"] as { hint: string }).hint).toContain("--project");
  });

  it("may be one that the user indexed, even by a model's word", async () => {
    const trusted = await playground.project("trusted");
    const server = await start({ cwd: bare });
    const refused = await status(server, { project: trusted });
    expect(refused.structured).toMatchObject({ error: { code: "PROJECT_NOT_ALLOWED" } });
    expect(refused.text).toContain("context-broker trust add");
    await rememberProject(join(playground.home, ".context-broker"), trusted);
    expect((await status(server, { project: trusted })).structured["project_root"]).toBe(trusted);
  });

  it("is searched under its own file's exclusions, also when they come later", async () => {
    const own = await playground.project("own-rules");
    const server = await start({ cwd: own });
    const files = async () => ((await status(server)).structured["coverage"] as { files: number }).files;
    const before = await files();
    await writeFile(join(own, ".context-broker.json"), JSON.stringify({ exclude: ["src/orders/"], excludes: [] }));
    // One file less, and the settings file itself is one more.
    expect(await files()).toBe(before);
    const { structured } = await callTool(server, "search_codebase", { query: "order total", top_k: 20 });
    const paths = (structured["hits"] as { path: string }[]).map(({ path }) => path);
    expect(paths).not.toContain("src/orders/totals.ts");
    // A name that is no setting is said once, however often the file is read.
    expect(server.stderr().match(/key=excludes .*did you mean exclude\?/g)).toHaveLength(1);
  });
});

describe("a long first search", () => {
  it("reports progress that rises, and none where the client asked for none", async () => {
    const large = await playground.largeProject("large", 20);
    const server = await start({ cwd: large, env: { CONTEXT_BROKER_VECTORS: "auto" } });
    const notes: Progress[] = [];
    await callTool(server, "search_codebase", { query: "handler" }, { onprogress: (note) => notes.push(note) });
    expect(notes.length).toBeGreaterThan(0);
    expect(notes.every(({ message }) => typeof message === "string")).toBe(true);
    for (const [index, note] of notes.entries()) {
      expect(note.progress).toBeGreaterThan(notes[index - 1]?.progress ?? 0);
      expect(note.total ?? note.progress).toBeGreaterThanOrEqual(note.progress);
    }
    // It would go on making vectors beside the other.
    await server.close();
    const silent = await start({ cwd: await playground.largeProject("silent", 20) });
    const stray: unknown[] = [];
    silent.client.fallbackNotificationHandler = async (notification) => {
      stray.push(notification);
    };
    await callTool(silent, "search_codebase", { query: "handler" });
    expect(stray).toEqual([]);
  });

  it("answers within its bounded wait from what there is, and says how much that is", async () => {
    const large = await playground.largeProject("larger", 100);
    const server = await start({ cwd: large, args: ["--search-wait-ms", "1", "--first-answer-ms", "1"] });
    const first = await callTool(server, "search_codebase", { query: "handler" });
    expect(first.isError).toBe(false);
    const { files, files_by_words: known } = first.structured["completeness"] as Record<string, number>;
    expect(files).toBe(107);
    expect(known).toBeLessThan(107);
    expect(first.structured["index"]).toMatchObject({ lagging_files: 107 - (known ?? 0) });
    expect(first.text).toMatch(/answered from .* 107 files/);
    await expect
      .poll(async () => ((await status(server)).structured["coverage"] as Record<string, number>)["files_searchable"], {
        timeout: 40_000,
        interval: 200,
      })
      .toBe(107);
  });

  it("that is cancelled stops the work, and leaves the server answering others", async () => {
    const own = await openPlayground();
    const server = await start({ cwd: await own.largeProject("large", 150) }, own);
    const controller = new AbortController();
    const onprogress = ({ message }: Progress) => {
      if (message?.startsWith("indexing") === true) {
        controller.abort("no longer wanted");
      }
    };
    const options = { signal: controller.signal, onprogress };
    await expect(callTool(server, "search_codebase", { query: "handler" }, options)).rejects.toThrow(
      "no longer wanted",
    );
    await delay(2_000);
    const stopped = await indexedDocuments(own);
    expect(stopped).toBeLessThan(157);
    await delay(1_000);
    expect(await indexedDocuments(own)).toBe(stopped);
    const { structured } = await callTool(server, "search_codebase", { query: "handler149", top_k: 1 });
    expect(structured).toMatchObject({ outcome: "found", hits: [{ path: "many/handler-149.ts" }] });
    const savings = await callTool(server, "token_savings", { days: 1 });
    expect(savings.structured["totals"]).toMatchObject({ searches: 1 });
    await server.close();
    await own.remove();
  });
});

describe("two servers on one project", () => {
  it("answer alike, and see each edit alike", async () => {
    const shared = await playground.largeProject("pair", 12);
    const pair = await Promise.all([
      start({ cwd: shared, clientName: "first" }),
      start({ cwd: shared, clientName: "second" }),
    ]);
    const ask = (server: RunningServer) => callTool(server, "search_codebase", { query: "renew an expired session" });
    const answers = await Promise.all(pair.map(ask));
    for (const { structured } of answers) {
      expect(structured).toMatchObject({
        outcome: "found",
        details: { index: { lagging_files: 0 }, completeness: { files: 19, files_by_words: 19 } },
      });
    }
    await writeFile(join(shared, "fresh.ts"), "export const freshlyWritten = 1;\n");
    const edited = await Promise.all(
      pair.map((server) => callTool(server, "search_codebase", { query: "freshlyWritten", top_k: 1 })),
    );
    for (const { structured } of edited) {
      expect(structured["hits"]).toMatchObject([{ path: "fresh.ts" }]);
    }
    // Counting tokens goes on behind the answers and raises the generation, for both.
    const settle = async () => {
      const [one, two] = await Promise.all(pair.map((server) => status(server)));
      expect(one?.structured["problems"] ?? []).toEqual([]);
      return one?.structured["generation"] === two?.structured["generation"];
    };
    await expect.poll(settle, { timeout: 30_000, interval: 300 }).toBe(true);
  });
});
