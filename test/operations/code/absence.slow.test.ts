import { describe, expect, it } from "vitest";
import { codeTools } from "../../support/code-tools.ts";

const tools = codeTools();

interface Case {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly says: string;
  readonly hiddenBy?: readonly string[];
  readonly hidden?: number;
}

async function check({ tool, input, says, hiddenBy, hidden }: Case): Promise<void> {
  const { text, structured } = await tools().call(tool, input);
  const envelope = structured["envelope"] as Record<string, unknown>;
  expect(text.split("\n")[0]).toBe(`empty: ${says}`);
  expect(envelope["absence"]).toBe(hiddenBy === undefined ? "absent" : "filtered");
  expect(envelope["hidden_by"]).toEqual(hiddenBy);
  expect(envelope["hidden"]).toBe(hidden);
  expect(envelope["completeness"]).toBe(hidden === undefined ? undefined : "limited");
}

describe("an answer without rows (issue 13, 3.11)", () => {
  it.each<Case>([
    {
      tool: "find_references",
      input: { symbol: "src/orders.ts#openOrder", roles: ["extend"] },
      says: "references to src/orders.ts#openOrder (function, 17-21): 2 found, all left out by the filter roles",
      hiddenBy: ["roles"],
      hidden: 2,
    },
    {
      tool: "search_symbols",
      input: { query: "openOrder", paths: ["nowhere/**"] },
      says: 'symbols named like "openOrder": 2 found, all left out by the filter paths',
      hiddenBy: ["paths"],
      hidden: 2,
    },
    {
      tool: "search_symbols",
      input: { query: "OrderStore", kinds: ["enum"] },
      says: 'symbols named like "OrderStore": 1 found, left out by the filter kinds',
      hiddenBy: ["kinds"],
      hidden: 1,
    },
    {
      tool: "list_symbols",
      input: { paths: ["src"], kinds: ["enum"] },
      says: "symbols: 16 found, all left out by the filter kinds",
      hiddenBy: ["kinds"],
      hidden: 16,
    },
    {
      tool: "search_text",
      input: { pattern: "order", paths: ["nowhere/**"] },
      says: 'lines that hold "order": none of 9 files matches the filter paths',
      hiddenBy: ["paths"],
    },
    {
      tool: "search_ast",
      input: { pattern: "$X.get($$$)", language: "typescript", paths: ["docs"] },
      says: 'typescript code that matches "$X.get($$$)": none of 9 files matches the filters paths and language',
      hiddenBy: ["paths", "language"],
    },
    {
      tool: "search_files",
      input: { query: "orders", paths: ["docs"] },
      says: 'files named by "orders": 2 found, all left out by the filter paths',
      hiddenBy: ["paths"],
      hidden: 2,
    },
    { tool: "search_text", input: { pattern: "no such text" }, says: 'no line holds "no such text"' },
  ])("of $tool $input says whether anything is there", check);

  it("counts what a filter hides beside what it shows", async () => {
    const { text, structured } = await tools().call("find_references", {
      symbol: "src/orders.ts#openOrder",
      roles: ["import"],
    });
    expect(structured["envelope"]).toMatchObject({ completeness: "limited", hidden_by: ["roles"] });
    expect(text).toContain(" left out by the filter roles");
  });
});
