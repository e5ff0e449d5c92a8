// The builders of the edits of one symbol, on files of several languages.
import { describe, expect, it } from "vitest";
import type { Built } from "../../../src/edits/change-set.ts";
import { deleteSymbol } from "../../../src/edits/symbols/delete-symbol.ts";
import { insertBesideSymbol } from "../../../src/edits/symbols/insert-beside-symbol.ts";
import { replaceInSymbol } from "../../../src/edits/symbols/replace-in-symbol.ts";
import { replaceSymbol } from "../../../src/edits/symbols/replace-symbol.ts";
import { openMemoryEdits } from "../../support/memory-edits.ts";

const FILES = {
  "a.ts": `import { x } from "./x.ts";

/** Adds. */
export function add(a: number): number {
  return a + x;
}

/** Keeps. */
export class Store {
  size = 0;

  // Puts.
  put(key: string): void {
    this.size += key.length;
  }
  get(): number {
    return add(this.size);
  }
}

export const enum Color {
  Red,
}
`,
  "a.py": `import os


# About f.
@wraps(os)
def f(a):
    return a


class A:
    x = 1

    def one(self):
        return 1

    def two(self):
        return 2


def last():
    pass`,
  "lint.yaml": "linters:\n#  default: none\n  enable:\n    - a\n  disable:\n    - b\n",
  "crlf.ts": "class A {\r\n  a() {}\r\n\r\n  b() {}\r\n}\r\n",
  "tabs.go":
    "package a\n\n// One.\nfunc One() int {\n\treturn 1\n}\n\ntype T struct{}\n\nfunc (t T) M() {}\n\nfunc (t T) N() {}\n",
  "twice.rb": "class A\n  def f\n    1\n  end\nend\n\nclass A\n  def g\n    2\n  end\nend\n",
  "group.go": "package a\n\nconst (\n\tA = 1\n\tB = 2 // two\n)\n",
  "pair.ts": "const a = 1, b = 2;\n",
  "line.ts": "class L { a() {} b() {} }\n",
  "build.sh": "cd out\n\nCXX=$CLANG \\\nFLAGS=-O3 MODE=x \\\nJOBS=2\ncmake . \\\n-DA\n\nONE=1 \\\nTWO=2\necho\n",
  "line.scala": "object L {\n  def a = 1; def b = 2\n}\n",
  "data.json": '{\n  "a": 1,\n  "b": 2\n}\n',
  "x.ts": "export const x = 1;\n",
  "x.cc": 'extern "C" int one(int a) {\n  return a;\n}\n',
  "x.c": "int twice(int);\nint twice(int a) {\n  return 2 * a;\n}\n",
} as const;

type Path = keyof typeof FILES;

const { scene, textsAfter } = await openMemoryEdits(FILES);

const build = {
  replace: (symbol: string, text: string, hash?: string) => replaceSymbol(scene, { symbol, text, hash }),
  insertBefore: (symbol: string, text: string) => insertBesideSymbol(scene, "before", { symbol, text }),
  insertAfter: (symbol: string, text: string) => insertBesideSymbol(scene, "after", { symbol, text }),
  delete: (symbol: string) => deleteSymbol(scene, { symbol }),
  replaceIn: (symbol: string, find: string, replacement: string, count = 1) =>
    replaceInSymbol(scene, { symbol, find, replacement, count, regex: false }),
};

const pathOf = (symbol: string): Path => (/^[^#:]+/.exec(symbol)?.[0] ?? "") as Path;

/** The symbol's file after an edit. */
async function after<Tool extends keyof typeof build>(
  tool: Tool,
  ...input: Parameters<(typeof build)[Tool]>
): Promise<string | undefined> {
  const built = await (build[tool] as (...input: readonly unknown[]) => Promise<Built>)(...input);
  expect(built).toMatchObject({ kind: "built" });
  return textsAfter(built)[pathOf(String(input[0]))];
}

/** What is between the unchanged beginning and the unchanged end, and what it replaces. */
async function changed<Tool extends keyof typeof build>(
  tool: Tool,
  ...input: Parameters<(typeof build)[Tool]>
): Promise<[string, string]> {
  const old: string = FILES[pathOf(String(input[0]))];
  const now = (await after(tool, ...input)) ?? old;
  let [from, until] = [0, 0];
  while (from < Math.min(old.length, now.length) && old[from] === now[from]) {
    from += 1;
  }
  while (until < Math.min(old.length, now.length) - from && old.at(-1 - until) === now.at(-1 - until)) {
    until += 1;
  }
  return [old.slice(from, old.length - until), now.slice(from, now.length - until)];
}

describe("replace_symbol", () => {
  it("replaces the definition and keeps the comment above it", async () => {
    expect(await after("replace", "a.ts#add", "export const add = (a: number) => a;")).toBe(
      FILES["a.ts"].replace(/export function add[^}]*}/, "export const add = (a: number) => a;"),
    );
  });

  it("replaces the comment by one that the text brings", async () => {
    expect(await after("replace", "a.ts#Store.put", "/** Sets. */\nput(): void {\n  go();\n}\n")).toBe(
      FILES["a.ts"].replace(/ {2}\/\/ Puts[^}]*}/, "  /** Sets. */\n  put(): void {\n    go();\n  }"),
    );
  });

  it("keeps a separator, and does not double it", async () => {
    expect(await changed("replace", "a.ts#Store.size", "size = 1;")).toEqual(["0", "1"]);
    expect(await changed("replace", "a.ts#Store.size", "size = 1")).toEqual(["0", "1"]);
    expect(await changed("replace", "data.json#a", '"a": 3,')).toEqual(["1", "3"]);
  });

  it("indents by Python's place, decorators included", async () => {
    const text = "@cached\ndef two(self):\n    return 3";
    expect(await after("replace", "a.py#A.two", text)).toBe(
      FILES["a.py"].replace(
        "    def two(self):\n        return 2",
        "    @cached\n    def two(self):\n        return 3",
      ),
    );
  });

  it("writes the line endings of the file", async () => {
    expect(await changed("replace", "crlf.ts#A.a", "a() {\n  c();\n}")).toEqual(["", "\r\n    c();\r\n  "]);
  });

  it("is unchanged by the same text", async () => {
    const text = FILES["tabs.go"].slice(FILES["tabs.go"].indexOf("func One"), FILES["tabs.go"].indexOf("\n\ntype"));
    expect(await build.replace("tabs.go#One", text)).toMatchObject({ kind: "built", change: { changes: [] } });
  });

  it("is unchanged by lines with a comment at their end, or that are the first of a list", async () => {
    expect(await build.replace("group.go#A", "\tA = 1")).toMatchObject({ change: { changes: [] } });
    expect(await build.replace("group.go#B", "\tB = 2 // two")).toMatchObject({ change: { changes: [] } });
    expect(await changed("replace", "group.go#B", "B = 3")).toEqual(["2", "3"]);
    expect(await build.replace("x.cc#one", FILES["x.cc"])).toMatchObject({ change: { changes: [] } });
  });

  it("asks for a line where a name is defined several times", async () => {
    expect(await build.replace("twice.rb#A", "class A; end")).toMatchObject({
      kind: "ambiguous",
      candidates: [
        { address: "twice.rb:1", startLine: 1, endLine: 5 },
        { address: "twice.rb:7", startLine: 7, endLine: 11 },
      ],
    });
    expect(await after("replace", "twice.rb:7", "class B\nend")).toBe(
      FILES["twice.rb"].replace(/class A\n {2}def g[\s\S]*/, "class B\nend\n"),
    );
    expect(await after("replace", "x.c:1", "int twice(int b);")).toContain("int twice(int b);\nint twice(int a)");
  });

  it("refuses what is declared in one statement with others, and an empty text", async () => {
    expect(await build.replace("pair.ts#b", "b = 3")).toMatchObject({ kind: "refused" });
    await expect(build.replace("a.ts#add", " \n")).rejects.toThrow("text is empty");
  });

  it("knows a stale hash, a missing name and other capitals", async () => {
    expect(await build.replace("a.ts#add", "x", "00000000")).toMatchObject({
      kind: "stale",
      candidates: [{ address: "a.ts#add", kind: "function", startLine: 3, endLine: 6 }],
    });
    expect(await build.replace("a.ts#ad", "x")).toMatchObject({ kind: "missing" });
    expect(await build.replace("a.ts#ADD", "x")).toMatchObject({ kind: "missing" });
  });
});

describe("insert_before_symbol and insert_after_symbol", () => {
  it("keep the distance of the neighbours", async () => {
    expect(await changed("insertAfter", "a.py#f", "def g():\n    pass")).toEqual(["", "def g():\n    pass\n\n\n"]);
    expect(await changed("insertBefore", "a.py#f", "def g():\n    pass")).toEqual([
      "",
      "def g():\n    pass\n\n\n# About f.\n".replace("# About f.\n", ""),
    ]);
    expect(await after("insertAfter", "a.py#A.one", "def more(self):\n    pass")).toContain(
      "        return 1\n\n    def more(self):\n        pass\n\n    def two",
    );
  });

  it("end a file as it ended", async () => {
    expect(await after("insertAfter", "a.py#last", "x = 1\n")).toBe(`${FILES["a.py"]}\n\n\nx = 1`);
    expect(await after("insertAfter", "tabs.go#T.N", "func (t T) O() {\n  go x()\n}")).toBe(
      `${FILES["tabs.go"]}\nfunc (t T) O() {\n\tgo x()\n}\n`,
    );
  });

  it("set a longer text apart from one-line neighbours", async () => {
    expect(await after("insertAfter", "crlf.ts#A.b", "c() {\n  d();\n}")).toBe(
      "class A {\r\n  a() {}\r\n\r\n  b() {}\r\n\r\n  c() {\r\n    d();\r\n  }\r\n}\r\n",
    );
  });

  it("go into a line that holds more than the symbol", async () => {
    expect(await after("insertAfter", "line.ts#L.a", "c() {}")).toBe("class L { a() {} c() {} b() {} }\n");
    expect(await after("insertBefore", "line.ts#L.b", "c() {}")).toBe("class L { a() {} c() {} b() {} }\n");
    expect(await after("insertBefore", "line.scala#L.b", "def c = 3")).toBe(
      "object L {\n  def a = 1; def c = 3\n  def b = 2\n}\n",
    );
    expect(await after("insertAfter", "line.scala#L.a", "def c = 3")).toBe(
      "object L {\n  def a = 1;\n  def c = 3\n  def b = 2\n}\n",
    );
  });

  it("separate the items of a list", async () => {
    expect(await after("insertAfter", "data.json#b", '"c": 3')).toBe('{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n');
    // The comment above it stands at the margin.
    expect(await after("insertBefore", "lint.yaml#linters.enable", "settings:\n  c: 1")).toBe(
      "linters:\n  settings:\n    c: 1\n#  default: none\n  enable:\n    - a\n  disable:\n    - b\n",
    );
    expect(await after("insertBefore", "data.json#a", '"c": 3')).toBe('{\n  "c": 3,\n  "a": 1,\n  "b": 2\n}\n');
  });
});

describe("a replacement that takes a name away", () => {
  const LEFT = [
    { path: "a.ts", line: 1, why: "refers to x, which is deleted" },
    { path: "a.ts", line: 5, why: "refers to x, which is deleted" },
  ];
  it.each([
    ["lists what refers to it", () => build.replace("x.ts#x", "export const y = 1;"), LEFT],
    ["lists what refers to it within", () => build.replaceIn("x.ts#x", " x", " y"), LEFT],
    ["and nothing where the name stays", () => build.replace("x.ts#x", "export const x = 2;"), []],
  ])("%s", async (_what, built, left) => {
    expect(await built()).toMatchObject({ kind: "built", change: { left } });
  });
});

describe("delete_symbol", () => {
  it("takes the comment along and leaves one gap", async () => {
    expect(await after("delete", "a.ts#add")).toBe(FILES["a.ts"].replace(/\/\*\* Adds[^}]*}\n\n/, ""));
    expect(await after("delete", "a.py#f")).toBe(FILES["a.py"].replace(/# About f[\s\S]*return a\n\n\n/, ""));
    expect(await after("delete", "a.py#last")).toBe(FILES["a.py"].replace(/\n\n\ndef last[\s\S]*/, ""));
    expect(await after("delete", "a.py#A.two")).toBe(FILES["a.py"].replace(/\n {4}def two[\s\S]*return 2\n/, ""));
    expect(await after("delete", "crlf.ts#A.a")).toBe("class A {\r\n  b() {}\r\n}\r\n");
    expect(await after("delete", "line.ts#L.a")).toBe("class L { b() {} }\n");
    expect(await after("delete", "data.json#b")).toBe('{\n  "a": 1\n}\n');
    expect(await after("delete", "a.ts#Store.size")).toBe(FILES["a.ts"].replace("  size = 0;\n\n", ""));
  });

  it.each([
    ["CXX", ["CXX=$CLANG \\\n", ""]],
    ["FLAGS", ["FLAGS=-O3 ", ""]],
    ["MODE", [" MODE=x", ""]],
    ["ONE", ["ONE=1 \\\n", ""]],
    ["TWO", [" \\\nTWO=2", ""]],
  ])("leaves the lines joined that a backslash joins: %s", async (name, [was = "", now = ""]) => {
    expect(await after("delete", `build.sh#${name}`)).toBe(FILES["build.sh"].replace(was, now));
  });

  it("lists what still refers to it and to its members", async () => {
    expect(await build.delete("a.ts#add")).toMatchObject({
      kind: "built",
      change: {
        left: [
          { path: "a.ts", line: 1, why: "no other use of x is known in this file" },
          { path: "a.ts", line: 17, why: "refers to add, which is deleted" },
        ],
      },
    });
    expect(await build.delete("x.ts#x")).toMatchObject({
      change: {
        left: [
          { path: "a.ts", line: 1, why: "refers to x, which is deleted" },
          { path: "a.ts", line: 5, why: "refers to x, which is deleted" },
        ],
      },
    });
  });
});

describe("replace_in_symbol", () => {
  it("replaces literal text in the symbol alone", async () => {
    expect(await changed("replaceIn", "a.ts#Store.get", "this.size", "1")).toEqual(["this.size", "1"]);
  });

  it("tells another number than expected, with the lines", async () => {
    expect(await build.replaceIn("a.ts#Store", "size", "n")).toMatchObject({
      kind: "ambiguous",
      candidates: [
        { address: "a.ts:10", startLine: 10, endLine: 10 },
        { address: "a.ts:14", startLine: 14, endLine: 14 },
        { address: "a.ts:17", startLine: 17, endLine: 17 },
      ],
    });
    expect(await after("replaceIn", "a.ts#Store", "size", "n", 3)).toBe(FILES["a.ts"].replaceAll("size", "n"));
    expect(await build.replaceIn("a.ts#add", "put", "n")).toMatchObject({
      kind: "missing",
    });
  });

  it("matches line breaks of the file", async () => {
    expect(await after("replaceIn", "crlf.ts#A", "}\n\n  b", "}\n  b")).toBe(
      FILES["crlf.ts"].replace("\r\n\r\n", "\r\n"),
    );
  });

  it("matches different line endings of one file", async () => {
    const text = "// é\r\nfunction f() {\n  a();\r\n  b\n  d();\r\n}\r\n";
    const edits = await openMemoryEdits({ "a.js": text });
    const asked = { symbol: "a.js#f", find: "{\n  a();\n  b", replacement: "{\n  c();\n  b", regex: false, count: 1 };
    const after = edits.textsAfter(await replaceInSymbol(edits.scene, asked));
    expect(after["a.js"]).toBe("// é\r\nfunction f() {\r\n  c();\r\n  b\n  d();\r\n}\r\n");
  });
});
