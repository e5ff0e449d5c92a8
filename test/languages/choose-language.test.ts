// Which file is read how.
import { expect, test } from "vitest";
import { openLanguageChooser } from "../../src/languages/choose-language.ts";
import { LANGUAGES } from "../../src/languages/registry.ts";

test.each([
  ["src/main.ts", "", "typescript"],
  ["src/types.d.ts", "", "typescript"],
  ["App.TSX", "", "tsx"],
  ["lib/index.mjs", "", "javascript"],
  ["a.b/c.py", "", "python"],
  ["Gemfile", "", "ruby"],
  ["tools/Rakefile", "", "ruby"],
  ["Makefile", "", "makefile"],
  ["build/makefile", "", "makefile"],
  ["Dockerfile", "", "dockerfile"],
  ["prod.dockerfile", "", "dockerfile"],
  ["CMakeLists.txt", "", "cmake"],
  ["notes.txt", "", "text"],
  ["LICENSE", "", "text"],
  ["README.md", "", "markdown"],
  ["query.R", "", "r"],
  ["include/table.h", "struct table;\nint f(void);\n", "c"],
  ["include/table.h", "#pragma once\nnamespace a {\n}\n", "cpp"],
  ["include/table.h", "template <typename T>\nT f();\n", "cpp"],
  ["include/table.h", "#include <vector>\nvoid f();\n", "cpp"],
  ["include/table.h", "#include <sys/types.h>\nvoid f(void);\n", "c"],
  ["include/table.h", "struct Cart {\n  int items[3];\n  int size() const;\n};\n", "cpp"],
  ["include/table.h", "struct Cart {\n  Cart(int size);\n};\n", "cpp"],
  ["include/table.h", "enum class Level : int { Low };\n", "cpp"],
  ["include/table.h", "struct Cart {\n  Cart() = default;\n};\n", "cpp"],
  ["include/table.h", "int total(const Cart &cart);\n", "cpp"],
  ["include/table.h", "export module a.b;\n", "cpp"],
  ["include/table.h", "/* class Cart */\nstruct cart { int (*run)(struct cart *self); PAD(3); };\n", "c"],
  ["include/table.h", "#define HAS(a, b) ((a & b) != 0)\nint f(int a); // std::vector\n", "c"],
  [
    "include/table.h",
    '#ifdef __cplusplus\nextern "C" {\n#endif\nenum { A = 1 };\n#ifdef __cplusplus\n}\n#endif\n',
    "c",
  ],
  ["include/Order.h", "#import <Foundation/Foundation.h>\n@interface Order : NSObject\n@end\n", "objectivec"],
  ["include/Order.h", "#ifdef __OBJC__\n@class Order;\n#endif\nint f(void);\n", "c"],
  ["src/shop.cppm", "", "cpp"],
  ["src/shop.ixx", "", "cpp"],
  ["src/shop.c++m", "", "cpp"],
  ["bin/tool", "#!/usr/bin/env python3\n", "python"],
  ["bin/tool", "#!/usr/bin/python3.11 -u\n", "python"],
  ["bin/tool", "#!/bin/sh\n", "bash"],
  ["bin/tool", "#! /usr/bin/env -S node --no-warnings\n", "javascript"],
  ["bin/tool", "#!/usr/bin/env -S FOO=1 deno run\n", "typescript"],
  ["bin/tool", "#!/usr/bin/env Rscript\n", "r"],
  ["bin/tool", "#!/opt/odd/thing\n", null],
  ["bin/tool", "no first line\n#!/bin/sh\n", null],
  ["strange.xyz", "", null],
  [".hidden", "", null],
  ["folder.ts/plain", "", null],
  ["", "", null],
])("%j starting %j is %s", (path, text, id) => {
  expect(openLanguageChooser()(path, text)?.id ?? null).toBe(id);
});

test("settings add extensions and take over known ones", () => {
  const choose = openLanguageChooser({
    ".foo": "typescript",
    BAR: "python",
    ".h": "cpp",
    ".blade.php": "html",
    ".odd": "none",
  });
  expect(choose("a.foo", "")?.id).toBe("typescript");
  expect(choose("a.bar", "")?.id).toBe("python");
  expect(choose("a.h", "")?.id).toBe("cpp");
  expect(choose("a.blade.php", "")?.id).toBe("html");
  expect(choose("a.php", "")?.id).toBe("php");
  expect(choose("a.odd", "")).toBeNull();
});

test("no extension, file name or interpreter is claimed twice", () => {
  const claims = LANGUAGES.flatMap((language) => [
    ...language.extensions,
    ...(language.fileNames ?? []).map((name) => `file ${name.toLowerCase()}`),
    ...(language.interpreters ?? []).map((name) => `#! ${name.toLowerCase()}`),
  ]);
  expect(claims.filter((claim, index) => claims.indexOf(claim) !== index)).toEqual([]);
  expect(claims.filter((claim) => claim.startsWith(".") && claim !== claim.toLowerCase())).toEqual([]);
});

test("at least 25 languages have a grammar", () => {
  expect(LANGUAGES.filter((language) => language.reader.by === "grammar").length).toBeGreaterThanOrEqual(25);
});
