// What a bare name leads to, where a name of another file could be meant as well.
import { describe, expect, test } from "vitest";
import { leadsTo } from "./leads-to.ts";

describe("Ruby", () => {
  const MAIN = { "main.rb": "puts helper(1)\n" };

  test("a method at the top of the only other file that has one may be meant", async () => {
    const files = { ...MAIN, "tools.rb": "def helper(x)\n  x\nend\n" };
    expect(await leadsTo(files, "main.rb", "helper")).toEqual(["1: tools.rb:1 constrained"]);
  });

  test("of two such files neither is", async () => {
    const files = { ...MAIN, "a.rb": "def helper(x)\nend\n", "b.rb": "def helper(x)\nend\n" };
    expect(await leadsTo(files, "main.rb", "helper")).toEqual([expect.not.stringContaining(".rb:")]);
  });
});

describe("Ruby's constants", () => {
  test("are unknown, not a library's, where the project defines the name out of sight", async () => {
    const files = {
      "reader.rb": "module Shop\n  class Reader\n    def load\n    end\n  end\nend\n",
      "helper.rb": "include Shop\n",
      "reader_test.rb":
        "class ReaderTest < Minitest::Test\n  def test_load\n    Reader.new.load\n    Other.new.load\n  end\nend\n",
    };
    expect(await leadsTo(files, "reader_test.rb", "Reader")).toEqual(["3: unknown"]);
    expect(await leadsTo(files, "reader_test.rb", "load")).toEqual(["3: unknown", "4: external"]);
  });
});

describe("titles of tests", () => {
  test("are text: a call in Ruby does not mean the test that has its name for a title", async () => {
    const files = {
      "helpers_test.rb":
        "class HelpersTest < Minitest::Test\n  describe 'redirect' do\n    it('goes') { get('/') { redirect '/foo' } }\n  end\nend\n",
    };
    expect(await leadsTo(files, "helpers_test.rb", "redirect")).toEqual(["3: unknown"]);
  });

  test("are text: a script's call does not mean another script's test", async () => {
    const files = { "page.js": "reload();\n", "test.js": "describe('reload', () => {});\n" };
    expect(await leadsTo(files, "page.js", "reload")).toEqual(["1: external"]);
  });
});

describe("C", () => {
  const USE = "int length(struct buffer *b);\n";

  test("a header beside may define what a header uses and does not include", async () => {
    const files = { "io/use.h": USE, "io/types.h": "struct buffer { int size; };\n" };
    expect(await leadsTo(files, "io/use.h", "buffer")).toEqual(["1: io/types.h:1 constrained"]);
  });

  test("so may a file that includes the header, and no other", async () => {
    const main = { "main.c": '#include "io/use.h"\nstruct buffer { int size; };\n' };
    expect(await leadsTo({ "io/use.h": USE, ...main }, "io/use.h", "buffer")).toEqual(["1: main.c:2 constrained"]);
    const apart = { "other.c": "struct buffer { int size; };\n" };
    expect(await leadsTo({ "io/use.h": USE, ...apart }, "io/use.h", "buffer")).toEqual([
      expect.not.stringContaining("other.c"),
    ]);
  });

  const SHARED = {
    "size.h": "int size(int at);\n",
    "size.c": '#include "size.h"\nint size(int at) { return at; }\n',
    "use.c": '#include "size.h"\nint twice(int at) { return 2 * size(at); }\n',
  };

  test("what a header declares is defined in a file that includes it", async () => {
    expect(await leadsTo(SHARED, "use.c", "size")).toEqual(["2: size.h:1 size.c:2 exact"]);
  });

  test("what is static at the top of a file belongs to that file, though the file sees a declaration of the name", async () => {
    const own = 'static int size(int at) { return 0; }\n#include "size.h"\nint none(void) { return size(1); }\n';
    const files = { ...SHARED, "own.c": own };
    expect(await leadsTo(files, "use.c", "size")).toEqual(["2: size.h:1 size.c:2 exact"]);
    expect(await leadsTo(files, "own.c", "size")).toEqual(["3: own.c:1 exact"]);
  });
});

test("Scala: what a pattern binds is no mention of another file's value", async () => {
  const object = [
    "package shop",
    "object A {",
    "  def f(xs: List[Int]) = xs match {",
    "    case first :: rest => g(first, rest)",
    "    case _ => h(rest)",
    "  }",
    "  def k(pair: (Int, Int)) = pair match {",
    "    case (first, rest) => g(first, rest)",
    "  }",
    "}",
  ];
  const files = { "shop/A.scala": object.join("\n"), "shop/B.scala": "package shop\nobject B { val rest = 1 }\n" };
  expect(await leadsTo(files, "shop/A.scala", "first")).toEqual([]);
  expect(await leadsTo(files, "shop/A.scala", "rest")).toEqual([expect.stringMatching(/^5: /)]);
});

test("JavaScript: a call of a generator does not give what it returns", async () => {
  const text = [
    "class A {",
    "  run() {}",
    "}",
    "function* each() {",
    "  return new A();",
    "}",
    "function one() {",
    "  return new A();",
    "}",
    "one().run();",
    "each().run();",
  ];
  const found = await leadsTo({ "a.js": text.join("\n") }, "a.js", "run");
  expect(found).toEqual(["10: a.js:2 constrained", "11: unknown"]);
});

describe("TypeScript", () => {
  const declares = (block: string): string =>
    `import "./store.ts";\n${block} {\n  interface Order {\n    id: string;\n  }\n}\nexport {};\n`;
  const MAIN = { "main.ts": 'import "./store.ts";\nexport class Sale implements Order {}\n' };

  test("what a module declares in `declare global` is seen in every file", async () => {
    const files = { ...MAIN, "global.ts": declares("declare global") };
    expect(await leadsTo(files, "main.ts", "Order")).toEqual(["2: global.ts:3 constrained"]);
  });

  test.each(["export namespace Shop", 'declare module "shop"'])("what it declares in `%s` is not", async (block) => {
    expect(await leadsTo({ ...MAIN, "global.ts": declares(block) }, "main.ts", "Order")).toEqual(["2: external"]);
  });
});
