// The operations as a whole: documented from their definitions, named alike everywhere, complete in what they declare.
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ALL_OPERATIONS } from "../../src/operations/all-operations.ts";
import type { Caller } from "../../src/operations/contract/operation.ts";
import { OTHER_NAMES } from "../../src/server/other-names.ts";
import { expectGolden } from "../support/golden.ts";
import { askPage, otherNamesPage, toolsPage } from "../support/tools-page.ts";

/** Names and notes of a schema's fields, and of those below. */
function saidOf(schema: object): string[] {
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === "properties") {
      return Object.entries(value as object).flatMap(([name, field]) => [name, ...saidOf(field as object)]);
    }
    if (["help", "doc"].includes(key)) {
      return [String(value)];
    }
    if (key === "description") {
      return "help" in schema ? [] : [String(value)];
    }
    return typeof value === "object" && value !== null && key !== "default" ? saidOf(value as object) : [];
  });
}

const caller: Caller = {
  kind: "mcp",
  client: { name: "test", version: "1" },
  roots: async () => [],
  cwd: "/",
};

describe("the operations", () => {
  const page = toolsPage();

  it("make their pages", () => {
    expectGolden("../docs/use/tools.md", page);
    expectGolden("../docs/inside/asking.md", askPage());
    expectGolden("../docs/inside/other-names.md", otherNamesPage());
  });

  it("have all that their schemas say of their fields on the page", () => {
    const words = (text: string): string => text.replace(/\s+/g, " ");
    const said = words(page);
    const missing = ALL_OPERATIONS.flatMap(({ name, input, output }) =>
      [input, output].flatMap((schema) =>
        saidOf(z.toJSONSchema(schema, { io: "input" })).map((text) => `${name}: ${text}`),
      ),
    ).filter((text) => !said.includes(words(text.replace(/^\w+: /, ""))));
    expect(missing.filter((text) => !/: (?:1-based|inclusive)$/.test(text))).toEqual([]);
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
        const { help, description } = (schema as z.ZodType).meta() as { help?: string; description?: string };
        expect(help ?? description, field).toBeTruthy();
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
    [{ query: "x", top_k: 0 }, "top_k must be at least 1"],
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
