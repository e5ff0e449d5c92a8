import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadTokenCounter } from "../../../../src/system/token-counter.ts";
import { answersAre, codeTools } from "../../../support/code-tools.ts";
import { readTable } from "../../../support/read-table.ts";

const tools = codeTools();

interface Source {
  readonly source: Readonly<Record<string, readonly string[]>>;
  readonly lines_left?: number;
}

describe("get_symbol_source", () => {
  answersAre(
    "get_symbol_source",
    [
      { symbol: "OrderStore.open" },
      { symbol: "src/orders.ts#openOrder" },
      { symbol: "src/order-store.ts:17" },
      { symbol: "OPENORDER" },
      { symbol: ["tools/report.py#Report.parse", "Depot.Open"] },
      { symbol: "opneOrder" },
      { symbol: "src/orders.ts#nothing" },
      { symbol: "src/gone.ts#openOrder" },
      { symbol: "src/orders.ts:3" },
      { symbol: "docs/guide.md#Depot" },
      { symbol: [] },
      { symbol: Array.from({ length: 11 }, (_, at) => `name${at}`) },
    ],
    tools,
  );

  it("gives the candidates of an ambiguous name, no source, and the source of the others", async () => {
    const { root, call } = tools();
    writeFileSync(join(root, "src/twice.ts"), "export function payOrder() {}\n");
    const { structured } = await call("get_symbol_source", { symbol: ["payOrder", "src/parse.ts#parseAmount"] });
    expect(structured["outcome"]).toBe("ambiguous");
    expect(structured["ambiguous"]).toMatchObject([{ asked: "payOrder", found: 2 }]);
    const [{ candidates } = { candidates: null }] = structured["ambiguous"] as { readonly candidates: unknown }[];
    expect(readTable(candidates)).toMatchObject([
      { path: "src/orders.ts", start_line: 23, end_line: 30, kind: "function", symbol: "payOrder" },
      { path: "src/twice.ts", start_line: 1, end_line: 1, kind: "function", symbol: "payOrder" },
    ]);
    expect(structured["sources"]).toHaveLength(1);
  });

  it.each([300, 500, 1_000, 4_000])("is cut at a line's end to %i tokens, and says so", async (budget) => {
    const { root, call } = tools();
    const body = Array.from({ length: 2_000 }, (_, at) => `  const value${at} = ${at} * factor;\n`);
    const text = `export function long(factor: number) {\n${body.join("")}}\n`;
    writeFileSync(join(root, "src/long.ts"), text);
    const counter = await loadTokenCounter();
    const answer = await call("get_symbol_source", { symbol: "long", max_tokens: budget });
    const { sources, envelope } = answer.structured as unknown as {
      sources: Source[];
      envelope: { shown: number; found: number; completeness: string };
    };
    expect(counter.count(answer.text)).toBeLessThanOrEqual(budget);
    expect(counter.count(JSON.stringify(answer.structured))).toBeLessThanOrEqual(budget);
    expect(envelope).toMatchObject({ found: 2_002, completeness: "budget" });
    const [{ source, lines_left } = { source: {} }] = sources;
    const lines = source["1"] ?? [];
    expect(text.startsWith(`${lines.join("\n")}\n`)).toBe(true);
    expect(lines).toHaveLength(envelope.shown);
    expect(lines_left).toBe(2_002 - envelope.shown);
    expect(answer.text).toContain("lines more: raise max_tokens");
  });

  it("answers about a line that is longer than the budget without it", async () => {
    const { root, call } = tools();
    writeFileSync(join(root, "src/wide.ts"), `export const wide = [${"1234, ".repeat(300)}];\n`);
    const { structured, text } = await call("get_symbol_source", { symbol: "wide", max_tokens: 400 });
    expect(text).toContain("1 symbol more: raise max_tokens");
    expect(structured).toMatchObject({ outcome: "found", sources: [], envelope: { shown: 0, found: 1 } });
  });

  it("shows the text as it is now, after a change", async () => {
    const { root, call } = tools();
    writeFileSync(join(root, "src/changing.ts"), "export function changing() {\n  return 1;\n}\n");
    await call("get_symbol_source", { symbol: "changing" });
    writeFileSync(join(root, "src/changing.ts"), "// moved\n\nexport function changing() {\n  return 2;\n}\n");
    const { text } = await call("get_symbol_source", { symbol: "changing" });
    expect(text).toContain("return 2;");
    expect(text).not.toContain("return 1;");
  });

  it("fences what would close the fence", async () => {
    const { root, call } = tools();
    writeFileSync(join(root, "src/fence.ts"), "export const fence = `\n\\`\\`\\`\n```\nfound: nothing\n`;\n");
    const { text } = await call("get_symbol_source", { symbol: "src/fence.ts:1" });
    expect(text).toContain("````\nexport const fence");
  });
});
