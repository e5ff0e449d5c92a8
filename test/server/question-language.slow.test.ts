// Questions in other languages, over MCP: by words with the shipped model, by meaning with one that is declared multilingual. It is
// the shipped model under another name: what a real one makes of such questions is measured (docs/inside/models.md), not tested.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { callTool, openPlayground, type Playground, type RunningServer, startServer } from "../support/mcp-server.ts";

const QUESTION = "Wo wird das Passwort von passwordMatches verglichen?";
const SAID = "The question is not in English; it was read by its words and names alone.";

let playground: Playground;
let root: string;

beforeAll(async () => {
  playground = await openPlayground();
  root = await playground.project("shop");
});
afterAll(() => playground.remove());

async function withServer<Value>(
  args: readonly string[],
  ask: (server: RunningServer) => Promise<Value>,
): Promise<Value> {
  const server = await startServer(playground, { cwd: root, args });
  try {
    return await ask(server);
  } finally {
    await server.close();
  }
}

test("the shipped model is not asked, and the answer says so and finds names", async () => {
  await withServer([], async (server) => {
    const { text, structured } = await callTool(server, "search_codebase", { query: QUESTION });
    expect(text).toContain(SAID);
    expect(structured).toMatchObject({
      parts: { vectors: { state: "not used", detail: expect.stringContaining(SAID) } },
      hits: [{ path: "src/users/passwords.ts" }, ...(structured["hits"] as unknown[]).slice(1)],
    });
    const english = await callTool(server, "search_codebase", { query: "where is the hash of a password compared" });
    expect(english.structured).not.toHaveProperty("parts.vectors");
  });
}, 60_000);

test("a multilingual model in a folder is asked", async () => {
  const model = join(playground.folder, "many-languages");
  cpSync(packagePath("models", "all-MiniLM-L6-v2"), model, { recursive: true });
  await withServer(["--model", model, "--multilingual-model", "on"], async (server) => {
    const { text, structured } = await callTool(server, "search_codebase", { query: QUESTION });
    expect(text).not.toContain(SAID);
    expect(structured).toMatchObject({ outcome: "found" });
    expect(structured).not.toHaveProperty("parts.vectors");
  });
}, 60_000);
