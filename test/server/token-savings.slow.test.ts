// The report over the wire: what a session's tool list and instructions cost, and names of clients that would not show.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadTokenCounter } from "../../src/system/token-counter.ts";
import {
  callTool,
  MAIN,
  openPlayground,
  type Playground,
  type RunningServer,
  startServer,
} from "../support/mcp-server.ts";

let playground: Playground;
let server: RunningServer;
let root: string;

beforeAll(async () => {
  playground = await openPlayground();
  root = await playground.project("shop");
  server = await startServer(playground, {
    cwd: root,
    args: ["--vectors", "off", "--toolsets", "all,edit"],
    clientName: "odd\u202eclient",
  });
  await callTool(server, "search_codebase", { query: "sign in" });
});
afterAll(async () => {
  await server.close();
  await playground.remove();
});

it("takes off what this client was given: the tool list and the instructions", async () => {
  const { count } = await loadTokenCounter();
  const { tools } = await server.client.listTools();
  const given = count(JSON.stringify(tools)) + count(server.client.getInstructions() ?? "");
  const { structured } = await callTool(server, "token_savings");
  expect(structured["totals"]).toMatchObject({ sessions: 1, session_tokens: given });
});

it("spells out what would not show in the names of clients and projects", async () => {
  const { text } = await callTool(server, "token_savings");
  expect(text).toContain("odd\\u202eclient, 1 search: 1 answer counted");
  expect(text).toContain("shop, 1 search: 1 answer counted");
  expect(text).not.toContain("\u202e");
});

/** The lines of the journal. */
const journal = (): Record<string, unknown>[] => {
  const folder = join(playground.home, ".context-broker", "journal");
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  return texts.flatMap((text) => text.split("\n").filter((line) => line !== "")).map((line) => JSON.parse(line));
};

it("counts every answer of every tool once, errors included", async () => {
  const { count } = await loadTokenCounter();
  const { tools } = await server.client.listTools();
  for (const { name } of tools) {
    const before = journal().length;
    const { text } = await callTool(server, name, {});
    const lines = journal().slice(before);
    expect(lines, name).toHaveLength(1);
    const [line] = lines as { statistics: { context_tokens: number }; envelope_tokens: number }[];
    expect((line?.statistics.context_tokens ?? 0) + (line?.envelope_tokens ?? 0), name).toBe(count(text));
  }
});

it("counts a save by what was sent, and a saved result and a prompt by what a model reads of them", async () => {
  const { count } = await loadTokenCounter();
  const before = journal().length;
  const saved = await callTool(server, "save_search_results", { query: "sign in", name: "counted" });
  const { contents } = await server.client.readResource({ uri: String(saved.structured["uri"]) });
  const prompt = await server.client.getPrompt({ name: "explain", arguments: { target: "src/users/sessions.ts" } });
  const sent = [
    saved.text,
    (contents[0] as { text: string }).text,
    (prompt.messages[0] as { content: { text: string } }).content.text,
  ];
  expect(journal().slice(before)).toMatchObject(
    ["save_search_results", "resources/read", "prompts/get"].map((operation, at) => ({
      operation,
      statistics: { context_tokens: 0 },
      envelope_tokens: count(sent[at] ?? ""),
    })),
  );
});

const run = (...args: readonly string[]): string =>
  execFileSync(process.execPath, [MAIN, ...args], { cwd: root, env: playground.env, encoding: "utf8" });

it("logs each call as it was asked and answered, and no source of it", async () => {
  const { count } = await loadTokenCounter();
  const { text } = await callTool(server, "search_codebase", { top_k: 2, query: "renew a session" });
  const failed = await callTool(server, "get_symbol", { symbol: "ghp_16C7e42F292c6912E7710c838347Ae178B4a" });
  const edited = await callTool(server, "replace_symbol", {
    symbol: "src/users/sessions.ts#absent",
    colour: "export function absent() {\n  return 1;\n}",
  });
  const logged = run("log", "--json");
  const { calls, tools } = JSON.parse(logged) as { calls: Record<string, unknown>[]; tools: { name: string }[] };
  expect(calls.slice(0, 3)).toMatchObject([
    {
      tool: "replace_symbol",
      outcome: "invalid",
      question: "src/users/sessions.ts#absent",
      answer: edited.text.split("\n")[0],
      places: [],
    },
    {
      tool: "get_symbol",
      outcome: "empty",
      tokens: count(failed.text),
      question: expect.stringContaining("redacted"),
    },
    {
      tool: "search_codebase",
      project: "shop",
      client: "odd\u202eclient",
      outcome: "found",
      asked: { query: "renew a session", top_k: 2 },
      question: "renew a session",
      answer: text.split("\n")[0],
      tokens: count(text),
      places: expect.arrayContaining([expect.stringMatching(/^src\/.+:\d+-\d+$/)]),
    },
  ]);
  expect(tools.map(({ name }) => name)).toContain("replace_symbol");
  expect(logged).not.toMatch(/return 1|ghp_16C7/);
  expect(run("log", "--tool", "search_codebase", "--text", "renew")).toMatch(
    /^found: 1 call\n\d{4}-\d\d-\d\d \d\d:\d\d:\d\d shop odd\\u202eclient search_codebase "renew a session": found, \d+ places?, \d+ tokens, [\d,]+ ms\n$/,
  );
});

it("adds what is no search to the cost, and to no number of searches", async () => {
  const totalsOf = async () => (await callTool(server, "token_savings")).structured["totals"] as Record<string, number>;
  const [before, { text }] = [await totalsOf(), await callTool(server, "index_status")];
  const after = await totalsOf();
  const { count } = await loadTokenCounter();
  expect(after["searches"]).toBe(before["searches"]);
  // The first answer of token_savings counts as well.
  expect((after["other_answers_tokens"] ?? 0) - (before["other_answers_tokens"] ?? 0)).toBeGreaterThan(count(text));
});
