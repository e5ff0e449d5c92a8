// One tool in place of five: each action answers as its operation does, and a server that lists the one still answers the others.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_OPERATIONS } from "../../../src/operations/all-operations.ts";
import type { Operation } from "../../../src/operations/contract/operation.ts";
import { openCalls } from "../../../src/server/tool-calls.ts";
import { listedTool } from "../../../src/server/tool-list.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess({ "src/store.ts": "export function renewSession(): void {}\n" });
});
afterAll(() => tools.close());

const SAVE = { query: "renew a session", name: "kept", overwrite: true };
const CALLS: readonly (readonly [action: string, operation: string, input: Readonly<Record<string, unknown>>])[] = [
  ["save", "save_search_results", SAVE],
  ["handoff", "save_handoff", { goal: "renew", decisions: ["no timer"], places: ["src/store.ts:1"], name: "on" }],
  ["list", "list_saved_results", { limit: 5 }],
  ["get", "get_saved_result", { name: "kept", max_tokens: 600 }],
  ["delete", "delete_saved_result", { name: "kept" }],
];

describe("saved_results", () => {
  it.each(CALLS)("answers %s as %s does", async (action, operation, input) => {
    const overwrite = action === "handoff" ? { overwrite: true } : {};
    const before = await tools.ask(operation, { ...input, ...overwrite });
    if (action === "delete") {
      await tools.ask("save_search_results", SAVE);
    }
    const { text, structured } = await tools.ask("saved_results", { action, ...input, ...overwrite });
    expect(text).toBe(before.text);
    expect(structured).toEqual(before.structured);
  });

  it.each([
    [{}, "action must be one of save, handoff, list, get, delete", "action, "],
    [{ action: "show" }, "action must be one of save, handoff, list, get, delete", "action, "],
    [{ action: "get" }, "name is required", "the fields are: name, project, projects, storage_mode, max_tokens"],
    [{ action: "delete", name: "a", goal: "b" }, 'unknown field "goal"', "the fields are: name, project"],
    [{ action: "list", limit: 0 }, "limit must be at least 1", ""],
  ])("says what is wrong with %j", async (input, message, hint) => {
    await expect(tools.ask("saved_results", input)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message,
      hint: expect.stringContaining(hint),
    });
  });

  it("tells a client of its fields by their plain types, and that it may destroy", () => {
    const operation = ALL_OPERATIONS.find(({ name }) => name === "saved_results") as Operation;
    const { inputSchema, annotations } = listedTool(operation, false);
    expect(Object.keys(inputSchema).toSorted()).toEqual(["properties", "required", "type"]);
    expect(JSON.stringify(inputSchema)).not.toMatch(/anyOf|oneOf|allOf/);
    expect(inputSchema.required).toEqual(["action"]);
    expect(annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });
});

describe("a saved search", () => {
  const QUERY = { query: "renew a session", top_k: 5 };
  const filesOf = async (input: Readonly<Record<string, unknown>>) => {
    await tools.ask("saved_results", { action: "save", name: "same", overwrite: true, ...input });
    const { structured } = await tools.ask("saved_results", { action: "get", name: "same" });
    return structured["files"] as readonly {
      readonly path: string;
      readonly hits: unknown;
      readonly ranges: unknown;
    }[];
  };

  it("is the answer that the caller saw, as long as its files are the same, with the lines of its hits", async () => {
    await tools.ask("search_codebase", QUERY);
    writeFileSync(join(tools.root, "src/more.ts"), "export function renewSessionAgain(): void {}\n");
    expect(await filesOf(QUERY)).toEqual([
      {
        path: "src/store.ts",
        hits: [[1, 1, "renewSession"]],
        ranges: [[1, 1]],
        lines: ["export function renewSession(): void {}", ""],
      },
    ]);
    expect((await filesOf({ ...QUERY, top_k: 6 })).map(({ path }) => path)).toContain("src/more.ts");
    writeFileSync(join(tools.root, "src/more.ts"), "\nexport function renewSessionAgain(): void {}\n");
    const more = (await filesOf({ ...QUERY, top_k: 6 })).find(({ path }) => path === "src/more.ts");
    expect(more?.hits).toEqual([[1, 2, "renewSessionAgain"]]);
  });
});

describe("a list", () => {
  const since = async () => {
    const { text, structured } = await tools.ask("saved_results", { action: "list", changes: true });
    const results = structured["results"] as readonly { readonly name: string; readonly since: string }[];
    expect(text).toContain(`[${results[0]?.since}]`);
    return Object.fromEntries(results.map((result) => [result.name, result.since]));
  };

  it("says what has changed since, where that is asked", async () => {
    await tools.ask("save_search_results", { query: "renew a session", name: "search", overwrite: true });
    await tools.ask("save_handoff", { goal: "g", places: ["src/store.ts:1"], name: "places", overwrite: true });
    const { structured } = await tools.ask("list_saved_results", {});
    expect(JSON.stringify(structured)).not.toContain("since");
    expect(await since()).toMatchObject({ search: "unchanged", places: "unchanged" });
    writeFileSync(join(tools.root, "src/store.ts"), "\nexport function renewSession(): void {}\n");
    expect(await since()).toMatchObject({ search: "1 changed", places: "1 moved" });
    writeFileSync(join(tools.root, "src/store.ts"), "export function renewSession(): void {}\n");
  });
});

describe("a server's calls", () => {
  it("of the one tool are recorded as what they do, and only a change is announced", async () => {
    const seen: unknown[] = [];
    for (const [action, operation, input] of CALLS) {
      for (const [name, fields] of [
        ["saved_results", { action, ...input, ...(action === "handoff" ? { overwrite: true } : {}) }],
        [operation, action === "delete" ? { name: "on" } : input],
      ] as const) {
        const recorded = tools.recorded.length;
        let changes = 0;
        const result = await call(name, fields, () => {
          changes += 1;
        });
        const [one] = tools.recorded.slice(recorded);
        seen.push([name, result.isError ?? false, changes, one?.operation]);
      }
    }
    expect(seen).toEqual(
      CALLS.flatMap(([action, operation]) => {
        // Its name is taken by then.
        const isRefused = operation === "save_handoff";
        const changes = action === "list" || action === "get" ? 0 : 1;
        return [
          ["saved_results", false, changes, operation],
          [operation, isRefused, isRefused ? 0 : changes, operation],
        ];
      }),
    );
  });

  it("are answered where no set that is offered lists them any more", async () => {
    const textOf = async (name: string) => (await call(name, {})).content[0].text;
    expect(await textOf("token_savings")).not.toContain("does not offer");
    expect(await textOf("analyze_file")).toContain("does not offer");
  });

  function call(name: string, input: object, onChange: () => void = () => undefined) {
    const { services, caller, signal } = tools.context();
    const calls = openCalls({
      tools: ALL_OPERATIONS,
      toolsets: ["search"],
      services: async () => services,
      isLogged: false,
    });
    return calls({
      name,
      input,
      caller: { ...caller, kind: "mcp" },
      signal,
      onProgress: () => undefined,
      onChange: async () => onChange(),
    });
  }
});
