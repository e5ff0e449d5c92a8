// The operations as a whole: documented from their definitions, named alike everywhere, complete in what they declare.
import { describe, expect, it } from "vitest";
import { ALL_OPERATIONS } from "../../src/operations/all-operations.ts";
import type { Caller } from "../../src/operations/contract/operation.ts";
import { expectGolden } from "../support/golden.ts";
import { OTHER_NAMES } from "../support/other-names.ts";
import { toolsPage } from "../support/tools-page.ts";

const caller: Caller = {
  kind: "mcp",
  client: { name: "test", version: "1" },
  roots: async () => [],
  cwd: "/",
};

describe("the operations", () => {
  it("make docs/use/tools.md", () => {
    expectGolden("../docs/use/tools.md", toolsPage());
  });

  it("serve what other systems call otherwise, or it is said that nothing does", () => {
    const mapped = Object.values(OTHER_NAMES).flat();
    const unknown = mapped
      .flatMap(({ here }) => here)
      .filter((tool) => !ALL_OPERATIONS.some(({ name }) => name === tool));
    expect(unknown).toEqual([]);
    expect(mapped.filter(({ here, note }) => here.length === 0 && note === undefined)).toEqual([]);
  });

  it("have names and commands of their own", () => {
    const names = ALL_OPERATIONS.map(({ name }) => name);
    const commands = ALL_OPERATIONS.flatMap(({ command }) => (command === null ? [] : [command.command]));
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(commands).size).toBe(commands.length);
    expect(ALL_OPERATIONS.every(({ toolset, command }) => toolset !== null || command !== null)).toBe(true);
  });

  it.each(ALL_OPERATIONS.map((operation) => [operation.name, operation] as const))(
    "%s describes each input field, and positionals that it has",
    (_name, { input, output, command }) => {
      for (const [field, schema] of Object.entries(input.shape)) {
        expect((schema as { description?: string }).description, field).toBeTruthy();
      }
      for (const positional of command?.positionals ?? []) {
        expect(Object.keys(input.shape)).toContain(positional);
      }
      expect(Object.keys(output.shape)).toEqual(expect.arrayContaining(["summary", "outcome"]));
    },
  );

  it.each([
    [{ query: "" }, "query must not be empty"],
    [{ query: "x".repeat(16_001) }, "query must have at most 16,000 characters"],
    [{ query: "x", top_k: 0 }, "top_k must be at least 1"],
    [{ query: "x", top_k: 1000 }, "top_k must be at most 100"],
    [{ query: "x", paths: Array(1000).fill("a") }, / entries$/],
  ])("say what is wrong in a person's words: %j", async (input, message) => {
    const search = ALL_OPERATIONS.find(({ name }) => name === "search_codebase");
    const context = {
      services: {} as never,
      caller,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    };
    await expect(search?.run(input, context)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: typeof message === "string" ? message : expect.stringMatching(message),
    });
  });

  it.each(ALL_OPERATIONS.map((operation) => [operation.name, operation] as const))(
    "%s refuses what is no field of its own before it asks for anything",
    async (_name, operation) => {
      const services = new Proxy({}, { get: () => expect.unreachable("services were asked") }) as never;
      const context = { services, caller, signal: new AbortController().signal, onProgress: () => undefined };
      await expect(operation.run({ surprise: 1 }, context)).rejects.toMatchObject({ code: "INVALID_INPUT" });
      await expect(operation.run("text", context)).rejects.toMatchObject({ code: "INVALID_INPUT" });
      await expect(operation.run([], context)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    },
  );
});
