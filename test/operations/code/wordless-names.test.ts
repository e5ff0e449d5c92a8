// Names without a term of the index (stop words, single letters, signs) are symbols like any other.
import { afterAll, beforeAll, expect, it } from "vitest";
import { readTable } from "../../support/read-table.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess({
    "src/between.ts": "export function between() {}\n",
    "src/$.ts": "export const $ = 1;\nexport const _ = $;\n",
    "src/use.ts": 'import { between } from "./between";\nimport { $ } from "./$";\nexport const used = [between, $];\n',
    "t.go": "package t\n\ntype T struct{}\n",
  });
});
afterAll(() => tools.close());

it.each([
  ["between", "src/between.ts"],
  ["$", "src/$.ts"],
  ["_", "src/$.ts"],
  ["T", "t.go"],
])("search_symbols and list_symbols have %s", async (name, path) => {
  const searched = await tools.ask("search_symbols", { query: name });
  expect(readTable(searched.structured["symbols"])).toContainEqual(expect.objectContaining({ path, symbol: name }));
  const listed = await tools.ask("list_symbols", { paths: [path] });
  expect(readTable(listed.structured["symbols"])).toContainEqual(expect.objectContaining({ path, symbol: name }));
});

it("analyze_directory and the overview count them", async () => {
  const directory = await tools.ask("analyze_directory", { path: "src" });
  expect(readTable(directory.structured["files"])).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ file: "between.ts", symbols: 1 }),
      expect.objectContaining({ file: "$.ts", symbols: 2 }),
    ]),
  );
  const { text } = await tools.ask("get_repo_overview", {});
  expect(text).toMatch(/\b5 symbols\b/);
});
