// An empty answer of a search with a filter says what stands in the files that the filter leaves out.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess({
    "src/a.ts": "// TODO one\nretry(1);\n// TODO two\n",
    "src/b.py": "retry(1)\n",
    "lib/c.ts": "export const c = 1;\n",
    "docs/d.md": "Nothing.\n",
  });
});
afterAll(() => tools.close());

it.each([
  ["search_text", { pattern: "TODO", paths: ["docs/**"] }, 2, ["paths"]],
  ["search_text", { pattern: "TODO", languages: ["python"] }, 2, ["languages"]],
  ["search_ast", { pattern: "retry($X)", language: "typescript", paths: ["lib/**"] }, 1, ["paths"]],
])("%s %j", async (tool, input, hidden, by) => {
  const { structured, text } = await tools.ask(tool, input);
  expect(structured).toMatchObject({ outcome: "empty", envelope: { absence: "filtered", hidden, hidden_by: by } });
  expect(text).toContain(`${hidden} found, ${hidden === 1 ? "" : "all "}left out by the filter ${by.join()}`);
});

it.each([
  ["search_text", { pattern: "no such text", paths: ["docs/**"] }],
  ["search_ast", { pattern: "noSuchCall($X)", language: "typescript", paths: ["lib/**"] }],
])("%s %j: nothing there either", async (tool, input) => {
  const { structured } = await tools.ask(tool, input);
  expect(structured).toMatchObject({ outcome: "empty", envelope: { absence: "absent" } });
});
