// Functions as normalised tokens: what counts as the same, and what does not.
import { describe, expect, it } from "vitest";
import { openAnalyzer } from "../../src/languages/analyze.ts";
import type { FunctionTokens } from "../../src/syntax/function-tokens.ts";

const analyzer = await openAnalyzer();

async function functionsOf(path: string, text: string): Promise<readonly FunctionTokens[]> {
  return (await analyzer.inspect({ path, text })).functions;
}

const LINES = Array.from({ length: 6 }, (_, at) => `  total += rows[${at}].price * rate(rows[${at}], "net");`);
const bodyOf = (lines: readonly string[]): string => `function sum(rows) {\n${lines.join("\n")}\n  return total;\n}\n`;

async function shapeOf(lines: readonly string[]): Promise<number[]> {
  const [first] = await functionsOf("a.js", bodyOf(lines));
  return [...(first?.shape ?? [])];
}

const changed = (from: string | RegExp, to: string): string[] => LINES.map((line) => line.replaceAll(from, to));

describe("the tokens of a function", () => {
  it("say where it stands", async () => {
    const text = `// A comment.\nclass Cart {\n  sum(\n    rows,\n  ) {\n${LINES.join("\n")}\n  }\n}\n`;
    const found = await functionsOf("a.js", text);
    expect(found.map(({ shape, names, ...place }) => [place, shape.length === names.length])).toEqual([
      [{ path: "Cart.sum", kind: "method", startLine: 3, endLine: 12, nameLine: 3, bodyLine: 5 }, true],
    ]);
  });

  it.each([
    ["names", changed("rows", "entries")],
    ["constants", changed(/\d/g, "77")],
    ["the text of strings", changed("net", "it's \\n gross")],
    ["quotes", changed('"', "'")],
    ["semicolons", changed(";", "")],
    ["comments and layout", changed("*", "* // why\n    ")],
  ])("have one shape with other %s", async (_, lines) => {
    expect(await shapeOf(lines)).toEqual(await shapeOf(LINES));
  });

  it.each([
    ["operators", changed("*", "/")],
    ["a constant in place of a name", changed('"net"', "net")],
    ["text in place of a number", changed(/\d/g, '"0"')],
    ["a text with code in it", changed('"net"', "`net ${rows}`")],
  ])("have another shape with %s", async (_, lines) => {
    expect(await shapeOf(lines)).not.toEqual(await shapeOf(LINES));
  });

  it("tell names apart", async () => {
    const [first] = await functionsOf("a.js", bodyOf(LINES));
    expect(new Set(first?.names).size).toBe(["rows", "total", "price", "rate"].length + 1);
  });

  it("leave out short functions, and tests", async () => {
    expect(await functionsOf("a.js", bodyOf(LINES.slice(0, 1)))).toEqual([]);
    const text = `def test_sum():\n${LINES.map((line) => `  ${line.trim().replace(";", "")}`).join("\n")}\n`;
    expect(await functionsOf("a.py", text)).toEqual([]);
    expect(await functionsOf("a.py", text.replace("test_", ""))).toHaveLength(1);
  });
});
