// How texts are cut: what stays whole, what is split and what it then repeats, what is merged.
import { expect, test } from "vitest";
import { analyze } from "../languages/check.ts";

const SIZES = { target: 300, whole: 300, standalone: 150, crumb: 40 };

/** One line a chunk: `lines kind symbol | context`. */
async function cuts(path: string, text: string): Promise<string[]> {
  const { chunks } = await analyze(path, text, { sizes: SIZES });
  return chunks.map(({ startLine, endLine, kind, symbol, context }) => {
    const repeated =
      context === ""
        ? ""
        : ` | ${context
            .split("\n")
            .map((line) => line.trim())
            .join(" / ")}`;
    return `${startLine}-${endLine} ${kind} ${symbol}${repeated}`;
  });
}

/** A statement of 60 characters. */
const statement = (name: string): string => `  const ${name} = compute(${"x".repeat(60 - 20 - name.length)});`;
const body = (count: number): string => Array.from({ length: count }, (_, i) => statement(`v${i}`)).join("\n");

test("a text that fits is one chunk", async () => {
  expect(await cuts("a.ts", "import a from 'a';\n\nexport function f() {}\n")).toEqual(["1-3 function f"]);
});

test("a chunk of imports is named by what else it defines, however short", async () => {
  const imports = 'import (\n\t"context"\n\t"errors"\n\t"net/http"\n)\n\n';
  expect(await cuts("a.go", `${imports}type ID int\n`)).toEqual(["1-7 type ID"]);
  expect(await cuts("a.go", imports)).toEqual(["1-6 import null"]);
});

test("an empty text has none, white space has one", async () => {
  expect(await cuts("a.ts", "")).toEqual([]);
  expect(await cuts("a.ts", "\n \n")).toEqual(["1-2 block null"]);
});

test("a class that fits is whole; one that does not is its head with members, then members that repeat the head", async () => {
  const member = (name: string): string => `  // About ${name}.\n  ${name}() {\n  ${body(2)}\n  }\n`;
  const text = `class Whole {\n${member("one")}}\n\n/** Doc. */\nclass Split\n  extends Base {\n${["a", "b", "c"].map(member).join("\n")}}\n`;
  expect(await cuts("a.ts", text)).toEqual([
    "1-8 class Whole",
    "9-17 method Split.a",
    "18-23 method Split.b | class Split / extends Base {",
    "24-29 method Split.c | class Split / extends Base {",
  ]);
});

test("a long function is split between statements; later pieces repeat its signature and the class's", async () => {
  const text = `class A {\n  f(\n    a: string,\n  ): void {\n${body(8)}\n    if (a) {\n${body(6)}\n    }\n  }\n}\n`;
  expect(await cuts("a.ts", text)).toEqual([
    "1-8 method A.f",
    "9-13 method A.f | class A { / f( / a: string, / ): void {",
    "14-17 method A.f | class A { / f( / a: string, / ): void {",
    "18-22 method A.f | class A { / f( / a: string, / ): void {",
  ]);
});

test("comments stay with the statement below them", async () => {
  const commented = Array.from({ length: 8 }, (_, i) => `  // Number ${i}.\n${statement(`v${i}`)}`).join("\n");
  const { chunks } = await analyze("a.ts", `function f() {\n${commented}\n}\n`, { sizes: SIZES });
  expect(chunks.length).toBeGreaterThan(1);
  expect(chunks.slice(1).map((chunk) => chunk.startLine % 2)).toEqual(chunks.slice(1).map(() => 0));
});

test("imports are merged with imports, not with what follows", async () => {
  const imports = Array.from({ length: 6 }, (_, i) => `import { name${i} } from "./some/module-${i}.ts";`).join("\n");
  const functions = Array.from({ length: 4 }, (_, i) => `export function f${i}() {\n${body(1)}\n}`).join("\n\n");
  expect(await cuts("a.ts", `${imports}\n\n${functions}\n`)).toEqual([
    "1-7 import null",
    "8-19 function f0",
    "20-22 function f3",
  ]);
});

test("a crumb joins its neighbour rather than standing alone", async () => {
  const text = `export function f() {\n${body(4)}\n}\n\nexport function g() {\n${body(4)}\n}\n\nexport default f;\n`;
  expect(await cuts("a.ts", text)).toEqual(["1-7 function f", "8-15 function g"]);
});

test("a long piece of data is cut between its parts", async () => {
  const list = (name: string): string =>
    `  "${name}": [\n${Array.from({ length: 9 }, (_, i) => `    "some value number ${i}"`).join(",\n")}\n  ]`;
  expect(await cuts("a.json", `{\n${list("first")},\n${list("second")}\n}\n`)).toEqual([
    "1-12 data first",
    "13-24 data second",
  ]);
});

test("text without a grammar is cut at blank lines and low indentation", async () => {
  const block = (name: string): string =>
    `${name}\n${Array.from({ length: 5 }, (_, i) => `    detail ${i} ${"y".repeat(20)}`).join("\n")}\n`;
  expect(await cuts("a.unknown", ["one", "two", "three"].map(block).join("\n"))).toEqual([
    "1-7 block null",
    "8-14 block null",
    "15-20 block null",
  ]);
});

test("a section holds its subsections, and its later pieces repeat the headings", async () => {
  const words = (count: number): string =>
    Array.from({ length: count }, (_, i) => `Words ${i} ${"z".repeat(70)}`).join("\n\n");
  expect(await cuts("a.md", `# Guide\n\n${words(2)}\n\n## Use\n\n${words(5)}\n\n## End\n\n${words(1)}\n`)).toEqual([
    "1-6 section Guide",
    "7-14 section Guide > Use | # Guide",
    "15-18 section Guide > Use | # Guide / ## Use",
    "19-21 section Guide > End | # Guide",
  ]);
});

test("a function stays whole up to a further limit than a class or what is merged", async () => {
  const sizes = { target: 300, whole: 600, standalone: 150, crumb: 40 };
  const text = `function f() {\n${body(7)}\n}\n\nclass A {\n  g() {\n${body(3)}\n  }\n\n  h() {\n${body(2)}\n  }\n}\n`;
  const { chunks } = await analyze("a.ts", text, { sizes });
  expect(chunks.map(({ startLine, endLine, symbol }) => `${startLine}-${endLine} ${symbol}`)).toEqual([
    "1-10 f",
    "11-17 A.g",
    "18-22 A.h",
  ]);
});
