// Scala that nobody writes by hand: its facts are bounded, and what is left out is counted. What a block declares is its own. Of
// what the grammar itself takes long for, no more is tried than goes beyond all bounds.
import { expect, test } from "vitest";
import { type Facts, LOCAL } from "../../../src/vocabulary/facts.ts";
import { around, factsOf, holdsBounds, type Texts, times } from "../../facts/hostile.ts";

const inClass = (member: string): string => `class A {\n${member}\n}`;

const read = (text: string): Promise<Facts> => factsOf("a.scala", `${text}\nval known = other()\n`);

const DEEP: Texts = {
  functions: inClass(around(3000, "def f = {\n", "", "}\n")),
  classes: around(3000, "class A {\n", "", "}\n"),
  parentheses: `val x = ${around(5000, "(", "y", ")")}`,
  "functions that are given": `val x = ${around(600, "f { a => ", "a", " }")}`,
  cases: `val x = ${around(500, "y match { case A(b) => ", "b", " }")}`,
  arguments: `val x = ${around(3000, "f(", "y", ")")}`,
  members: `val x = a${".b".repeat(5000)}`,
  calls: `val x = a${".b()".repeat(1500)}`,
  "calls of what calls give": `val x = a${"()".repeat(3000)}`,
  "types of types": `val x: ${around(1000, "A[", "B", "]")} = y`,
  "arguments after arguments": `val x: A${"[B]".repeat(1000)} = y`,
  "extended types": `class A extends B${"[C]".repeat(1000)}`,
  "types in objects": `val x: a${".b".repeat(5000)}.C = y`,
  "types in types": `val x: A${"#B".repeat(3000)} = y`,
  "functions of functions": `val x: ${"A => ".repeat(1000)}B = y`,
  patterns: `val ${around(2000, "A(", "x", ")")} = y`,
  choices: `val x = ${"if (a) b else ".repeat(600)}c`,
  loops: `val x = ${around(500, "for (a <- b) yield { ", "c", " }")}`,
};

const LONG: Texts = {
  "a sum": `val x = ${times(1_000, (at) => `a${at} + `)}b`,
  names: inClass(`def f = {\n${times(5_000, (at) => `val v${at} = v${at + 1}\n`)}}`),
  members: inClass(times(8_000, (at) => `val v${at} = v${at + 1}\n`)),
  "values in blocks": inClass(times(1_500, (at) => `test { val v = f(${at}); v.x }\n`)),
  parameters: inClass(`def f(${times(1_000, (at) => `a${at}: A, `)}b: B) = b`),
  imports: times(5_000, (at) => `import a.B${at}\n`),
  cases: `val x = y match {\n${times(5_000, (at) => `case V${at}(a) => a.x()\n`)}}`,
  "classes with objects": times(2_000, (at) => `class A${at}\nobject A${at} { def f = 1 }\n`),
  steps: `val x = for {\n${times(3_000, (at) => `a${at} <- b${at}\n`)}} yield c`,
  "locals that hold locals": inClass(`def f(x0: A) = {\n${times(5_000, (at) => `val x${at + 1} = x${at}.next\n`)}}`),
};

holdsBounds(DEEP, LONG, read);

test("more names than one file may hold are counted", async () => {
  const facts = await read(times(25_000, (at) => `val v${at} = v${at + 1}\n`));
  expect(facts.definitions).toHaveLength(20_000);
  expect(facts.left).toBeGreaterThan(4_000);
});

test("what a block in a class declares is no member of the class", async () => {
  const { definitions } = await read(inClass("test {\nval a = 1\ndef b = a\nclass C { def d = a }\n}\nval e = 2"));
  const seen = definitions.filter(({ flags }) => (flags & LOCAL) === 0).map(({ path }) => path);
  expect(seen).toEqual(["A", "A.e", "known"]);
});
