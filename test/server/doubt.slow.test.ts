// What the real program says of questions that a project has no answer to, with the real model, over MCP.
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadTokenCounter } from "../../src/system/token-counter.ts";
import { callTool, openPlayground, type Playground, type RunningServer, startServer } from "../support/mcp-server.ts";

let playground: Playground;
let server: RunningServer;

beforeAll(async () => {
  playground = await openPlayground();
  server = await startServer(playground, {
    cwd: await playground.project("shop"),
    args: ["--toolsets", "all"],
  });
  // Doubt waits until all is indexed: the first question waits for that.
  await ask("where is the hash of a password compared");
}, 60_000);
afterAll(async () => {
  await server.close();
  await playground.remove();
});

const ask = (query: string) => callTool(server, "search_codebase", { query });

test("nonsense and what is far away are said to be so, in few tokens", async () => {
  const { count } = await loadTokenCounter();
  for (const query of ["asdfgh", "flibber the wozzle", "play a jingle on the Bluetooth speaker", "qwertz uiop yxcvb"]) {
    const { text, structured } = await ask(query);
    expect(["none", "empty"], query).toContain(structured["outcome"]);
    expect(text).toMatch(/“\w+”.* nowhere in the project/);
    expect(count(text), query).toBeLessThan(150);
  }
});

test("what the project has is not doubted", async () => {
  for (const query of ["where is the hash of a password compared", "passwordMatches", "how are passwords checked"]) {
    expect((await ask(query)).structured["outcome"], query).toBe("found");
  }
});

test("an assistant's question is no more certain than what was found", async () => {
  const { structured } = await callTool(server, "ask", { question: "how is the wozzle flibbered by Kafka" });
  expect(structured).toMatchObject({ outcome: "empty", evidence: [{ outcome: expect.stringMatching(/none|empty/) }] });
});
