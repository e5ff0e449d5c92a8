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
  ["themes/a.zsh-theme", "", "zsh"],
  ["bin/tool", "#! /usr/bin/env -S node --no-warnings\n", "javascript"],
  ["bin/tool", "#!/usr/bin/env -S FOO=1 deno run\n", "typescript"],
  ["bin/tool", "#!/usr/bin/env Rscript\n", "r"],
  ["bin/tool", "#!/opt/odd/thing\n", null],
  ["bin/tool", "no first line\n#!/bin/sh\n", null],
  ["tsconfig.json", "", "jsonc"],
  ["packages/a/tsconfig.build.json", "", "jsonc"],
  [".vscode/launch.json", "", "jsonc"],
  ["a/.devcontainer/api/devcontainer.json", "", "jsonc"],
  ["deno.json", "", "jsonc"],
  ["package.json", "", "json"],
  ["data/orders.json", "", "json"],
  ["events.ndjson", "", "jsonl"],
  ["lib/orders.mli", "", "ocaml-interface"],
  ["bin/tool", "#!/usr/bin/env -S uv run --script\nimport os\n", "python"],
  ["bin/tool", "#!/usr/bin/env -S npx --yes tsx\nlet a: number;\n", "typescript"],
  ["bin/tool", "#!/usr/bin/env bun\nlet a: number;\n", "typescript"],
  ["bin/tool", "#!/usr/bin/env -S deno run -A\n", "typescript"],
  ["bin/tool", "#!/usr/bin/awk -f\n", "awk"],
  ["bin/tool", "#!/usr/bin/env fish\n", "fish"],
  ["bin/tool", "#!/usr/bin/env groovy\n", "groovy"],
  ["bin/tool", "#!/usr/bin/env perl6\n", "raku"],
  ["bin/tool", "#! /usr/bin/env nix-shell\n#! nix-shell -i python3 -p python3\n", "python"],
  ["Dockerfile.dev", "# Local.\nFROM debian\n", "dockerfile"],
  ["Dockerfile.py", "import os\n", "python"],
  ["build", "#!/bin/sh\nmake\n", "bash"],
  ["BUILD", 'cc_library(\n    name = "a",\n)\n', "starlark"],
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

test("of the languages that share a name, at most one takes what none of the others claims", () => {
  const owned = LANGUAGES.flatMap(({ extensions, fileNames = [], interpreters = [], claims = {} }) => [
    ...[...extensions, ...fileNames].filter((name) => claims[name.toLowerCase()] === undefined),
    ...interpreters.map((name) => `#! ${name}`),
  ]).map((name) => name.toLowerCase());
  expect(owned.filter((name, index) => owned.indexOf(name) !== index)).toEqual([]);
});

test("what a language claims is a name of its own, in lower case", () => {
  const strange = LANGUAGES.flatMap(({ id, extensions, fileNames = [], claims = {} }) => {
    const names = new Set([...extensions, ...fileNames.map((name) => name.toLowerCase())]);
    return Object.keys(claims).flatMap((name) => (names.has(name) ? [] : [`${id}: ${name}`]));
  });
  expect(strange).toEqual([]);
  const extensions = LANGUAGES.flatMap((language) => language.extensions);
  expect(extensions.filter((extension) => extension !== extension.toLowerCase())).toEqual([]);
});

test("at least 25 languages have a grammar", () => {
  expect(LANGUAGES.filter((language) => language.reader.by === "grammar").length).toBeGreaterThanOrEqual(25);
});
