// A keyword of a language is never a symbol's name, and what a newer modifier stands before keeps its own name.
import { describe, expect, it } from "vitest";
import { openAnalyzer } from "../../src/languages/analyze.ts";
import { LANGUAGES } from "../../src/languages/registry.ts";
import { samples } from "./check.ts";

const analyzer = await openAnalyzer();

/** Members may go by any word in some languages. */
const NAMED: ReadonlySet<string> = new Set(["class", "interface", "enum", "type", "module", "function"]);

/** By path: a text, and its symbols, which its facts define, too. */
const TEXTS: readonly (readonly [path: string, text: string, symbols: string])[] = [
  [
    "Person.cs",
    "namespace Demo {\n  public class Person {\n    public required string Name { get; init; }\n    required public int Age;\n    public required Dictionary<string, int[]> Lines { get; set; }\n    public int Total() { return Lines.Count; }\n  }\n}\n",
    "Demo Demo.Person Demo.Person.Name Demo.Person.Age Demo.Person.Lines Demo.Person.Total",
  ],
  [
    "Records.cs",
    "namespace Demo {\n  public record struct Vec2(int X, int Y);\n  public record class Named(string Name);\n  file class Hidden { public int Run() { return 1; } }\n  file static class Tools { }\n}\n",
    "Demo Demo.Vec2 Demo.Named Demo.Hidden Demo.Hidden.Run Demo.Tools",
  ],
  [
    "Ext.cs",
    'namespace Demo;\npublic static class TextTools\n{\n  extension(string text)\n  {\n    public bool IsShout => text.ToUpper() == text;\n    public string Doubled() => text + text;\n  }\n  public static int AfterExt(int a) => a;\n  public static int UseExt() => AfterExt("x".Doubled().Length);\n}\n',
    "TextTools TextTools.IsShout TextTools.Doubled TextTools.AfterExt TextTools.UseExt",
  ],
  [
    "Broken.cs",
    "public class Half {\n  public required string Name { get; init; }\n  public void Typing() { Call(; }\n  public int After() { return 1; }\n}\n",
    "Half Half.Name Half.Typing Half.After",
  ],
  ["a.ts", "export class T1 {\n  accessor size = 1;\n  static accessor all: number[] = [];\n}\n", "T1 T1.size T1.all"],
  [
    "held.ts",
    "export class Handle {}\nexport function go() {\n  for (using item of [new Handle()]) {\n    item;\n  }\n}\nexport const after = 1;\n",
    "Handle go after",
  ],
  ["a.js", "export class T1 {\n  accessor size = 1;\n  delete() {}\n}\n", "T1 T1.size T1.delete"],
  [
    "a.swift",
    "final class Loader {\n  nonisolated(unsafe) static var shared = Loader()\n  nonisolated(nonsending) func load() async {}\n  isolated deinit {}\n  func stop() throws(Fault) -> Int { 1 }\n}\nstruct Ticket: ~Copyable {\n  consuming func use() {}\n}\nfunc after() {}\n",
    "Loader Loader.shared Loader.load Loader.deinit Loader.stop Ticket Ticket.use after",
  ],
  [
    "a.cpp",
    "export module shop.cart;\nimport std;\nexport namespace shop {\nexport class Cart {\npublic:\n  int size() const { return n_; }\nprivate:\n  int n_ = 0;\n};\nexport template <class T> T twice(T v) { return v + v; }\n}\nexport int total(int a) { return a; }\n",
    "shop shop.Cart shop.Cart.size shop.twice total",
  ],
  [
    "e.h",
    "#pragma once\nclass Base { public: virtual int run(int a) const; };\nclass SHOP_API Cart final : public Base {\npublic:\n  explicit Cart(int n) : n_(n) {}\n  int size() const { return n_; }\nprivate:\n  int n_ = 0;\n};\n",
    "Base Base.run Cart Cart.Cart Cart.size",
  ],
  [
    "a.c",
    "#define FNAME(x) x\nstatic void sink_one(void) { }\nstatic void FNAME(first_caller)(void)\n{\n\tsink_one();\n}\nSYSCALL_DEFINE2(my_open, const char *, name, int, flags)\n{\n\tsink_one();\n\treturn flags;\n}\nMODULE_INIT(start) { sink_one(); }\nint after(void) { return 1; }\n",
    "FNAME sink_one first_caller my_open start after",
  ],
  [
    "task.h",
    "#pragma once\n#define BASE(e) if (!(e)) abort();\n#define STR_EQ(a, b) \\\n  BASE(a == b)\n\n#define STR_NE(a, b) \\\n  BASE(a != b)\n\nLIB_EXPORT int after(LIB_CONST char *a);\n",
    "BASE STR_EQ STR_NE after",
  ],
  [
    "t.cpp",
    "int base_add(int a) { return a; }\nBOOST_AUTO_TEST_CASE(adds_one) { BOOST_CHECK(base_add(1) == 1); }\nBOOST_FIXTURE_TEST_CASE(adds_two, Fixture)\n{\n  base_add(2);\n}\nint *FNAME(made)(int b) { return b ? nullptr : nullptr; }\n",
    "base_add adds_one adds_two made",
  ],
];

describe.each(TEXTS)("%s", (path, text, symbols) => {
  it("has its own names", async () => {
    const found = await analyzer.analyze({ path, text });
    expect(found.symbols.map((one) => one.path).join(" ")).toBe(symbols);
    const facts = found.facts?.definitions.map(({ name }) => name) ?? [];
    const names = symbols.split(" ").map((one) => one.slice(one.lastIndexOf(".") + 1));
    expect(facts).toEqual(expect.arrayContaining(names));
  });
});

/** Languages that say which words are none of their names. */
const WITH_KEYWORDS = samples().flatMap(({ language, path, text }) => {
  const reader = LANGUAGES.find(({ id }) => id === language)?.reader;
  const reserved = reader?.by === "grammar" ? reader.profile.reserved : undefined;
  return reserved === undefined ? [] : [{ language, path, text, reserved }];
});

describe.each(WITH_KEYWORDS)("$language, with one word of each line left out", ({ path, text, reserved }) => {
  it.each([1, 2, 3])("the %ith: no type and no function has a keyword for a name", async (nth) => {
    const half = text.replace(/^.*$/gm, (line) => {
      let word = 0;
      return line.replace(/[\w$]+/g, (one) => (++word === nth ? "" : one));
    });
    const { symbols, facts } = await analyzer.analyze({ path, text: half });
    const named = [...symbols, ...(facts?.definitions ?? [])].filter(({ kind }) => NAMED.has(kind));
    const lines = half.split("\n");
    const isWritten = (name: string, line: number): boolean => !lines[line - 1]?.includes(`\`${name}\``);
    expect(named.filter(({ name, nameLine }) => reserved(name, "") && isWritten(name, nameLine))).toEqual([]);
  });
});

it("a class behind a macro is a class in every answer", async () => {
  const [, text = ""] = TEXTS.find(([path]) => path === "e.h") ?? [];
  const found = await analyzer.analyze({ path: "e.h", text });
  expect(found.symbols.find(({ name }) => name === "Cart")?.kind).toBe("class");
});
