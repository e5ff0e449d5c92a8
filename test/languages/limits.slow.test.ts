// Hostile and enormous texts: deep nesting, endless lines, parses that take too long, trees that must be freed.
import { describe, expect, test, vi } from "vitest";
import { Tree } from "web-tree-sitter";
import { openAnalyzer } from "../../src/languages/analyze.ts";
import { splitLines } from "../../src/vocabulary/text.ts";

const analyzer = await openAnalyzer();

describe("deep nesting", () => {
  const deep = 10_000;
  test.each([
    ["a.json", "[".repeat(deep) + "]".repeat(deep)],
    ["b.json", "[\n".repeat(deep) + "]\n".repeat(deep)],
    ["c.json", '{"a":\n'.repeat(deep)],
    ["d.ts", "(".repeat(deep)],
    ["e.ts", "function f() {\n".repeat(deep) + "}\n".repeat(deep)],
    ["f.py", Array.from({ length: 500 }, (_, depth) => `${" ".repeat(depth)}def f():\n`).join("")],
    ["g.html", "<div id=a>\n".repeat(deep)],
    ["h.c", "{".repeat(deep)],
    ["i.ex", "defmodule A do\n".repeat(2000)],
    ["j.md", Array.from({ length: deep }, (_, i) => `${"#".repeat(1 + (i % 6))} t${i}\n`).join("")],
    ["k.sql", "CREATE FUNCTION f() BEGIN ".repeat(deep)],
  ])("%s does not overflow the stack", async (path, text) => {
    const analysis = await analyzer.analyze({ path, text });
    expect(analysis.problems.map((problem) => problem.code)).not.toContain("PARSE_FAILED");
    expect(analysis.chunks.at(-1)?.endLine).toBe(splitLines(text).length);
  });
});

describe("texts made to be slow", () => {
  const long = (piece: string): string => piece.repeat(Math.ceil(300_000 / piece.length));
  test.each([
    ["open comments.sql", long("/*")],
    ["open brackets.sql", long("[")],
    ["open strings.sql", long("'\\\\'`a`")],
    ["dollar tags.sql", Array.from({ length: 100_000 }, (_, i) => `$a${i}$ `).join("")],
    ["blocks.sql", long("CREATE FUNCTION f() AS BEGIN CASE END; END;\n")],
    ["sections.md", `# one\n${long("## two\n")}`],
    ["hashes.md", long("# ")],
    ["brackets.md", `# ${long("[")}`],
    ["underlines.rst", long("ab\n--\n")],
    ["blank lines.h", long("\n")],
    ["tests.js", long("it\n")],
    ["flat.json", `{${Array.from({ length: 30_000 }, (_, i) => `"key${i}": {"a": 1}`).join(",")}}`],
    ["subs.pl", long("sub a { 1 }\n")],
    ["spaces.txt", long(" \t")],
    ["targets.mk", long("a")],
    ["tags.html", long("<p id=a ")],
  ])("%s", async (path, text) => {
    const analysis = await analyzer.analyze({ path, text });
    expect(analysis.chunks.at(-1)?.endLine).toBe(splitLines(text).length);
    expect(analysis.problems.map((problem) => problem.code)).not.toContain("PARSE_FAILED");
  });
});

test.each(["a.js", "a.json", "a.css", "a.sql", "a.md", "a.txt", "a.unknown"])(
  "one line of 300,000 characters in %s is one chunk",
  async (path) => {
    const text = "f(1234,'abc');".repeat(22_000);
    const analysis = await analyzer.analyze({ path, text });
    expect(analysis.chunks).toMatchObject([{ startLine: 1, endLine: 1 }]);
  },
);

test("a parse that takes too long falls back to blank lines and says so, and the next one works", async () => {
  const hasty = await openAnalyzer({ parseTimeMsMax: 0 });
  const text = "export function f() { return [1, 2, 3]; }\n\n".repeat(5000);
  const late = await hasty.analyze({ path: "late.ts", text });
  expect(late.parse).toBe("fallback");
  expect(late.problems).toMatchObject([{ code: "PARSE_TIMED_OUT", path: "late.ts" }]);
  expect(late.symbols).toEqual([]);
  expect(late.chunks.length).toBeGreaterThan(100);
  expect(late.chunks.at(-1)?.endLine).toBe(splitLines(text).length);
  expect((await hasty.analyze({ path: "soon.ts", text: "const a = 1;" })).parse).toBe("full");
});

test("broken syntax is read as far as it goes, and said where many lines are lost", async () => {
  const good = "export function whole() {\n  return 1;\n}\n";
  const slightly = await analyzer.analyze({ path: "a.ts", text: `${good.repeat(10)}const = ;\n` });
  expect(slightly.parse).toBe("partial");
  expect(slightly.problems).toEqual([]);
  const badly = await analyzer.analyze({ path: "b.ts", text: `${good}${"%% ]] )) {{ §§\n".repeat(20)}` });
  expect(badly.parse).toBe("partial");
  expect(badly.problems).toMatchObject([{ code: "PARSE_PARTIAL", path: "b.ts" }]);
  expect(badly.symbols.map((symbol) => symbol.path)).toContain("whole");
});

test("every tree is freed", async () => {
  const freed = vi.spyOn(Tree.prototype, "delete");
  for (let i = 0; i < 20; i += 1) {
    await analyzer.analyze({ path: `a${i}.vue`, text: "<script>let a</script><style>a{}</style>" });
  }
  expect(freed).toHaveBeenCalledTimes(60);
  freed.mockRestore();
});

test("texts analyzed at once do not disturb one another", async () => {
  const paths = ["a.ts", "b.py", "c.go", "d.rs", "e.vue"];
  const text = "const a = 1\n";
  const apart = [];
  for (const path of paths) {
    apart.push(await analyzer.analyze({ path, text }));
  }
  expect(await Promise.all(paths.map((path) => analyzer.analyze({ path, text })))).toEqual(apart);
});
