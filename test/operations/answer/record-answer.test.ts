// What the savings journal is told of an answer.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Entry, recordAnswer } from "../../../src/operations/answer/record-answer.ts";
import type { OperationContext } from "../../../src/operations/contract/operation.ts";
import type { SearchRecord } from "../../../src/statistics/journal-entry.ts";
import { aSearch } from "../../statistics/entries.ts";
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

it("says what an answer with source stands in place of", async () => {
  await tools.ask("get_symbol_source", { symbol: "a.ts#add" });
  const { alternatives } = tools.recorded.at(-1)?.statistics ?? {};
  expect(alternatives).toMatchObject({ files: [{ path: "a.ts" }], grep: { words: ["add"] } });
  expect(alternatives?.grep?.tokens).toBeGreaterThan(0);
  await tools.ask("search_codebase", { query: "who adds numbers" });
  expect(tools.recorded.at(-1)).toMatchObject({ operation: "search_codebase", outcome: "found" });
  expect(tools.recorded.at(-1)?.statistics.alternatives?.files).toMatchObject([{ path: "a.ts" }]);
});

it("takes files for read only where reading is the cheaper way, and the answer is to be relied on", async () => {
  const files = [{ path: "src/session.ts", tokens: 8_000 }];
  const recorded: Partial<SearchRecord>[] = [];
  const read = new Set<string>();
  const caller = { client: { name: "test", version: "1" }, session: { id: "00000001", tokens: async () => 0, read } };
  const journal = {
    record(record: SearchRecord) {
      recorded.push(record);
      return null;
    },
  };
  const context = { caller, services: { journal } } as unknown as OperationContext;
  const record = async (grep: number | null, outcome = "found"): Promise<number | undefined> => {
    const alternatives = { files, grep: grep === null ? null : { words: ["session"], tokens: grep } };
    const { project, client: _, ...entry } = aSearch({ outcome }, { alternatives });
    await recordAnswer(project, entry as Entry, context);
    return recorded.at(-1)?.firstFilesTokens;
  };
  expect(await record(500)).toBe(8_000);
  expect(await record(null, "weak")).toBeUndefined();
  expect(read.size).toBe(0);
  expect(await record(90_000)).toBe(8_000);
  expect(read.size).toBe(1);
  expect(await record(null)).toBe(0);
});
