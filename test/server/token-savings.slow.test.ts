// The report over the wire: what a session's tool list and instructions cost, and names of clients that would not show.
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadTokenCounter } from "../../src/system/token-counter.ts";
import { callTool, openPlayground, type Playground, type RunningServer, startServer } from "../support/mcp-server.ts";

let playground: Playground;
let server: RunningServer;

beforeAll(async () => {
  playground = await openPlayground();
  server = await startServer(playground, {
    cwd: await playground.project("shop"),
    args: ["--vectors", "off"],
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
  expect(text).toContain("odd\\u202eclient: 1 search");
  expect(text).toContain("shop: 1 search");
  expect(text).not.toContain("\u202e");
});
