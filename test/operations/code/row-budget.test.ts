// Rows are cut by the call's limit and its max_tokens, never by a smaller budget of the tool's own.
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
  ["list_symbols", { paths: ["made.ts"] }, 50],
  ["search_symbols", { query: "made" }, 20],
])("%s shows as many rows as its default limit within its default budget", async (tool, input, wanted) => {
  const { structured } = await tools.ask(tool, input);
  expect(readTable(structured["symbols"])).toHaveLength(wanted);
  expect(structured["envelope"]).toMatchObject({ completeness: "limited", shown: wanted, found: 220 });
});

it.each([
  ["list_symbols", { paths: ["made.ts"] }],
  ["search_symbols", { query: "made" }],
])("%s is cut at max_tokens, and names that as the reason", async (tool, input) => {
  const shownOf = async (max_tokens: number): Promise<number> => {
    const { structured } = await tools.ask(tool, { ...input, max_tokens });
    expect(structured["envelope"]).toMatchObject({ completeness: "budget" });
    return readTable(structured["symbols"]).length;
  };
  expect(await shownOf(300)).toBeLessThan(await shownOf(450));
});

it.each([
  ["list_symbols", { paths: ["made.ts"], limit: 200 }, 200],
  ["search_symbols", { query: "made", limit: 100 }, 100],
])("%s shows as many rows as asked for where they fit", async (tool, input, wanted) => {
  const { structured } = await tools.ask(tool, { ...input, max_tokens: 200_000 });
  expect(readTable(structured["symbols"])).toHaveLength(wanted);
});
