// A replacement by a definition with other parameters lists what uses it.
import { describe, expect, it } from "vitest";
import { replaceSymbol } from "../../../src/edits/symbols/replace-symbol.ts";
import { openMemoryEdits } from "../../support/memory-edits.ts";

const CASES: readonly {
  readonly path: string;
  readonly text: string;
  readonly symbol: string;
  readonly by: string;
  readonly left: readonly number[];
}[] = [
  {
    path: "a.ts",
    text: "function f(a: string) {}\nf('a');\n[1].map(f);\n",
    symbol: "f",
    by: "function f(a: string, b: string) {}",
    left: [2, 3],
  },
  {
    path: "a.ts",
    text: "function f(a: string) {}\nf('a');\n",
    symbol: "f",
    by: "function f(a: string) { log(a); }",
    left: [],
  },
  { path: "a.py", text: "def f(a):\n    pass\n\n\nf(1)\n", symbol: "f", by: "def f(a, b):\n    pass", left: [5] },
  {
    path: "a.py",
    text: "class A:\n    def __init__(self, a):\n        pass\n\n\nA(1)\n",
    symbol: "A.__init__",
    by: "def __init__(self, a, b):\n    pass",
    left: [6],
  },
  {
    path: "a.go",
    text: "package a\n\nfunc f(a int) int { return a }\n\nvar b = f(1)\n",
    symbol: "f",
    by: "func f(a int) (int, error) { return a, nil }",
    left: [5],
  },
  {
    path: "A.java",
    text: "class A {\n  int f(int a) { return a; }\n  int g() { return f(1); }\n}\n",
    symbol: "A.f",
    by: "int f(int a, int b) { return a; }",
    left: [3],
  },
  {
    path: "a.rs",
    text: "fn f(a: u8) -> u8 { a }\nfn g() -> u8 { f(1) }\n",
    symbol: "f",
    by: "fn f(a: u8, b: u8) -> u8 { a + b }",
    left: [2],
  },
  {
    path: "a.ts",
    text: "class A { m(a: number) {} }\nnew A().m(1);\nnew A();\n",
    symbol: "A",
    by: "class A { m(a: number, b: number) {} }",
    left: [2],
  },
  {
    path: "A.java",
    text: "interface A {\n  int size();\n}\nabstract class B implements A {\n  public int size() { return 1; }\n}\nclass C extends B {}\nabstract class D extends B {}\nclass E extends D {}\n",
    symbol: "A.size",
    by: "int size(int n);",
    left: [5, 7, 9],
  },
];

it("lists what uses what is declared with a concept whose text is changed", async () => {
  const text =
    "template <class T> concept Sized = requires(T t) { t.size(); };\ntemplate <Sized T> struct Box { T item; };\nstruct Cell { int size(); };\nBox<Cell> box;\nint none;\n";
  const { scene } = await openMemoryEdits({ "a.cpp": text });
  const by = "template <class T> concept Sized = requires(T t) { t.length(); };";
  const built = await replaceSymbol(scene, { symbol: "a.cpp#Sized", text: by });
  expect(built.kind === "built" ? built.change.left.map(({ line }) => line) : null).toEqual([2, 4]);
});

describe("a replacement", () => {
  it.each(CASES)(
    "lists the uses of what takes other parameters: $symbol in $path",
    async ({ path, text, symbol, by, left }) => {
      const { scene } = await openMemoryEdits({ [path]: text });
      const built = await replaceSymbol(scene, { symbol: `${path}#${symbol}`, text: by });
      const found = built.kind === "built" ? built.change.left : null;
      expect(found?.map(({ line }) => line)).toEqual(left);
      expect(found?.every(({ why }) => why.endsWith("whose signature is changed"))).toBe(true);
    },
  );
});
