import { describe, expect, it } from "vitest";
import { namesOf, rolesAskedBy, sideOf } from "../../src/languages/file-role.ts";

describe("a file's part in its project", () => {
  it.each<[role: string, paths: readonly string[]]>([
    [
      "source",
      [
        "src/app.ts",
        "lib/contest.py",
        "src/latest.go",
        "src/Latest.php",
        "src/Attest.php",
        "src/Contest.php",
        "testing.ts",
        "cmd/test.go",
        "src/contests/list.ts",
        "src/vendor.ts",
        "src/generator/generate.ts",
        "src/config.ts",
        "docs.rs",
        "src/lock.go",
        "cmd/build/main.go",
      ],
    ],
    [
      "test",
      [
        "test/app.ts",
        "src/add/test.ts",
        "src/parser/tests.rs",
        "src/Shop.Tests/Cart.cs",
        "src/Cart/CartTest.php",
        "src/UnitTests/Cart.cs",
        "src/commonTest/kotlin/Cart.kt",
        "src/app.test.ts",
        "src/CartTest.php",
        "src/Cart/AdapterTestCase.php",
        "pkg/app_test.go",
        "test_app.py",
        "spec/app_spec.rb",
        "e2e/login.ts",
        "test/data.json",
      ],
    ],
    ["fixture", ["fixtures/a.py", "src/__mocks__/fs.ts", "src/__snapshots__/a.ts", "src/a.snap"]],
    ["example", ["examples/todo/main.rs", "benchmarks/run.js", "demo/index.html"]],
    [
      "vendored",
      [
        "vendor/github.com/x/y.go",
        "third_party/zlib/inflate.c",
        "src/_vendor/six.py",
        "vendor/x/test/a_test.go",
        "Pods/AFNetworking/a.m",
      ],
    ],
    [
      "generated",
      [
        "api/user.pb.go",
        "api/user_pb2.py",
        "api/user_pb2_grpc.py",
        "lib/model.g.dart",
        "src/__generated__/graphql.ts",
        "src/client.generated.ts",
        "public/jquery.min.js",
        "package-lock.json",
        "Cargo.lock",
        "go.sum",
        "Forms/Main.Designer.cs",
      ],
    ],
    ["legacy", ["src/compat/v1.js", "src/legacy/cart.ts"]],
    ["declaration", ["types/app.d.ts", "src/app.pyi"]],
    ["prose", ["README.md", "docs/guide.rst", "CHANGELOG", "LICENSE"]],
    [
      "config",
      [
        "package.json",
        ".github/workflows/ci.yml",
        "vite.config.ts",
        "pyproject.toml",
        ".eslintrc.cjs",
        ".env",
        "src/locales/de.json",
      ],
    ],
  ])("%s", (role, paths) => {
    expect(paths.map((path) => `${path}: ${sideOf(path, new Set())?.role ?? "source"}`)).toEqual(
      paths.map((path) => `${path}: ${role}`),
    );
  });

  it("is not held against what the query asks for", () => {
    expect(sideOf("docs/guide.md", rolesAskedBy("how do I install it"))).toBeNull();
    expect(sideOf("docs/guide.md", rolesAskedBy("how is it installed"))?.role).toBe("prose");
    expect(sideOf("test/a.ts", rolesAskedBy("how do I use it"))?.role).toBe("test");
  });
});

describe("what a query asks for", () => {
  it.each<[query: string, roles: string]>([
    ["how are sessions renewed", ""],
    ["tests of the cart", "test"],
    ["where do we test login", "test"],
    ["how the test runner starts its test workers", ""],
    ["spec for the router", "test"],
    ["how do I use the client", "example prose"],
    ["how to configure logging", "example prose config"],
    ["usage of the cli", "example prose"],
    ["usage template of a command", ""],
    ["example of a plugin", "example"],
    ["vendored zlib", "vendored"],
    ["which lock file is written", "generated"],
    ["the deprecated api", "legacy"],
    ["type declarations of the store", "declaration"],
    ["where is this documented", "prose"],
    ["eslint config", "config"],
    ["what does the ci pipeline run", "config"],
  ])("%s: %s", (query, roles) => {
    expect([...rolesAskedBy(query)].join(" ")).toBe(roles);
  });
});

it.each<[path: string, stem: string, parent: string, hub: boolean]>([
  ["src/user.service.ts", "user.service", "src", false],
  ["src/extract/mod.rs", "mod", "extract", true],
  ["Makefile", "Makefile", "", false],
  [".env", ".env", "", false],
  ["pkg/__init__.py", "__init__", "pkg", true],
])("names of %s", (path, stem, parent, hub) => {
  expect(namesOf(path)).toEqual({ stem, parent, hub });
});

it.each<[path: string]>([
  ["src/contest.ts"],
  ["src/(test)+.ts"],
  ["src/latest/specimen.ts"],
  ["src/demonstration.ts"],
  ["src/old_school.ts"],
  ["src/example.ts"],
  ["__proto__"],
  ["constructor"],
  [""],
])("%j is source, the first time and again", (path) => {
  expect([sideOf(path, new Set()), sideOf(path, new Set())]).toEqual([null, null]);
});

it("what a query asks for does not stay with the path", () => {
  expect(sideOf("test/a.ts", new Set(["test"]))).toBeNull();
  expect(sideOf("test/a.ts", new Set())).toEqual({ role: "test", distance: 0.7 });
  expect(sideOf("test/a.ts", new Set(["prose"]))).toEqual({ role: "test", distance: 0.7 });
});

it("a path of a hundred thousand letters has its role", () => {
  expect(sideOf(`${"spec.test.".repeat(10_000)}/a.ts`, new Set())).toBeNull();
  expect(sideOf(`${"a/".repeat(50_000)}test/a.ts`, new Set())?.role).toBe("test");
});
