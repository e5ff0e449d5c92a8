// Verdicts on texts: what is valid, what is broken and where, and what nobody can tell.
import { describe, expect, it, test } from "vitest";
import { openAnalyzer } from "../../src/languages/analyze.ts";

const analyzer = await openAnalyzer();

/** `valid`, `unchecked: <reason>`, or one line a fault. */
async function verdictOf(path: string, text: string): Promise<string> {
  const check = await analyzer.check({ path, text });
  switch (check.verdict) {
    case "valid":
      return "valid";
    case "unchecked":
      return `unchecked: ${check.reason}`;
    case "expected-partial":
      return `expected-partial: ${check.constructs.map(({ construct }) => construct).join(", ")}`;
    case "broken":
      return check.faults.map(({ line, column, what }) => `${line}:${column} ${what}`).join("\n");
  }
}

describe("the verdict on a text", () => {
  it.each([
    ["a.ts", "const a: number = 1;\n", "valid"],
    ["a.ts", "", "valid"],
    ["a.ts", "const a = {;\n", '1:12 missing "}"'],
    ["a.ts", "f(1;\n", '1:4 missing ")"'],
    ["a.ts", "const 'a' = 1;\nok();\n", "1:1 unexpected \"const 'a' =\""],
    ["a.ts", 'ok();\r\n\r\nf("😀";\r\n', '3:7 missing ")"'],
    ["a.py", "def f(:\n    pass\n", '1:7 missing ")"'],
    ["a.go", "package a\n\nfunc f() {\n", '3:10 unexpected "{"'],
    ["a.json", '{"a": 1,}\n', '1:8 unexpected ","'],
    ["a.html", "<div><p>a</p></div>\n", "valid"],
    ["a.html", "<div></span></div>\n", '1:6 unexpected "</span>"'],
    ["a.html", "<p>a</p>\n<script>\nlet a = ;\n</script>\n", '3:7 unexpected "="'],
    ["a.html", '<script type="text/x-template"><p></script>\n', "unchecked: the script on line 1 has no parser"],
    ["a.html", '<script type="text/x-template"> </script>\n', "valid"],
    ["a.html", "<script>let a = 1;</script>".repeat(51), "unchecked: the script on line 1 has no parser"],
    [
      "a.vue",
      "<template><p>{{ a }}</p></template>\n<script>let a = 1;</script>\n",
      "unchecked: no errors except in expressions of its template, for which there is no parser",
    ],
    ["a.vue", '<script lang="ts">\nlet a = ;\n</script>\n', '2:7 unexpected "="'],
    [
      "a.scss",
      ".a { &:not(.b, > .c) { @include d($e...) } }\n}\n",
      "unchecked: the parser for this language also fails on correct code, and failed here",
    ],
    ["a.md", "# a\n", "unchecked: prose: there is nothing to check"],
    ["a.sql", "SELECT", "unchecked: no parser for this language"],
    ["Makefile", "a:\n", "unchecked: no parser for this language"],
    ["a.unknown", "a", "unchecked: no known language"],
    ["a.ts", "let a = 1;\0let b = (;", "unchecked: contains NUL characters, at which parsers stop"],
  ])("%s %j", async (path, text, verdict) => {
    expect(await verdictOf(path, text)).toBe(verdict);
  });

  it("is not given where time was up", async () => {
    const hasty = await openAnalyzer({ parseTimeMsMax: 0 });
    const text = "export function f() { return [1, 2, 3]; }\n".repeat(5000);
    expect(await hasty.check({ path: "a.ts", text })).toMatchObject({
      verdict: "unchecked",
      reason: "parsing took longer than 0 ms",
    });
  });
});

describe("hostile texts", () => {
  const deep = 10_000;
  test.each([
    ["a.ts", "(".repeat(deep)],
    ["a.json", "[".repeat(deep)],
    ["a.ts", "let = ;\n".repeat(deep / 10)],
    ["a.ts", "f({[".repeat(deep)],
    ["a.html", `<p>${"</a>".repeat(deep)}`],
    ["a.html", "<script>(</script>".repeat(deep / 10)],
    ["a.c", "}".repeat(deep)],
    ["a.py", `x = ${"\u202e(".repeat(deep)}`],
  ])("%s %.10s… has few faults told, and all counted", async (path, text) => {
    const check = await analyzer.check({ path, text });
    expect(check.verdict).toBe("broken");
    if (check.verdict === "broken") {
      expect(check.faults.length).toBeLessThanOrEqual(200);
      expect(check.count).toBeGreaterThanOrEqual(check.faults.length);
      expect(check.faults.every(({ what }) => what.length < 120)).toBe(true);
    }
  });
});

describe("a text of C that its grammar cannot read", () => {
  it.each([
    ["static int f(const char *path UNUSED,\n  int a UNUSED)\n{\n  return 1;\n}\n", "unchecked"],
    ["static int f(const char *path UNUSED)\n{\n  return g(1;\n}\n", "broken"],
    ["#ifdef A\nint f(int a UNUSED) {\n#else\nint f(void) {\n#endif\n  return '{';\n}\n", "unchecked"],
    ["#ifdef A\nint f(int a UNUSED) {\n#else\nint f(void) {{\n#endif\n  return '{';\n", "broken"],
  ])("%j is %s: a macro may stand for syntax, but not for half of a pair of brackets", async (text, verdict) => {
    expect((await analyzer.check({ path: "a.c", text })).verdict).toBe(verdict);
  });
});

describe("where the grammar does not know all of the language", () => {
  it.each([
    // Guards of two kinds, annotations, XML: valid, and unknown to the grammar.
    ["a.kt", "class A : B\n  by c {\n  fun f(c: C) = @D class E\n}\n"],
    ["a.scala", "def a(b: Int, c: Int) = b match\n  case 0 if c match\n    case 1 => 2\n  case _ => 3\n"],
    ["A.cs", 'class A { string c = @"\\"; string d = """a"b"""; void F() { *(B*)(p + 3) = 1; } }\nfile class B;\n'],
    // Read as something else: operators, a variable without a value.
    ["a.scala", "object A { b.map( /c => c) }\n"],
    ["a.scala", 'object A { f( *s"b") }\n'],
    ["a.scala", "object A { f(10seconds) }\n"],
    ["a.scala", "object A { f( *_.b) }\n"],
    ["a.scala", "class A(b: Int) { def this() = (1) }\n"],
    ["A.cs", "using stray B;\nusing C;\n"],
    ["A.cs", "class A { object b =  List<C> { new C() }; }\n"],
  ])("says that it is not known whether %s %j is valid", async (path, text) => {
    expect(await analyzer.check({ path, text })).toMatchObject({
      verdict: "unchecked",
      reason: expect.stringContaining("which does not know all of"),
    });
  });

  it.each([
    ["a.kt", "fun f() {\n  g(\n}\n"],
    ["a.kt", 'val a = "b\n'],
    ["a.kt", "fun fun f() = 1\n"],
    ["a.kt", "val a = )\n"],
    ["a.kt", "val a = f(b, , c)\n"],
    ["a.kt", 'val a = "${f("\\"", b)}" + )\n'],
    ["a.scala", "object A { val b = ; }\n"],
    ["A.cs", "class A { int[] b = [1, 2; }\nfile class B;\n"],
    ["A.cs", "file class B; public public class A { }\n"],
    ["a.scala", "object A { val val b = 1 }\n"],
    ["a.scala", "object A { def f = g(1 }\n"],
  ])("calls broken what surely is: %s %j", async (path, text) => {
    expect((await analyzer.check({ path, text })).verdict).toBe("broken");
  });
});
