// A budget that the caller raises is the caller's: no smaller one of the tool's own cuts the rows.
import { afterAll, beforeAll, expect, it } from "vitest";
import { readTable } from "../../support/read-table.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

const LONG = "that_has_a_name_so_long_that_its_row_takes_many_more_tokens_than_rows_of_other_symbols_do";
const names = Array.from({ length: 220 }, (_, at) => `export function made_${at}_${LONG}() {}\n`);

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess({ "made.ts": names.join("") });
});
afterAll(() => tools.close());

it.each([
  ["list_symbols", { paths: ["made.ts"], limit: 200 }, 200],
  ["search_symbols", { query: "made", limit: 100 }, 100],
])("%s shows as many rows as asked for where they fit", async (tool, input, wanted) => {
  const { structured } = await tools.ask(tool, { ...input, max_tokens: 200_000 });
  expect(readTable(structured["symbols"])).toHaveLength(wanted);
});
