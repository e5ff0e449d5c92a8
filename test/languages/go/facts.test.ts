// What Go's facts say where its grammar reads something else.
import { expect, test } from "vitest";
import { analyze } from "../check.ts";

/** What a name is, and on which lines it is mentioned as a type. */
const mentioned = async (name: string, text: string): Promise<unknown> => {
  const { facts } = await analyze("a.go", text);
  const groups = facts?.references.filter((group) => group.name === name) ?? [];
  return groups.map(({ of, lines, roles }) => [of, lines.filter((_, at) => roles[at] === "type")]);
};

const TYPES = "package a\n\ntype Order struct{}\n\ntype Store struct{}\n\n";

test.each([
  ["results of a function", "func f() (Order, map[string]Store, error) { return g() }"],
  ["results of a method", "func (s *T) f() (Order, map[string]Store) { return g() }"],
  ["parameters of a type", "type F func(Order, map[string]Store)"],
])("a type before a map is a type: %s", async (_name, code) => {
  expect(await mentioned("Order", `${TYPES}${code}\n`)).toEqual([["@0", [7]]]);
  expect(await mentioned("Store", `${TYPES}${code}\n`)).toEqual([["@1", [7]]]);
});

test("names of parameters that a map follows stay names", async () => {
  const text = `${TYPES}func f(a, Order map[string]Store) {}\n`;
  expect(await mentioned("Order", text)).toEqual([]);
  expect(await mentioned("Store", text)).toEqual([["@1", [7]]]);
});
