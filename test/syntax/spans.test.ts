// Where symbols stand, to the character: of every language within the lines of its outline, and in detail where a definition has
// something around it.
import { describe, expect, test } from "vitest";
import { openAnalyzer } from "../../src/languages/analyze.ts";
import { lineAt, openSource } from "../../src/syntax/source.ts";
import { samples } from "../languages/check.ts";

const analyzer = await openAnalyzer();

describe.each(samples())("$language", ({ path, text }) => {
  test("has spans of the symbols of its analysis, in order, nested, and with their names", async () => {
    const { symbols } = await analyzer.analyze({ path, text });
    const spans = await analyzer.spans({ path, text });
    expect(spans.symbols.map(({ name, path: own, kind }) => `${kind} ${own} ${name}`)).toEqual(
      symbols.map(({ name, path: own, kind }) => `${kind} ${own} ${name}`),
    );
    const source = openSource(text);
    for (const span of spans.symbols) {
      const { leadStart, start, end, bodyStart, nameStart, nameEnd, parent } = span;
      expect(leadStart).toBeLessThanOrEqual(start);
      expect(start).toBeLessThan(end);
      expect(bodyStart >= start && bodyStart <= end).toBe(true);
      expect(nameStart >= start && nameEnd <= end).toBe(true);
      expect(nameEnd === nameStart || text.slice(nameStart, nameEnd) === span.name).toBe(true);
      expect(lineAt(source, leadStart)).toBeGreaterThanOrEqual(span.startLine);
      expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
      const around = parent === null ? null : spans.symbols[parent];
      expect(around === null || (around !== undefined && around.start <= start && around.end >= end)).toBe(true);
    }
  });
});

/** `lead|definition|body` of each symbol, in order. */
async function spansOf(path: string, text: string): Promise<string[]> {
  const { symbols } = await analyzer.spans({ path, text });
  return symbols.map(({ path: name, leadStart, start, end, bodyStart, inseparable }) => {
    const parts = [text.slice(leadStart, start), text.slice(start, end), text.slice(bodyStart, end)];
    return `${name}: ${parts.join("|")}${inseparable === null ? "" : " (inseparable)"}`;
  });
}

describe("a span", () => {
  test("has what is written around a definition, and no separator that follows", async () => {
    const text = "// c\nexport const a = 1;\n\nexport class C {\n  x = 1;\n  /** m */ m() {} n() {}\n}\n";
    expect(await spansOf("a.ts", text)).toEqual([
      "a: // c\n|export const a = 1;|1;",
      "C: |export class C {\n  x = 1;\n  /** m */ m() {} n() {}\n}|{\n  x = 1;\n  /** m */ m() {} n() {}\n}",
      "C.x: |x = 1|1",
      "C.m: /** m */ |m() {}|{}",
      "C.n: |n() {}|{}",
    ]);
  });

  test("leaves a `;` to the statement that it stands before", async () => {
    expect(await spansOf("a.ts", "const suite = new Suite()\n\n;[suite].forEach(run)\n")).toEqual([
      "suite: |const suite = new Suite()|new Suite()",
    ]);
    expect(await spansOf("a.c", "struct s {\n  int a;\n}\n;\nint b;\n")).toContain(
      "s: |struct s {\n  int a;\n}|{\n  int a;\n}",
    );
  });

  test("joins overloads to one symbol, as the outline does", async () => {
    expect(await spansOf("a.ts", "export function f(a: 1): 1;\nexport function f(a: 2) {}\n")).toEqual([
      "f: |export function f(a: 1): 1;\nexport function f(a: 2) {}|",
    ]);
  });

  test("joins a getter with its setter, and nothing else that has a name twice", async () => {
    const accessors = "class C {\n  get a() {}\n  set a(b) {}\n}\n";
    expect(await spansOf("a.js", accessors)).toEqual([
      `C: |${accessors.trimEnd()}|{\n  get a() {}\n  set a(b) {}\n}`,
      "C.a: |get a() {}\n  set a(b) {}|{}\n  set a(b) {}",
    ]);
    expect(await spansOf("a.js", "for (let i = 0; ; ) f();\nfor (let i = 1; ; ) g();\n")).toEqual([
      "i: |let i = 0;|0;",
      "i: |let i = 1;|1;",
    ]);
    expect(await spansOf("a.js", "if (a) {\n  function f() {}\n} else {\n  function f() {}\n}\n")).toEqual([
      "f: |function f() {}|{}",
      "f: |function f() {}|{}",
    ]);
  });

  test("says what cannot be cut out of the statement that declares others too", async () => {
    expect(await spansOf("a.ts", "const a = 1, b = 2;\nconst d = 1,\n  e = 2;\n")).toEqual([
      "a: |a = 1|1 (inseparable)",
      "b: |b = 2|2 (inseparable)",
      "d: |d = 1|1 (inseparable)",
      "e: |e = 2|2 (inseparable)",
    ]);
    expect(await spansOf("a.go", "package a\n\nconst (\n\t// One.\n\tA = 1\n\tB = 2 // two\n)\n")).toEqual([
      "A: // One.\n\t|A = 1|1",
      "B: |B = 2|2",
    ]);
  });

  test("says what stands beside something that was not parsed", async () => {
    expect(await spansOf("a.cc", "= = struct S {\n  int a;\n};\nstruct U {};\n")).toEqual([
      "S: |struct S {\n  int a;\n}|{\n  int a;\n} (inseparable)",
      "U: |struct U {}|{}",
    ]);
  });

  test('has the `extern "C"` of one definition, and not that of a block', async () => {
    const [one, block] = ['extern "C" int f() {}', 'extern "C" {\nint g() {}\n}'];
    expect(await spansOf("a.cc", `${one}\n${block}\n`)).toEqual([`f: |${one}|{}`, "g: |int g() {}|{}"]);
  });

  test("has Python's decorators and Rust's attributes", async () => {
    expect(await spansOf("a.py", "# c\n@d\n@e(1)\ndef f():\n    return 1\n\n\nx = 1\n")).toEqual([
      "f: # c\n|@d\n@e(1)\ndef f():\n    return 1|return 1",
      "x: |x = 1|1",
    ]);
    expect(await spansOf("a.rs", "/// S.\n#[derive(Debug)]\npub struct S;\n")).toEqual([
      "S: /// S.\n#[derive(Debug)]\n|pub struct S;|",
    ]);
  });

  test("is by offsets of the text as it is, with its line endings", async () => {
    expect(await spansOf("a.ts", "function f() {\r\n  g();\r\n}\r\n")).toEqual([
      "f: |function f() {\r\n  g();\r\n}|{\r\n  g();\r\n}",
    ]);
  });

  test("has scripts inside other languages, and sections of prose", async () => {
    expect(await spansOf("a.vue", '<template/>\n<script lang="ts">\nfunction f() {}\n</script>\n')).toEqual([
      "f: |function f() {}|{}",
    ]);
    expect(await spansOf("a.md", "# A\n\nx\n\n## B\n\ny\n")).toEqual([
      "A: |# A\n\nx\n\n## B\n\ny|\nx\n\n## B\n\ny",
      "A > B: |## B\n\ny|\ny",
    ]);
  });
});

test("lines inside strings that keep their white space are told from those of a docstring", async () => {
  const lines = async (path: string, text: string) => (await analyzer.spans({ path, text })).verbatimLines;
  expect(await lines("a.py", 'def f():\n    """a\n    b\n    """\n    x = """c\nd\n"""\n')).toEqual([6, 7]);
  expect(await lines("a.ts", "const a = `b\nc`;\nconst d = 1;\n")).toEqual([2]);
  expect(await lines("a.go", "package a\n\nvar a = `b\nc`\n")).toEqual([4]);
  expect(await lines("a.sh", "cat <<X\na\nX\necho b\n")).toEqual([2, 3]);
  expect(await lines("a.rb", "x = <<~X\n  a\nX\ny = 1\n")).toEqual([2, 3]);
});
