// What a client calls itself is text for a model too: it must not turn the writing round or hide.
import { afterAll, beforeAll, expect, it } from "vitest";
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
});
afterAll(async () => {
  await server.close();
  await playground.remove();
});

it("spells out what would not show in the names of clients and projects", async () => {
  await callTool(server, "search_codebase", { query: "sign in" });
  const { text } = await callTool(server, "token_savings");
  expect(text).toContain("odd\\u202eclient: 1 search");
  expect(text).toContain("shop: 1 search");
  expect(text).not.toContain("\u202e");
});
