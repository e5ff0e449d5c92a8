// Texts that nobody writes by hand: their facts are bounded, and what is left out is counted.
import { describe, expect, test } from "vitest";
import type { Facts } from "../../../src/vocabulary/facts.ts";
import { factsOf, type Texts, times } from "../../facts/hostile.ts";

const read = (text: string): Promise<Facts> => factsOf("a.ts", text);

const deep: Texts = {
  parentheses: `${"(".repeat(5000)}x${")".repeat(5000)}`,
  arrays: `y = ${"[".repeat(5000)}x${"]".repeat(5000)}`,
  "patterns of arrays": `const ${"[".repeat(5000)}x${"]".repeat(5000)} = y`,
  "patterns of objects": `const ${"{ a: ".repeat(2000)}x${" }".repeat(2000)} = y`,
  functions: `${"function f() { ".repeat(2000)}x();${" }".repeat(2000)}`,
  "arrow functions": `y = ${"() => ".repeat(5000)}x`,
  classes: `${"class A { m() { ".repeat(1000)}x();${" } }".repeat(1000)}`,
  blocks: `${"{".repeat(5000)}x${"}".repeat(5000)}`,
  "object literals": `const y = ${"{ a: ".repeat(3000)}x${" }".repeat(3000)}`,
  "type literals": `type Y = ${"{ a: ".repeat(3000)}X${" }".repeat(3000)}`,
  types: `type Y = ${"A<".repeat(3000)}X${">".repeat(3000)}`,
  elements: `y = ${"a ? ".repeat(3000)}x${" : b".repeat(3000)}`,
  members: `y = x${".a".repeat(5000)}`,
  calls: `y = x${".a()".repeat(3000)}`,
  "function types": `type Y = ${"(a: ".repeat(2000)}X${") => X".repeat(2000)}`,
  "else ifs": `${"if (a) b(); else ".repeat(2000)}x();`,
};

describe("what is nested thousands deep", () => {
  test.each(Object.entries(deep))("%s", async (_name, text) => {
    const facts = await read(`${text};\nexport const known = other();`);
    expect(facts.left).toBeGreaterThan(0);
    expect(facts.references.every(({ of }) => of === null || of.length <= 200)).toBe(true);
  });
});

const long: Texts = {
  "an object in parentheses": `const y = ${"(".repeat(5000)}{}${")".repeat(5000)}`,
  "names in one expression": `y = ${times(20_000, (at) => `n${at} + `)}1`,
  "members of a union": `type Y = ${times(5_000, (at) => `N${at} | `)}null`,
  "elements of an array": `const y = [${times(10_000, (at) => `n${at}, `)}]`,
  "members of an object": `const y = {${times(10_000, (at) => `n${at}: new N${at}(), `)}}`,
  "statements on a line": times(10_000, (at) => `var n${at}=m${at}(),`)
    .replace(/,var /g, ";var ")
    .replace(/,$/, ";"),
  "fields assigned": `class A { constructor() { ${times(5_000, (at) => `this.n${at} = new N(); `)} } }`,
};

describe("what goes on and on", () => {
  test.each(Object.entries(long))("%s", async (_name, text) => {
    const facts = await read(`${text};\nexport const known = other();`);
    expect(facts.left).toBe(0);
    expect(facts.references.some(({ name }) => name === "other")).toBe(true);
    expect(facts.definitions.some(({ name }) => name === "known")).toBe(true);
  });
});

test("what one file may cost ends somewhere", async () => {
  const facts = await read(times(60_000, (at) => `f${at}(n${at});\n`));
  expect(facts.references.length).toBe(100_000);
  expect(facts.left).toBe(20_000);
});
