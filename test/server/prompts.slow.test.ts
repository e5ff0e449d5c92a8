// Prompts as a client has them: listed, completed from the index, and got as a message.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callTool, openPlayground, type Playground, type RunningServer, startServer } from "../support/mcp-server.ts";

let playground: Playground;
let server: RunningServer;

beforeAll(async () => {
  playground = await openPlayground();
  const root = await playground.project("shop");
  server = await startServer(playground, { cwd: root, args: ["--vectors", "off"] });
});
afterAll(async () => {
  await server.close();
  await playground.remove();
});

const complete = async (name: string, argument: string, value: string) => {
  const ref = { type: "ref/prompt" as const, name };
  return (await server.client.complete({ ref, argument: { name: argument, value } })).completion;
};

describe("a prompt", () => {
  it("is listed with its arguments", async () => {
    const { prompts } = await server.client.listPrompts();
    const listed = prompts.map(({ name, title, arguments: taken = [] }) => {
      return `${name}: ${title}: ${taken.map(({ name, required }) => `${name}${required ? "" : "?"}`).join(", ")}`;
    });
    expect(listed).toEqual([
      "explain: Explain code: target, question?",
      "fix: Fix a bug: problem, target?",
      "refactor: Refactor code: target, goal",
      "review: Review a change: base?, focus?",
    ]);
  });

  it("is completed with paths and symbols of the project", async () => {
    await callTool(server, "search_codebase", { query: "sessions" });
    expect((await complete("explain", "target", "src/")).values).toContain("src/users/");
    expect((await complete("refactor", "target", "src/users/")).values).toContain("src/users/sessions.ts");
    const [first = ""] = (await complete("fix", "target", "src/users/sessions.ts#")).values;
    expect(first).toMatch(/^src\/users\/sessions\.ts#\w/);
    const name = first.split("#").at(-1) ?? "";
    expect((await complete("explain", "target", name.slice(0, 5))).values).toContain(name);
    expect((await complete("explain", "question", "src/")).values).toEqual([]);
    expect((await complete("review", "base", "m")).values).toEqual([]);
  });

  it("is a message that fills in what was given, of tools that this server offers", async () => {
    const { messages } = await server.client.getPrompt({
      name: "explain",
      arguments: { target: "src/users/sessions.ts" },
    });
    expect(messages).toHaveLength(1);
    const text = messages.map(({ content }) => (content.type === "text" ? content.text : "")).join("");
    expect(text).toContain('1. analyze_file {"path":"src/users/sessions.ts"}');
  });

  it.each([
    ["explain", { target: "src/users/sessions.ts#SessionStore.renew" }],
    ["explain", { target: "src/users/sessions.ts" }],
    ["explain", { target: "src/users/" }],
    ["refactor", { target: "SessionStore", goal: "split it" }],
    ["fix", { problem: "sessions end too early", target: "SessionStore.renew" }],
  ])("names steps that can be taken as they stand: %s %j", async (name, values) => {
    const { messages } = await server.client.getPrompt({ name, arguments: values });
    const text = messages.map(({ content }) => (content.type === "text" ? content.text : "")).join("");
    const steps = [...text.matchAll(/^\d+\. (\w+) (\{.*\}): /gm)];
    expect(steps.length).toBeGreaterThan(0);
    for (const [, tool = "", input = "{}"] of steps) {
      const { isError, structured } = await callTool(server, tool, JSON.parse(input) as Record<string, unknown>);
      expect(isError, `${tool} ${input}: ${structured["summary"]}`).toBe(false);
    }
  });

  it("says what is wrong with what was given", async () => {
    const get = (name: string, values: Record<string, string>) => server.client.getPrompt({ name, arguments: values });
    await expect(get("explain", {})).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("target"),
    });
    await expect(get("nothing", {})).rejects.toMatchObject({ code: -32602 });
    await expect(complete("nothing", "target", "")).rejects.toMatchObject({ code: -32602 });
  });

  it("is not completed any more once the client has gone on", async () => {
    const gone = new AbortController();
    const asked = server.client.complete(
      { ref: { type: "ref/prompt", name: "explain" }, argument: { name: "target", value: "se" } },
      { signal: gone.signal },
    );
    gone.abort();
    await expect(asked).rejects.toThrow();
    expect((await complete("explain", "target", "src/")).values.length).toBeGreaterThan(0);
  });
});
