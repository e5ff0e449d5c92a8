import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answersAre, codeTools } from "../../../support/code-tools.ts";
import { readTable } from "../../../support/read-table.ts";

const tools = codeTools();

describe("search_symbols", () => {
  answersAre(
    "search_symbols",
    [
      { query: "OrderStore" },
      { query: "order" },
      { query: "parse", limit: 2 },
      { query: "parse order" },
      { query: "OS" },
      { query: "opneOrder" },
      { query: "opneOrder", fuzzy: false },
      { query: "OrderStore.get" },
      { query: "open", kinds: ["method"], paths: ["cmd"] },
      { query: "order", paths: ["!src/**", "!test"] },
      { query: "order", paths: ["../.."] },
      { query: "" },
    ],
    tools,
  );

  it("tells of a name that several places define", async () => {
    const { root, call } = tools();
    writeFileSync(join(root, "src/twice.ts"), "export function openOrder() {}\n");
    const { structured } = await call("search_symbols", { query: "openOrder" });
    expect(structured["outcome"]).toBe("ambiguous");
    expect(readTable(structured["symbols"])).toMatchObject([
      { path: "src/orders.ts", start_line: 16, end_line: 21, kind: "function", symbol: "openOrder", match: "exact" },
      { path: "src/twice.ts", start_line: 1, kind: "function", symbol: "openOrder", match: "exact" },
      { path: "docs/guide.md", start_line: 5, kind: "section", symbol: "Depot > Opening an order", match: "parts" },
    ]);
  });

  it.each(["(".repeat(200), "a".repeat(200), "\u0000\u202e", "__proto__", "constructor", "%_", "𝐀".repeat(100)])(
    "answers %j",
    async (query) => {
      const { structured } = await tools().call("search_symbols", { query, fuzzy: true });
      expect(structured["outcome"]).toBe("empty");
    },
  );
});
