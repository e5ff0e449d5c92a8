// Swift that nobody writes by hand: its facts are bounded, and what is left out is counted.
import { expect, test } from "vitest";
import type { Facts } from "../../../src/vocabulary/facts.ts";
import { around, factsOf, holdsBounds, type Texts, times } from "../../facts/hostile.ts";

const read = (text: string): Promise<Facts> => factsOf("a.swift", `${text}\nlet known = other()\n`);

const DEEP: Texts = {
  functions: around(5000, "func f() {\n", "", "}\n"),
  classes: around(5000, "class A {\n", "", "}\n"),
  parentheses: `let x = ${around(5000, "(", "y", ")")}`,
  arrays: `let x: A = ${around(2000, "[", "y", "]")}`,
  closures: `let x = ${around(5000, "{ ", "y", "}")}`,
  "closures that are given": `let x = ${around(1000, "f(a: { b in ", "b.c", " })")}`,
  "closures behind calls": `let x = ${around(1000, "f { b in ", "b.c", " }")}`,
  arguments: `let x = ${around(2000, "f(a: ", "y", ")")}`,
  members: `let x = a${".b".repeat(5000)}`,
  calls: `let x = a${".b()".repeat(5000)}`,
  "calls of what is implicit": `let x: A = .a${".b()".repeat(5000)}`,
  types: `let x: ${around(5000, "[", "Int", "]")}`,
  "functions that functions take": `func f(a: ${around(1000, "(", "A", ") -> Void")}) {}`,
  "optional functions": `func f(a: ${around(1000, "(", "() -> A", ")?")}) {}`,
  choices: `let x: A = ${"a ? .b : ".repeat(2000)}.c`,
  // To the grammar, what follows is inside.
  alternatives: `let x = ${"a || ".repeat(5_000)}b`,
  patterns: `if case .a${around(2000, "(.a", "", ")")} = x {}`,
};

const LONG: Texts = {
  "a sum": `let x = ${times(5_000, (at) => `a${at} + `)}b`,
  "values instead of nothing": `let x = ${"a ?? ".repeat(300)}b`,
  names: `func f() {\n${times(10_000, (at) => `let v${at} = v${at + 1}\n`)}}`,
  "a tuple": `let (${times(10_000, (at) => `v${at}, `)}w) = x`,
  "an array": `let x: [A] = [${".a, ".repeat(20_000)}]`,
  cases: `switch x {\n${times(5_000, (at) => `case .v${at}(let a): a.x()\n`)}}`,
  extensions: "extension A { func f() {} }\n".repeat(5_000),
  parameters: `func f(${times(5_000, (at) => `a${at}: A, `)}b: B) {}`,
  "functions that take functions": times(2_000, (at) => `func f${at}(_ a: (A, B) -> C) {}\n`),
  arguments: `f(${times(10_000, (at) => `a${at}: .b, `)}c: d)`,
  "locals that hold locals": `func f(x0: A) {\n${times(5_000, (at) => `let x${at + 1} = x${at}.next\n`)}}`,
};

holdsBounds(DEEP, LONG, read);

test("more names than one file may hold are counted", async () => {
  const facts = await read(times(25_000, (at) => `let v${at} = v${at + 1}\n`));
  expect(facts.definitions).toHaveLength(20_000);
  expect(facts.left).toBeGreaterThan(4_000);
});

test("a text of pieces has facts, whatever they come to", async () => {
  const pieces = [
    "extension {}",
    "class {}",
    "func () {}",
    "let = 3",
    "enum E { case }",
    "import",
    ".x",
    "extension A. {}",
  ];
  const facts = await read([...pieces, "protocol P { func }", "f(a: )", "struct S { var : A }"].join("\n"));
  expect(facts.definitions.every(({ name }) => name !== "")).toBe(true);
});

test("in a broken text, what is indented stands in something that was not recognised, and is nobody else's", async () => {
  const facts = await read(
    'struct A {\n    func f() {\n        struct B {}\n        g(#"a "b" c"#)\n    }\n}\nstruct C {}',
  );
  const seen = facts.definitions.filter(({ flags, parent }) => parent === -1 && (flags & 4) === 0);
  expect(seen.map(({ name }) => name)).not.toContain("B");
});
