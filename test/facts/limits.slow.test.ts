// Python and Go that nobody writes by hand: their facts are bounded, and what is left out is counted.
import { expect, test } from "vitest";
import type { Facts } from "../../src/vocabulary/facts.ts";
import { around, factsOf, holdsBounds, type Texts, times } from "./hostile.ts";

const inGo = (statement: string): string => `func f() {\n${statement}\n}\n`;

const DEEP: Texts = {
  "parentheses.py": `y = ${around(5000, "(", "x", ")")}`,
  "lists.py": `y = ${around(5000, "[", "x", "]")}`,
  "targets.py": `${around(3000, "[", "x", "]")} = y`,
  "targets of attributes.py": `${around(3000, "(", "x.y", ")")} = y`,
  "members.py": `y = x${".a".repeat(5000)}`,
  "calls.py": `y = x${".a()".repeat(3000)}`,
  "subscripts.py": `y = x${"[0]".repeat(3000)}`,
  "bases.py": `class A(${around(3000, "(", "x", ")")}): pass`,
  "generic bases.py": `class A(B${"[0]".repeat(3000)}): pass`,
  "annotations.py": `y: ${around(3000, "list[", "X", "]")} = 1`,
  "quoted annotations.py": `y: "${around(60, "list[", "X", "]")}" = ${around(600, "(", "x", ")")}`,
  "unions.py": `def f(y: ${"X | ".repeat(3000)}None): pass`,
  "assignments.py": `${"a = ".repeat(3000)}x`,
  "lambdas.py": `y = ${"lambda: ".repeat(3000)}x`,
  "comprehensions.py": `y = ${around(1000, "[", "x", " for x in z]")}`,
  "conditions.py": `y = ${"a if b else ".repeat(3000)}x`,
  "patterns.py": `match x:\n    case ${around(1000, "A(b=", "c", ")")}: pass`,
  "parentheses.go": inGo(`y := ${around(5000, "(", "x", ")")}`),
  "pointers.go": inGo(`${"*".repeat(5000)}x = 1`),
  "pointed types.go": `var y ${"*".repeat(5000)}X`,
  "slices.go": `var y ${"[]".repeat(5000)}X`,
  "maps.go": `var y ${"map[K]".repeat(3000)}X`,
  "generic types.go": `var y ${around(2000, "A[", "X", "]")}`,
  "structs.go": `type A ${around(1000, "struct { a ", "X", " }")}`,
  "interfaces.go": `type A ${around(1000, "interface { M() ", "X", " }")}`,
  "functions of functions.go": `var y ${"func() ".repeat(3000)}X`,
  "literals.go": `var y = T${around(2000, "{", "1", "}")}`,
  "closures.go": inGo(around(1000, "func() {", "x()", "}()")),
  "blocks.go": inGo(around(3000, "{", "x()", "}")),
  "members.go": inGo(`y := x${".a".repeat(5000)}`),
  "calls.go": inGo(`y := x${".a()".repeat(3000)}`),
  "sums.go": inGo(`y := x${" + x".repeat(5000)}`),
};

const read = (text: string, name: string): Promise<Facts> =>
  name.endsWith(".go")
    ? factsOf("a.go", `package a\n${text}\nvar known = other()\n`)
    : factsOf("a.py", `${text}\nknown = other()\n`);

const LONG: Texts = {
  "names.py": times(20_000, (at) => `n${at}\n`),
  "one name, assigned and read.py": `def f():\n${times(5_000, (at) => `    x = A${at}()\n    x.save()\n`)}`,
  "fields assigned.py": `class A:\n    def f(self):\n${times(10_000, (at) => `        self.n${at} = N()\n`)}`,
  "returns.py": `def f():\n${times(10_000, (at) => `    if x: return N${at}()\n`)}`,
  "targets.py": `${times(10_000, (at) => `n${at}, `)} = y`,
  "arguments.py": `f(${times(10_000, (at) => `n${at}=m${at}, `)})`,
  "a dictionary.py": `y = {${times(10_000, (at) => `"n${at}": N(), `)}}`,
  "what is imported.py": `from a import (${times(10_000, (at) => `n${at}, `)})`,
  "locals that hold locals.py": `def f(x0):\n${times(10_000, (at) => `    x${at + 1} = x${at}.next\n`)}`,
  "types.go": `type (\n${times(5_000, (at) => `N${at} struct { M${at} int }\n`)})\n`,
  "constants.go": `const (\n${times(10_000, (at) => `N${at}\n`)})\n`,
  "methods.go": `type A struct{}\n${times(5_000, (at) => `func (a *A) M${at}() {}\n`)}`,
  "fields.go": `type A struct {\n${times(10_000, (at) => `N${at} X\n`)}}\n`,
  "a literal.go": `var y = []T{${times(10_000, (at) => `{A: n${at}}, `)}}`,
  "cases.go": inGo(`switch t := x.(type) {\n${times(5_000, (at) => `case N${at}: t.save()\n`)}}`),
};

holdsBounds(DEEP, LONG, read);

test("more definitions than one file may hold are counted", async () => {
  const facts = await read(
    times(21_000, (at) => `v${at} = 1\n`),
    "definitions.py",
  );
  expect(facts.definitions).toHaveLength(20_000);
  expect(facts.left).toBe(1_001);
});
