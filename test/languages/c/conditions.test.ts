// Conditions of C and C++: what a file of nothing else costs.
import { expect, test } from "vitest";
import { withoutConditions } from "../../../src/languages/c/facts/conditionals.ts";

test("reads a condition of more names than a call may have arguments", () => {
  const text = `#if ${"A ".repeat(200_000)}\n#endif\n`;
  expect(withoutConditions(text).removed).toHaveLength(200_000);
});

test("looks for the end of a comment once, not for each of many that have none", () => {
  const text = `a */ b\n#if A\n"/*" ${"/* ".repeat(300_000)}\n#endif\n`;
  const start = performance.now();
  expect(withoutConditions(text).text).toBe(text.replace("#if A", "     ").replace("#endif", "      "));
  expect(performance.now() - start).toBeLessThan(5_000);
});

test("reads a group of more branches than a call may have arguments", () => {
  const { text, removed } = withoutConditions(`#if A\n${"#elif B\n".repeat(150_000)}#endif\n`);
  expect(text.trim()).toBe("");
  expect(removed).toHaveLength(150_001);
});
