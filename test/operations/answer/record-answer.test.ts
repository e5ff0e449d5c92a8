// What the savings journal is told of an answer.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess({ "a.ts": "export function add(a: number): number {\n  return a;\n}\n\nadd(1);\n" });
});
afterAll(() => tools.close());

it("counts the file of an answer that shows source", async () => {
  await tools.ask("get_symbol_source", { symbol: "a.ts#add" });
  expect(tools.recorded.at(-1)).toMatchObject({ operation: "get_symbol_source" });
  expect(tools.recorded.at(-1)?.hits).toBeGreaterThan(0);
  expect(tools.recorded.at(-1)?.statistics.hitFilesTokens).toBeGreaterThan(0);
});

it("counts the suggestions of an empty answer as no hits", async () => {
  const { outcome } = await tools.ask("get_symbol_source", { symbol: "a.ts:5" });
  expect(outcome).toBe("empty");
  expect(tools.recorded.at(-1)).toMatchObject({ operation: "get_symbol_source", hits: 0 });
});
