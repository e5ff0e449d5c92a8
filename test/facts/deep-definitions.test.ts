// Definitions inside of more definitions than an outline lists are left out of facts, and counted.
import { expect, test } from "vitest";
import { around, factsOf } from "./hostile.ts";

/** What the outline lists is at most 32 deep: 33 definitions, one in the other. */
const LISTED = 33;
const NESTED = 40;

const nestedInPython = Array.from({ length: NESTED }, (_, depth) => `${" ".repeat(depth)}def f():\n`).join("");

test.each([
  ["a.py", `${nestedInPython}${" ".repeat(NESTED)}pass\n`],
  ["a.kt", around(NESTED, "fun f() {\n", "", "}\n")],
  ["a.scala", around(NESTED, "def f = {\n", "", "}\n")],
  ["a.rs", around(NESTED, "fn f() {\n", "", "}\n")],
  ["A.java", around(NESTED, "class A {\n", "", "}\n")],
])("%s", async (path, text) => {
  const shallow = await factsOf(path, "");
  const facts = await factsOf(path, text);
  expect(shallow.left).toBe(0);
  expect(facts.definitions).toHaveLength(LISTED);
  expect(facts.left).toBeGreaterThanOrEqual(1);
});
