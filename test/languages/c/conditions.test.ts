// Conditions of C and C++: what a file of nothing else costs.
import { expect, test } from "vitest";
import { withoutConditions } from "../../../src/languages/c/facts/conditionals.ts";
import { expectLinear } from "../../support/growth.ts";

test("reads a condition of more names than a call may have arguments", () => {
  const text = `#if ${"A ".repeat(200_000)}\n#endif\n`;
  expect(withoutConditions(text).removed).toHaveLength(200_000);
});

test("looks for the end of a comment once, not for each of many that have none", () => {
  const textOf = (count: number): string => `a */ b\n#if A\n"/*" ${"/* ".repeat(count)}\n#endif\n`;
  const text = textOf(3);
  expect(withoutConditions(text).text).toBe(text.replace("#if A", "     ").replace("#endif", "      "));
  expectLinear((count) => withoutConditions(textOf(count)), 20_000);
});

test("reads a group of more branches than a call may have arguments", () => {
  const { text, removed } = withoutConditions(`#if A\n${"#elif B\n".repeat(150_000)}#endif\n`);
  expect(text.trim()).toBe("");
  expect(removed).toHaveLength(150_001);
});
