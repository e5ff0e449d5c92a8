import { posix, win32 } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withOwnPaths } from "../../../src/operations/contract/own-paths.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

describe("absolute paths of the project", () => {
  it.each([
    ["/home/me/app/src/a.ts", "src/a.ts"],
    ["/home/me/app/src/a.ts#Store.put", "src/a.ts#Store.put"],
    ["/home/me/app/src/a.ts:12-20", "src/a.ts:12-20"],
    ["!/home/me/app/src/**", "!src/**"],
    ["/home/me/app", "."],
    ["/home/me/app-two/a.ts", "/home/me/app-two/a.ts"],
    ["/home/me/app/../b.ts", "/home/me/app/../b.ts"],
    ["src/a.ts", "src/a.ts"],
    ["Store.put", "Store.put"],
  ])("%s is %s", (written, expected) => {
    const input = { symbol: written, paths: [written], focus: [written], places: [written], allow: [written] };
    expect(withOwnPaths(input, "/home/me/app", posix)).toEqual({
      symbol: expected,
      paths: [expected],
      focus: [expected],
      places: [expected],
      allow: [expected],
    });
  });

  it("are read as Windows writes them", () => {
    expect(withOwnPaths({ path: "C:\\app\\src\\a.ts" }, "C:\\app", win32)).toEqual({ path: "src/a.ts" });
  });

  it("are left alone in a text", () => {
    expect(withOwnPaths({ query: "/app/a.ts" }, "/app", posix)).toEqual({ query: "/app/a.ts" });
  });
});

describe("a tool", () => {
  let tools: ToolsInProcess;
  beforeAll(async () => {
    tools = await openToolsInProcess({ "src/a.ts": "export function put(): void {}\n", "src/b.ts": "puts();\n" });
  });
  afterAll(() => tools.close());

  it.each([
    ["analyze_file", "path", ""],
    ["get_symbol", "symbol", "#put"],
    ["get_symbol_source", "symbol", ":1"],
    ["delete_symbol", "symbol", "#put"],
    ["edit_plan", "symbols", "#put"],
    ["validate_syntax", "paths", ""],
    ["search_text", "paths", ""],
    ["search_codebase", "paths", ""],
  ])("%s takes one in `%s`", async (tool, field, end) => {
    const path = `${tools.root}/src/a.ts${end}`;
    const more = tool === "search_text" ? { pattern: "put" } : tool === "search_codebase" ? { query: "put" } : {};
    const { text } = await tools.ask(tool, { ...more, [field]: field.endsWith("s") ? [path] : path });
    expect(text).toMatch(/^found/);
    expect(text).not.toContain("src/b.ts");
  });
});
