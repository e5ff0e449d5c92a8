// A declaration of several names is a list of them however deep it is written: no stack may end with it.
import { expect, it } from "vitest";
import { openAnalyzer } from "../../src/languages/analyze.ts";

const DEPTH = 5_000;
const analyzer = await openAnalyzer();

it.each([
  ["chain.py", `${"a = ".repeat(DEPTH)}1\n`],
  ["chain.rb", `${"A = ".repeat(DEPTH)}1\n`],
  ["chain.R", `${"a <- ".repeat(DEPTH)}1\n`],
  ["chain.jl", `${"a = ".repeat(DEPTH)}1\n`],
  ["nested.py", `${"[".repeat(DEPTH)}a${"]".repeat(DEPTH)} = 1\n`],
])("%s", async (path, text) => {
  const { symbols, problems } = await analyzer.analyze({ path, text });
  expect(problems).toEqual([]);
  expect(symbols.map(({ name }) => name.toLowerCase())).toContain("a");
});
