// PHP that nobody writes by hand: its facts are bounded, and what is left out is counted. And what the fixtures of linking do not hold.
import { describe, expect, test } from "vitest";
import { type Facts, LOCAL } from "../../../src/vocabulary/facts.ts";
import { around, factsOf, holdsBounds, type Texts, times } from "../../facts/hostile.ts";

const read = (text: string): Promise<Facts> => factsOf("a.php", `<?php\n${text}\nother();\n`);

const DEEP: Texts = {
  functions: around(5000, "function f() {\n", "", "}\n"),
  "classes without a name": `$x = ${around(1000, "new class { public $a; function f() { return ", "1", "; } }")};`,
  parentheses: `$x = ${around(5000, "(", "y()", ")")};`,
  arrays: `$x = ${around(5000, "[", "y()", "]")};`,
  "what is unpacked": `${around(3000, "[", "$a", "]")} = y();`,
  closures: `$x = ${around(2000, "function () { return ", "y()", "; }")};`,
  "arrow functions": `$x = ${"fn ($a) => ".repeat(3000)}$a;`,
  members: `$x = $y${"->a".repeat(5000)};`,
  calls: `$x = $y${"->a()".repeat(5000)};`,
  "calls of callbacks": `$x = ${around(1000, "array_map(fn ($a) => ", "$a->b()", ", $y)")};`,
  subscripts: `$x = $y${"[0]".repeat(5000)};`,
  assignments: `${"$a = ".repeat(5000)}y();`,
  choices: `$x = ${around(3000, "(a() ? b() : ", "c()", ")")};`,
  negations: `$x = ${"!".repeat(5000)}y();`,
  blocks: around(5000, "{", "y();", "}"),
  conditions: around(3000, "if ($x instanceof A) {", "$x->a();", "}"),
  arguments: `${around(3000, "f(", "$x", ")")};`,
};

const LONG: Texts = {
  "a sum": `$x = ${times(5_000, (at) => `a${at}() + `)}1;`,
  "a conjunction": `$x = ${times(5_000, (at) => `$y${at} instanceof A && `)}true;`,
  "values instead of nothing": `$x = ${"$a ?? ".repeat(300)}b();`,
  names: times(10_000, (at) => `$v${at} = w${at}();\n`),
  "one variable": `function f() {\n${times(10_000, (at) => `$x = new A${at}(); $x->a();\n`)}}`,
  "an array": `$x = [${times(20_000, (at) => `$v${at}, `)}];`,
  cases: `switch ($x) {\n${times(10_000, (at) => `case A::V${at}: break;\n`)}}`,
  uses: times(10_000, (at) => `use A\\B${at};\n`),
  "a group of uses": `use A\\{${times(10_000, (at) => `B${at}, `)}C};`,
  parameters: `function f(${times(5_000, (at) => `A $a${at}, `)}B $b) {}`,
  "what a closure uses": `$x = function () use (${times(5_000, (at) => `$a${at}, `)}$b) {};`,
  methods: `class A {\n${times(5_000, (at) => `function m${at}() { return $this->m${at + 1}(); }\n`)}}`,
  fields: `class A {\n${times(10_000, (at) => `/** @var B${at} */\nprivate $f${at};\n`)}}`,
  "locals that hold locals": `function f($x0) {\n${times(5_000, (at) => `$x${at + 1} = $x${at}->next;\n`)}}`,
  namespaces: times(2_000, (at) => `namespace A${at};\nclass B {}\n`),
  "a documented union": `/** @return ${"A|".repeat(5_000)}B */\nfunction f() {}`,
  "a documented type": `/** @param ${around(2_000, "array<", "A", ">")} $a */\nfunction f($a) {}`,
  tags: `/**\n${times(5_000, (at) => ` * @param A${at} $a${at}\n`)} */\nfunction f($a1, $a2) {}`,
};

holdsBounds(DEEP, LONG, read);

test("more names than one file may hold are counted", async () => {
  const facts = await read(times(25_000, (at) => `const V${at} = W${at};\n`));
  expect(facts.definitions).toHaveLength(20_000);
  expect(facts.left).toBeGreaterThan(4_000);
});

test("a text of pieces has facts, whatever they come to", async () => {
  const pieces = [
    "class {}",
    "function () {}",
    "use ;",
    "use A\\{};",
    "namespace ;",
    "enum E { case }",
    "$x->;",
    "A::;",
    "new ;",
  ];
  const more = [
    "fn",
    "match ($x) { }",
    "catch (A) {}",
    "static $;",
    "[, $a] = b();",
    "$this->",
    "parent::",
    "require;",
    "const = 3;",
  ];
  const facts = await read([...pieces, ...more].join("\n"));
  expect(facts.definitions.every(({ name }) => name !== "")).toBe(true);
});

test("in a broken text, a function that is indented is nobody else's", async () => {
  const facts = await read("class A {\n    const B = ;;\n    function f() {}\n}\n}\n    function g() {}\n");
  const seen = facts.definitions.filter(({ kind, flags }) => kind === "function" && (flags & LOCAL) === 0);
  expect(seen).toEqual([]);
});

test("an enum's constants, that the grammar does not know, are told from its cases", async () => {
  const { definitions } = await read("enum E: string { case A = 'a'; public const B = self::A;\ncase C = 'c'; }");
  expect(definitions.map(({ path, kind, type }) => `${kind} ${path} ${type}`)).toEqual([
    "enum E null",
    "member E.A @0^",
    "field E.B @0.A",
    "member E.C @0^",
  ]);
});

const chainsOf = async (text: string): Promise<Record<string, string | null>> => {
  const { references } = await read(text);
  return Object.fromEntries(references.map(({ name, of }) => [name, of]));
};

describe("what a variable holds", () => {
  test.each([
    ["is not seen by a function", "$x = new A(); function f() { $x->m(); }", null],
    ["is seen by an arrow function", "$x = new A(); $f = fn () => $x->m();", "A^.m/"],
    ["is seen by a closure that uses it", "$x = new A(); g(function () use ($x) { $x->m(); });", "A^.m/"],
    ["is not seen by another closure", "$x = new A(); g(function () { $x->m(); });", null],
    ["is what it was given last", "$x = new A(); $x = new B(); $x->m();", "B^.m/"],
    ["is what a comment says of it", "/** @var A $x */\n$x = f();\n$x->m();", "A^.m/"],
    ["is not what a comment further up says of it", "/** @var A $x */\n\n$x = new B();\n$x->m();", "B^.m/"],
    ["is what was caught", "try { } catch (A $x) { $x->m(); }", "A^.m/"],
    ["is not known of two that may be caught", "try { } catch (A | B $x) { $x->m(); }", null],
    ["is what a condition proves", "function f($x) { if ($x instanceof A && c()) { $x->m(); } }", "A^.m/"],
    ["is not known after the condition", "function f($x) { if ($x instanceof A) { } $x->m(); }", null],
    ["is what is left", "function f($x) { if (!($x instanceof A)) { return; } $x->m(); }", "A^.m/"],
    ["is not what may be left", "function f($x) { if (!$x instanceof A) { g(); } $x->m(); }", null],
    ["is what is asserted", "function f($x) { assert($x instanceof A); $x->m(); }", "A^.m/"],
    ["is one of many", "/** @param A[] $xs */\nfunction f(array $xs) { foreach ($xs as $x) { $x->m(); } }", "A^.m/"],
    ["is one of many things added", "$xs = []; $xs[] = new A(); $xs[0]->m();", "A^.m/"],
    ["is what a type's parameter is", "/** @template T of A\n * @param T $x */\nfunction f($x) { $x->m(); }", "A^.m/"],
    ["is not known of another parameter", "/** @template TX\n * @param TX $x */\nfunction f($x) { $x->m(); }", null],
    ["is what is mocked", "class T { function t() { $x = $this->createMock(A::class); $x->m(); } }", "A^.m/"],
    ["is not known of a union", "function f(A|B $x) { $x->m(); }", null],
    ["is what may be null", "function f(A|null $x) { $x?->m(); }", "A^.m/"],
    ["is a name from the root", "function f(\\N\\A $x) { $x->m(); }", "\\N\\A^.m/"],
    ["is nothing of a project's", "$_GET->m();", undefined],
    ["is what its class says that a call gives", "function f(A $x) { $x()->m(); }", "A^.__invoke/().m/"],
  ])("%s", async (_what, text, chain) => {
    expect((await chainsOf(text))["m"]).toBe(chain);
  });
});
