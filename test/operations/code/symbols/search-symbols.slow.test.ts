import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadTokenCounter } from "../../../../src/system/token-counter.ts";
import { answersAre, codeTools } from "../../../support/code-tools.ts";
import { readTable } from "../../../support/read-table.ts";

/** What names the columns of a table in JSON. */
const COLUMNS_TOKENS = 30;

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

  it.each([20, 100])("takes 400 tokens for 20 symbols beside the envelope, asked for %i", async (limit) => {
    const { root, call } = tools();
    const deep = "packages/some-rather-long-folder-name-0-with-words/src/main/java/com/example/project".split("/");
    for (let at = 0; at < 120; at++) {
      const name = `${deep.join("-")}-${at}.ts`;
      writeFileSync(join(root, "src", name), `export class SomeRatherLongNameOfAnAbstractFactory${at} {}\n`);
    }
    const counter = await loadTokenCounter();
    const { structured, text } = await call("search_symbols", { query: "SomeRatherLong", limit });
    const { shown, found, completeness } = structured["envelope"] as Record<string, unknown>;
    expect({ found, completeness }).toEqual({ found: 120, completeness: "budget" });
    expect(Number(shown)).toBeGreaterThan(limit / 4);
    const most = (limit / 20) * 400;
    expect(counter.count(JSON.stringify(structured["symbols"]))).toBeLessThanOrEqual(most + COLUMNS_TOKENS);
    expect(counter.count(text.split("\n").slice(2).join("\n"))).toBeLessThanOrEqual(most);
  });

  it.each(["(".repeat(200), "a".repeat(200), "\u0000\u202e", "__proto__", "constructor", "%_", "𝐀".repeat(100)])(
    "answers %j",
    async (query) => {
      const { structured } = await tools().call("search_symbols", { query, fuzzy: true });
      expect(structured["outcome"]).toBe("empty");
    },
  );
});
