// What Java's facts say of names in places where a name may be one of two things.
import { expect, test } from "vitest";
import { analyze } from "../check.ts";

const mentioned = async (name: string, text: string): Promise<(string | null)[]> => {
  const { facts } = await analyze("A.java", text);
  return facts?.references.filter((group) => group.name === name).map(({ of }) => of) ?? [];
};

test("a label of a switch over numbers or texts is a constant by its own name", async () => {
  const body = (type: string): string =>
    `class A { static final int LIMIT = 1; void f(${type} at) { switch (at) { case LIMIT: break; } } }`;
  expect(await mentioned("LIMIT", body("int"))).toEqual(["@1"]);
  expect(await mentioned("LIMIT", body("String"))).toEqual(["@1"]);
  expect(await mentioned("LIMIT", body("Level"))).toEqual(["in@0.Level^.LIMIT"]);
});

test.each([
  ["if", "if (ready) { use(it); }"],
  ["while", "while (ready) { use(it); }"],
  ["do", "do { use(it); } while (ready);"],
  ["for", "for (int at = 0; ready; at++) { use(it); }"],
  ["for each", "for (var one : many) { use(one); }"],
  ["catch", "try { use(it); } catch (RuntimeException failure) { }"],
])("the control flow of its method divides once at: %s", async (_name, statement) => {
  const { facts } = await analyze("A.java", `class A { void f() { ${statement} } void g() { use(it); } }`);
  const methods = facts?.definitions.filter(({ kind }) => kind === "method") ?? [];
  expect(methods.map(({ name, branches }) => [name, branches])).toEqual([
    ["f", 1],
    ["g", 0],
  ]);
});

test("the classes around what is imported are mentioned, packages are not", async () => {
  const text = "import static a.b.Outer.Inner.make;\nimport a.b.Store.*;\nimport a.b.*;\nclass A {}";
  expect(await mentioned("Inner", text)).toEqual(["%0"]);
  expect(await mentioned("Outer", text)).toEqual(["%1"]);
  expect(await mentioned("Store", text)).toEqual(["%3"]);
  expect(await mentioned("b", text)).toEqual([]);
});

test.each([
  ["String.valueOf(it)", "(String)"],
  ["String.join(it)", "(String)"],
  ["Integer.valueOf(it)", "(Integer)"],
  ["Level.valueOf(it)", "(?)"],
])("what a call of the language's own classes gives is known where it is an argument: %s", async (argument, given) => {
  const { facts } = await analyze("A.java", `class A { void f(Writer out, Object it) { out.name(${argument}); } }`);
  expect(facts?.references.filter((group) => group.name === "name").map((group) => group.argumentTypes)).toEqual([
    given,
  ]);
});
