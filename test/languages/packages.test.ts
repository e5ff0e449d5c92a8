// Which files an import of Python or Go means, in small projects made of paths and configurations.
import { describe, expect, test } from "vitest";
import { goModules } from "../../src/languages/go/modules.ts";
import { python } from "../../src/languages/python/modules.ts";
import { rust } from "../../src/languages/rust/modules.ts";
import type { ModuleResolver } from "../../src/linking/lookup.ts";
import { miniProject } from "../linking/mini-project.ts";

interface Case {
  readonly what: string;
  readonly modules: ModuleResolver;
  readonly files: Readonly<Record<string, string>>;
  /** `from: specifier`, or `from: specifier + name` for a module's module, and the paths it leads to. */
  readonly leads: Readonly<Record<string, readonly string[]>>;
}

const empty = (...paths: readonly string[]): Record<string, string> =>
  Object.fromEntries(paths.map((path) => [path, ""]));
const packages = (files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, name]) => [path, `package ${name}\n`]));

const CASES: readonly Case[] = [
  {
    what: "Python's relative modules",
    modules: python,
    files: empty("a/__init__.py", "a/b.py", "a/c/__init__.py", "a/c/d.py", "a/e.pyi", "a/c.py", "top.py"),
    leads: {
      "a/b.py: .": ["a/__init__.py"],
      "a/b.py: .b": ["a/b.py"],
      "a/b.py: .c": ["a/c/__init__.py"],
      "a/b.py: .c.d": ["a/c/d.py"],
      "a/b.py: .e": ["a/e.pyi"],
      "a/c/d.py: ..b": ["a/b.py"],
      "a/c/d.py: ...top": ["top.py"],
      "a/c/d.py: ....top": [],
      "a/b.py: .none": [],
      "a/b.py: . + c": ["a/c/__init__.py"],
      "a/b.py: .c + d": ["a/c/d.py"],
      "a/__init__.py:  + b": ["a/b.py"],
      "a/b.py:  + c": [],
    },
  },
  {
    what: "Python's modules below the folders around, below src and lib, and the only one of a name",
    modules: python,
    files: empty(
      "src/shop/__init__.py",
      "src/shop/money.py",
      "src/shop/json.py",
      "tests/test_shop.py",
      "tests/helpers.py",
      "tests/types.py",
      "tools/deep/kit/__init__.py",
      "tools/deep/kit/run.py",
      "one/twice/__init__.py",
      "two/twice/__init__.py",
      "tools/os/__init__.py",
      "namespace/part/thing.py",
    ),
    leads: {
      "src/shop/money.py: shop": ["src/shop/__init__.py"],
      "src/shop/money.py: shop.money": ["src/shop/money.py"],
      "src/shop/money.py: json": [],
      "src/shop/money.py: money": [],
      "tests/test_shop.py: shop.money": ["src/shop/money.py"],
      "tests/test_shop.py: shop + money": ["src/shop/money.py"],
      "tests/test_shop.py: helpers": ["tests/helpers.py"],
      "tests/test_shop.py: kit.run": ["tools/deep/kit/run.py"],
      "tests/test_shop.py: kit.none": [],
      "tests/test_shop.py: twice": [],
      "one/twice/__init__.py: twice": ["one/twice/__init__.py"],
      "tests/test_shop.py: os": [],
      "tests/test_shop.py: namespace.part.thing": ["namespace/part/thing.py"],
      "tests/test_shop.py: requests": [],
    },
  },
  {
    what: "Go's packages by the module paths of go.mod, replacements first",
    modules: goModules,
    files: {
      "go.mod":
        'module "example.com/shop" // the shop\nrequire (\n\texample.com/kit v1.0.0\n)\nreplace (\n\texample.com/old => ./kit\n)\n',
      "kit/go.mod":
        "module example.com/kit/v2\nreplace example.com/shop v1.0.0 => ../\nreplace example.com/far => example.com/near v1\n",
      "broken/go.mod": "nothing of the kind",
      ...packages({
        "main.go": "main",
        "order/a.go": "order",
        "order/b.go": "order",
        "order/doc.go": "documentation",
        "order/a_test.go": "order",
        "order/x_test.go": "order_test",
        "kit/kit.go": "kit",
        "kit/deep/deep.go": "deep",
      }),
    },
    leads: {
      "main.go: example.com/shop": ["main.go"],
      "main.go: example.com/shop/order": ["order/a.go", "order/b.go"],
      "main.go: example.com/shop/none": [],
      "main.go: example.com/shopping": [],
      "main.go: example.com/kit/v2/deep": ["kit/deep/deep.go"],
      "main.go: example.com/kit/deep": [],
      "main.go: example.com/old/deep": ["kit/deep/deep.go"],
      "kit/kit.go: example.com/old/deep": [],
      "kit/kit.go: example.com/shop/order": ["order/a.go", "order/b.go"],
      "kit/kit.go: example.com/far": [],
      "main.go: fmt": [],
    },
  },
  {
    what: "Rust's paths of modules, in a crate and between crates of a workspace",
    modules: rust,
    files: {
      ...empty(
        "core/src/net/mod.rs",
        "core/src/net/tcp.rs",
        "core/src/net/tcp/stream.rs",
        "core/src/time.rs",
        "shell/src/run.rs",
        "shell/src/time.rs",
      ),
      "core/Cargo.toml": '[package]\nname = "shop-core"\n',
      "core/src/lib.rs": "pub mod net;\npub mod time;\n",
      "shell/Cargo.toml": '[package]\nname = "shell"\n',
      "shell/src/main.rs": "mod run;\nmod time;\n",
    },
    leads: {
      "shell/src/run.rs: shop_core": ["core/src/lib.rs"],
      "shell/src/run.rs: shop_core::net": ["core/src/net/mod.rs"],
      "shell/src/run.rs: ::shop_core::net::tcp": ["core/src/net/tcp.rs"],
      "shell/src/run.rs: shop_core::net::Listener": ["core/src/net/mod.rs"],
      "shell/src/run.rs: shop_core + time": ["core/src/time.rs"],
      "shell/src/run.rs: crate + time": ["shell/src/time.rs"],
      "shell/src/main.rs:  + time": ["shell/src/time.rs"],
      // The crate's own `time` is not that of another crate.
      "shell/src/main.rs: serde + time": [],
      "core/src/net/tcp/stream.rs: super::super": ["core/src/net/mod.rs"],
      "core/src/net/tcp/stream.rs: crate::net + tcp": ["core/src/net/tcp.rs"],
    },
  },
];

describe.each(CASES)("$what", ({ modules, files, leads }) => {
  test("lead where they should", async () => {
    const { lookup } = await miniProject(files);
    const found = Object.keys(leads).map((question) => {
      const [, from = "", specifier = "", name] = /^(.*?): (.*?)(?: \+ (\w+))?$/.exec(question) ?? [];
      const paths =
        name === undefined
          ? modules.resolve(specifier, from, lookup)
          : (modules.submodule?.(specifier.trim(), name, from, lookup) ?? []);
      return [question, paths];
    });
    expect(Object.fromEntries(found)).toEqual(leads);
  });
});

test("files of one package see each other, tests of another name apart", async () => {
  const { lookup } = await miniProject(
    packages({ "a/a.go": "a", "a/b.go": "a", "a/a_test.go": "a", "a/x_test.go": "a_test", "b/a.go": "a" }),
  );
  expect(goModules.inPackage?.("a/a.go", lookup)).toEqual(["a/a_test.go", "a/b.go"]);
  expect(goModules.inPackage?.("a/x_test.go", lookup)).toEqual([]);
});

test("a file's stems are what specifiers of it end in", async () => {
  const { lookup } = await miniProject({ "go.mod": "module example.com/shop\n", "main.go": "", "order/a.go": "" });
  const stems = (modules: ModuleResolver, path: string): readonly string[] => modules.stems(path, lookup);
  expect(stems(goModules, "main.go")).toEqual(["shop"]);
  expect(stems(goModules, "order/a.go")).toEqual(["order"]);
  expect(stems(python, "a/b.py")).toEqual(["b"]);
  expect(stems(python, "a/__init__.py")).toEqual(["a"]);
  expect(stems(python, "a/b.pyi")).toEqual(["b"]);
});
