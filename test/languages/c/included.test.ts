// What C++ names lead to that stand in namespaces of macros, outside of their class, or in headers that are included together.
import { expect, test } from "vitest";
import { leadsTo } from "../../linking/leads-to.ts";

const BASE = `#define SHOP_BEGIN_NAMESPACE \\
    namespace shop {          \\
    inline namespace v2 {
#define SHOP_END_NAMESPACE \\
  }                        \\
  }
`;
const OPEN = `#include "base.h"
SHOP_BEGIN_NAMESPACE
namespace detail {
int count();
}
int open(int size);
SHOP_END_NAMESPACE
`;
const MAIN = '#include "open.h"\nint main() { return shop::open(1) + shop::detail::count(); }\n';

test("a namespace that a macro opens has what follows the macro", async () => {
  const files = { "base.h": BASE, "open.h": OPEN, "main.cpp": MAIN };
  expect(await leadsTo(files, "main.cpp", "open")).toEqual(["2: open.h:6 exact"]);
  expect(await leadsTo(files, "main.cpp", "count")).toEqual(["2: open.h:4 exact"]);
});

test("it has nothing of a file without the macro", async () => {
  const files = { "base.h": BASE, "open.h": OPEN.replaceAll(/SHOP_.*\n/g, ""), "main.cpp": MAIN };
  expect(await leadsTo(files, "main.cpp", "open")).toEqual([expect.not.stringContaining("open.h")]);
});

test("a method is declared in its class and defined below it in the same file", async () => {
  const text =
    "class Store {\n  void put();\n  void fill();\n};\nvoid Store::put() {}\nvoid Store::fill() { put(); }\n";
  expect(await leadsTo({ "store.cpp": text }, "store.cpp", "put")).toEqual(["6: store.cpp:2 store.cpp:5 exact"]);
});

test("what a header declares only is defined where a file that includes it looks, too", async () => {
  const files = {
    "db/writer.h": "namespace shop {\nclass File;\nclass Writer {\n  File* file;\n};\n}\n",
    "include/file.h": "namespace shop {\nclass File {\n  int size;\n};\n}\n",
    "db/main.cpp": '#include "db/writer.h"\n#include "include/file.h"\n',
  };
  expect(await leadsTo(files, "db/writer.h", "File")).toContainEqual("4: include/file.h:2 constrained");
  const qualified = {
    ...files,
    "db/writer.h": "namespace shop { class File; }\nstruct Writer {\n  shop::File* file;\n};\n",
  };
  expect(await leadsTo(qualified, "db/writer.h", "File")).toContainEqual("3: include/file.h:2 constrained");
  const { "db/main.cpp": _, ...apart } = files;
  expect(await leadsTo(apart, "db/writer.h", "File")).toContainEqual(expect.not.stringContaining("file.h"));
});
