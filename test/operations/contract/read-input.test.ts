// An input that has one meaning is taken in it, whatever form a client or a model that knows other systems gives it.
import { describe, expect, it } from "vitest";
import { ALL_OPERATIONS } from "../../../src/operations/all-operations.ts";
import { readInput } from "../../../src/operations/contract/read-input.ts";

function read(name: string, input: unknown): unknown {
  const operation = ALL_OPERATIONS.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  const { input: meant, notes } = readInput(operation.input, input);
  return notes.length === 0 ? meant : { meant, notes };
}

describe("an input", () => {
  it.each<[string, unknown, unknown]>([
    ["search_codebase", { query: "a", top_k: "2" }, { query: "a", top_k: 2 }],
    ["search_codebase", { query: "a", paths: '["src"]' }, { query: "a", paths: ["src"] }],
    ["search_codebase", { query: "a", paths: "src/**" }, { query: "a", paths: ["src/**"] }],
    ["search_codebase", { query: "a", kinds: "Function", languages: null }, { query: "a", kinds: ["function"] }],
    ["search_codebase", { query: "a", languages: "null", project: "None" }, { query: "a" }],
    ["search_codebase", { query: "null" }, { query: "null" }],
    ["search_codebase", '{"query":"a"}', { query: "a" }],
    ["search_codebase", { q: "a", project_root: "/srv/p", limit: 3 }, { query: "a", project: "/srv/p", top_k: 3 }],
    ["search_codebase", { query: "a", topK: 3 }, { query: "a", top_k: 3 }],
    ["search_codebase", { query: "a", explain: "true" }, { query: "a", explain: true }],
    ["search_codebase", { query: "a", colour: 1 }, { query: "a", colour: 1 }],
    ["search_codebase", { query: "a", top_k: "many" }, { query: "a", top_k: "many" }],
    [
      "search_symbols",
      { query: "a", kind: "function", module: "src" },
      { query: "a", kinds: ["function"], paths: ["src"] },
    ],
    ["list_symbols", { path: "src/a.ts" }, { paths: ["src/a.ts"] }],
    [
      "list_symbols",
      { limit: 5000 },
      { meant: { limit: 200 }, notes: ["limit 5000 is over its most, 200, which was used"] },
    ],
    ["get_symbol", { symbol_hash: "src/a.ts#run" }, { symbol: "src/a.ts#run" }],
    ["get_symbol", { path: "src/a.ts", name: "run" }, { symbol: "src/a.ts#run" }],
    ["get_symbol", { path: "src/a.ts", symbol: "src/a.ts#run" }, { symbol: "src/a.ts#run" }],
    ["get_symbol", { symbol: ["run"] }, { symbol: "run" }],
    ["analyze_file", { file_path: "src/a.ts" }, { path: "src/a.ts" }],
    ["get_module", { module_name: "src" }, { module: "src" }],
    ["validate_syntax", { path: "src/a.ts" }, { paths: ["src/a.ts"] }],
    ["ask", { query: "who calls run" }, { question: "who calls run" }],
    ["edit_plan", { text: "null" }, { text: "null" }],
    [
      "replace_in_symbol",
      { symbol: "a", find: "1", replacement: "null" },
      { symbol: "a", find: "1", replacement: "null" },
    ],
    [
      "replace_in_symbol",
      { symbol: "a", old_string: "1", new_string: "2" },
      { symbol: "a", find: "1", replacement: "2" },
    ],
    ["rename_symbol", { symbol: "a", to: "b", apply: "false" }, { symbol: "a", new_name: "b", apply: false }],
    ["search_codebase", { query: "a", explain: "True" }, { query: "a", explain: true }],
    ["get_symbol", { path: "./src/a.ts", symbol: "a.ts#run" }, { symbol: "src/a.ts#run" }],
    ["get_symbol", { path: "/srv/p/src/a.ts", symbol: "src/a.ts#run" }, { symbol: "src/a.ts#run" }],
    ["get_symbol", { path: "desk.ts", symbol: "Desk.#lock" }, { symbol: "desk.ts#Desk.#lock" }],
    ["search_codebase", { query: 404 }, { query: "404" }],
    ["rename_symbol", { path: "src/a.ts", symbol: "a", name: "b" }, { symbol: "src/a.ts#a", new_name: "b" }],
    ["rename_symbol", { path: "src/a.ts", name: "a", to: "b" }, { symbol: "src/a.ts#a", new_name: "b" }],
  ])("%s %j is read as %j", (name, input, meant) => {
    expect(read(name, input)).toEqual(meant);
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ["search_codebase", { query: "a", top_k: 2, topK: 3 }],
    ["search_codebase", { query: "a", q: "b" }],
    ["search_codebase", { query: 1.1 }],
    ["search_codebase", { query: "a", constructor: 1, valueof: "b" }],
    ["search_codebase", JSON.parse('{"query":"a","__proto__":{"top_k":3}}')],
    ["get_symbol", { symbol: "src/a.ts#run", path: "src/b.ts" }],
    ["get_symbol", { symbol: "run", name: "walk" }],
    ["create_file", { path: "a.txt", text: ["a"] }],
    ["create_file", { path: "a.txt", text: 8080 }],
    ["replace_text", { path: "a.txt", find: "a", replacement: [""] }],
    ["replace_text", { path: "a.txt", find: '"a"', replacement: "[1]", old_string: "b" }],
  ])("%s %j has more than one meaning, and is left as it is", (name, input) => {
    const meant = read(name, input) as Record<string, unknown>;
    expect(Object.entries(meant).sort()).toEqual(Object.entries(input).sort());
  });

  it.each(ALL_OPERATIONS.map(({ name, input }) => [name, input] as const))("of %s keeps its own fields", (_, input) => {
    const whole = Object.fromEntries(Object.keys(input.shape).map((field) => [field, Symbol.for(field)]));
    expect(readInput(input, whole)).toEqual({ input: whole, notes: [] });
  });
});
