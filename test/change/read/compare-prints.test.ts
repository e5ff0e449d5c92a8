// What two states of a text differ in, language by language: what changes no symbol is none, and what does is said of the
// right one.
import { beforeAll, describe, expect, it } from "vitest";
import { comparePrints, foldNested } from "../../../src/change/read/compare-prints.ts";
import { type Analyzer, openAnalyzer } from "../../../src/languages/analyze.ts";

let analyzer: Analyzer;
beforeAll(async () => {
  analyzer = await openAnalyzer();
});

/** `signature f`, `body f`, `+ f (2)`, `- f`, `imports`, `rest`. */
async function differ(path: string, before: string, after: string): Promise<string[]> {
  const [old, now] = [
    await analyzer.fingerprint({ path, text: before }),
    await analyzer.fingerprint({ path, text: after }),
  ];
  const { changed, added, removed, reordered, importsChanged, restChanged } = comparePrints(old, now);
  const folded = (sign: string, symbols: typeof added) =>
    foldNested(symbols).map(({ symbol, inner }) => `${sign} ${symbol.path}${inner === 0 ? "" : ` (${inner})`}`);
  return [
    ...changed.map(({ kind, after: symbol }) => `${kind} ${symbol.path}`),
    ...folded("+", added),
    ...folded("-", removed),
    ...reordered.map(({ after: symbol }) => `moved ${symbol.path}`),
    ...(importsChanged ? ["imports"] : []),
    ...(restChanged ? ["rest"] : []),
  ];
}

const TS = `import { a } from "./a.ts";

/** Says so. */
export class Store extends Base {
  private kept = 1;

  load(id: string): number {
    return this.kept + id.length; // quickly
  }

  drop(): void {}
}

export const half = (value: number): number => value / 2;
const names = ["one", "two"];
start();
`;

describe("two states of a TypeScript file", () => {
  it.each<[string, (text: string) => string, string[]]>([
    ["nothing", (text) => text, []],
    ["white space", (text) => text.replaceAll("  ", "    ").replace("{}", "{\n  }"), []],
    ["comments", (text) => text.replace("Says so", "Says no").replace("// quickly", ""), []],
    ["a trailing comma", (text) => text.replace('"two"]', '"two",]'), []],
    ["line ends", (text) => text.replaceAll("\n", "\r\n"), []],
    ["a parameter's type", (text) => text.replace("id: string", "id: string[]"), ["signature Store.load"]],
    [
      "a result's type of a function in a constant",
      (text) => text.replace("): number =>", "): bigint =>"),
      ["signature half"],
    ],
    ["an export", (text) => text.replace("export const", "const"), ["signature half"]],
    ["a body", (text) => text.replace("id.length", "id.length * 2"), ["body Store.load"]],
    ["a string's text", (text) => text.replace('"two"', '"too"'), ["body names"]],
    ["what a class extends", (text) => text.replace("extends Base", "extends Other"), ["signature Store"]],
    ["a member's value", (text) => text.replace("kept = 1", "kept = 2"), ["body Store.kept"]],
    ["a new member", (text) => text.replace("  drop", "  add(): void {}\n\n  drop"), ["+ Store.add"]],
    ["a new constant", (text) => text.replace("start()", "const more = 1;\nstart()"), ["+ more"]],
    [
      "a new method of an object",
      (text) => text.replace("start()", "const o = { a() {}, b() {} };\nstart()"),
      ["+ o (2)"],
    ],
    ["a member gone", (text) => text.replace("  drop(): void {}\n", ""), ["- Store.drop"]],
    ["a class gone", (text) => text.replace(/export class[\s\S]*?\n}\n/, ""), ["- Store (3)"]],
    ["imports", (text) => text.replace("{ a }", "{ a, b }"), ["imports"]],
    ["what stands in no symbol", (text) => text.replace("start()", "stop()"), ["rest"]],
  ])("%s", async (_name, change, expected) => {
    expect(await differ("a.ts", TS, change(TS))).toEqual(expected);
  });
});

describe("two states of a file", () => {
  it.each<[string, string, string, string, string[]]>([
    [
      "a second method of a class",
      "a.py",
      "class A:\n    def f(self):\n        pass\n",
      "class A:\n    def f(self):\n        pass\n\n    def g(self):\n        pass\n",
      ["+ A.g"],
    ],
    [
      "a second one in Ruby",
      "a.rb",
      "class A\n  def f\n  end\nend\n",
      "class A\n  def g\n  end\n  def f\n  end\nend\n",
      ["+ A.g"],
    ],
    [
      "a second one in TypeScript",
      "a.ts",
      "export class A {\n  f() {}\n}\n",
      "export class A {\n  f() {}\n  g() {}\n}\nexport class B {}\n",
      ["+ A.g", "+ B"],
    ],
    [
      "a new member that is a statement",
      "a.py",
      "class A:\n    a = 1\n",
      "class A:\n    b = 2\n    a = 1\nc = 3\n",
      ["+ A.b", "+ c"],
    ],
    ["line ends in a string", "a.ts", "const a = `one\ntwo`;\n", "const a = `one\r\ntwo`;\r\n", []],
    [
      "what became private",
      "a.rb",
      "class A\n  def f\n  end\n  private\n  def g\n  end\nend\n",
      "class A\n  private\n  def g\n  end\n  def f\n  end\nend\n",
      ["moved A.g"],
    ],
    ["an import in a function", "a.py", "def f():\n    import a\n", "def f():\n    import b\n", ["body f"]],
    [
      "dedented Python",
      "a.py",
      "def f(a):\n    if a:\n        b()\n        c()\n",
      "def f(a):\n    if a:\n        b()\n    c()\n",
      ["body f"],
    ],
    ["Python's default", "a.py", "def f(a=1):\n    return a\n", "def f(a=2):\n    return a\n", ["signature f"]],
    ["a decorator", "a.py", "@one\ndef f():\n    pass\n", "@two\ndef f():\n    pass\n", ["signature f"]],
    [
      "Go's string",
      "a.go",
      'package a\n\nfunc F() string { return "a" }\n',
      'package a\n\nfunc F() string { return "b" }\n',
      ["body F"],
    ],
    [
      "a Go method's receiver",
      "a.go",
      "package a\n\nfunc (s S) F() {}\n",
      "package a\n\nfunc (s *S) F() {}\n",
      ["signature S.F"],
    ],
    [
      "a Go struct's field",
      "a.go",
      "package a\n\ntype S struct {\n\tA int\n}\n",
      "package a\n\ntype S struct {\n\tA string\n}\n",
      ["body S"],
    ],
    [
      "Rust's last semicolon",
      "a.rs",
      "fn f() { match a { _ => 1 } }\n",
      "fn f() { match a { _ => 1 }; }\n",
      ["body f"],
    ],
    [
      "a Java modifier",
      "A.java",
      "class A {\n  int f() { return 1; }\n}\n",
      "class A {\n  public int f() { return 1; }\n}\n",
      ["signature A.f"],
    ],
    [
      "a Kotlin body",
      "a.kt",
      "fun f(a: Int): Int {\n  return a\n}\n",
      "fun f(a: Int): Int {\n  return a + 1\n}\n",
      ["body f"],
    ],
    ["a Ruby parameter", "a.rb", "def f(a)\n  a\nend\n", "def f(a, b)\n  a\nend\n", ["signature f"]],
    ["a Ruby body", "a.rb", "def f(a)\n  a\nend\n", "def f(a)\n  b\nend\n", ["body f"]],
    ["a C parameter", "a.c", "int f(int a) {\n  return a;\n}\n", "int f(long a) {\n  return a;\n}\n", ["signature f"]],
    [
      "a PHP body",
      "a.php",
      "<?php\nfunction f($a) {\n  return $a;\n}\n",
      "<?php\nfunction f($a) {\n  return 1;\n}\n",
      ["body f"],
    ],
    [
      "a Swift body",
      "a.swift",
      "func f(a: Int) -> Int {\n  return a\n}\n",
      "func f(a: Int) -> Int {\n  return 1\n}\n",
      ["body f"],
    ],
    [
      "a Scala result",
      "a.scala",
      "object A {\n  def f(a: Int): Int = a\n}\n",
      "object A {\n  def f(a: Int): Long = a\n}\n",
      ["signature A.f"],
    ],
    [
      "a C# body",
      "a.cs",
      "class A {\n  int F() { return 1; }\n}\n",
      "class A {\n  int F() { return 2; }\n}\n",
      ["body A.F"],
    ],
    [
      "an interface's member",
      "a.ts",
      "interface A {\n  a: string;\n}\n",
      "interface A {\n  a: number;\n}\n",
      ["signature A"],
    ],
    [
      "a script in a page",
      "a.vue",
      "<script>\nfunction f() { return 1 }\n</script>\n<p>a</p>\n",
      "<script>\nfunction f() { return 2 }\n</script>\n<p>a</p>\n",
      ["body f"],
    ],
    ["reflowed prose", "a.md", "# A\n\none two\nthree\n", "# A\n\none\ntwo three\n", []],
    ["prose", "a.md", "# A\n\none\n\n## B\n\ntwo\n", "# A\n\none\n\n## B\n\nthree\n", ["body A > B"]],
    ["a value of data", "a.json", '{\n  "a": { "b": 1 }\n}\n', '{\n  "a": { "b": 2 }\n}\n', ["body a.b"]],
    ["a text of no language", "a.unknown", "one\n", "two\n", ["rest"]],
    [
      "one of two namesakes",
      "a.ts",
      "it('a', () => { b(1); });\nclass C {}\nit('a', () => { b(2); });\n",
      "class C {}\nit('a', () => { b(2); });\n",
      ["- a"],
    ],
  ])("%s", async (_name, path, before, after, expected) => {
    expect(await differ(path, before, after)).toEqual(expected);
  });

  it("that was torn is said to be read in part", async () => {
    const print = await analyzer.fingerprint({ path: "a.ts", text: "function f() { return 1 }\nfunction torn( {\n" });
    expect(print).toMatchObject({ language: "typescript", parse: "partial" });
  });
});
