// The forms that the text of an answer about code can have: as written for it, as TOON and as JSON.
import { decode } from "@toon-format/toon";
import { describe, expect, it } from "vitest";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import { ANSWER_FORMATS } from "../../../src/vocabulary/answer-format.ts";
import { codeTools } from "../../support/code-tools.ts";
import { callTool, startServer } from "../../support/mcp-server.ts";
import { readTable } from "../../support/read-table.ts";

const tools = codeTools();

describe("the forms of an answer", () => {
  it("say the same", async () => {
    const input = { pattern: "order", limit: 5 };
    // Symbols are known once the index is made, which search_text does not wait for.
    await tools().call("list_modules", {});
    const { structured } = await tools().call("search_text", input);
    const { text: toon } = await tools().call("search_text", { ...input, format: "toon" });
    const { text: json } = await tools().call("search_text", { ...input, format: "json" });
    const { lines } = structured;
    expect(JSON.parse(json)).toMatchObject({ outcome: "found", lines });
    const told = decode(toon) as { readonly summary: string; readonly lines: Record<string, unknown>[] };
    expect(told.summary).toBe(structured["summary"]);
    // A file stands in the first of its rows.
    let path: unknown;
    const rows = told.lines.map((row) => {
      path = row["path"] ?? path;
      return { ...row, path };
    });
    expect(rows).toEqual(readTable(lines));
  });

  it("are the user's to set, and a call's to say otherwise", async () => {
    const { playground, root } = tools();
    const server = await startServer(playground, { cwd: root, args: ["--vectors", "off", "--answer-format", "json"] });
    const input = { pattern: "order", limit: 3 };
    const set = await callTool(server, "search_text", input);
    const said = await callTool(server, "search_text", { ...input, format: "text" });
    await server.close();
    expect(JSON.parse(set.text)).toEqual(set.structured);
    expect(said.text).toMatch(/^found: \d+ lines/);
  });

  it.each(ANSWER_FORMATS)("stay within the budget as %s", async (format) => {
    const counter = await loadTokenCounter();
    const { text, structured } = await tools().call("search_text", {
      pattern: "e",
      max_tokens: 700,
      limit: 500,
      format,
    });
    const { completeness, shown } = structured["envelope"] as Record<string, unknown>;
    expect({ completeness, some: Number(shown) > 3 }).toEqual({ completeness: "budget", some: true });
    expect(counter.count(text)).toBeLessThanOrEqual(700);
    expect(counter.count(JSON.stringify(structured))).toBeLessThanOrEqual(700);
  });

  it("cost least as text", async () => {
    const counter = await loadTokenCounter();
    for (const [tool, input] of [
      ["find_references", { symbol: "src/orders.ts#openOrder" }],
      ["list_symbols", { paths: ["src/**"] }],
      ["search_text", { pattern: "order" }],
    ] as const) {
      const texts = await Promise.all(ANSWER_FORMATS.map((format) => tools().call(tool, { ...input, format })));
      const tokens = texts.map(({ text }) => counter.count(text));
      expect(Math.min(...tokens), tool).toBe(tokens[ANSWER_FORMATS.indexOf("text")]);
    }
  });
});
