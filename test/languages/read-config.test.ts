// Configuration files as people write them, and as nobody does.
import { expect, test } from "vitest";
import { configFacts } from "../../src/languages/read-config.ts";

const configOf = (path: string, text: string): unknown => configFacts(path, text)?.config ?? null;

test("tsconfig.json, with comments and commas too many", () => {
  const text = `{
    // "extends": "./none",
    "extends": ["./a", "./b.json"], /* both */
    "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["./src/*", 1], "http://x//y": ["/* no comment */",], }, },
    "references": [{ "path": "../core" }, {}, 3],
  }`;
  expect(configOf("app/tsconfig.build.json", text)).toEqual({
    extends: ["./a", "./b.json"],
    references: ["../core"],
    baseUrl: ".",
    paths: { "@/*": ["./src/*"], "http://x//y": ["/* no comment */"] },
  });
  expect(configOf("jsconfig.json", "{}")).toEqual({ extends: [], references: [], baseUrl: null, paths: null });
});

test("package.json", () => {
  const text = JSON.stringify({
    name: "a",
    main: "m.js",
    types: "t.d.ts",
    exports: "./x.js",
    bin: { a: "b.js" },
    imports: 1,
  });
  const rest = { exports: "./x.js", imports: null, bin: { a: "b.js" } };
  expect(configOf("package.json", text)).toEqual({ name: "a", entries: ["t.d.ts", "m.js"], ...rest });
});

test("Cargo.toml, with programs whose file is named", () => {
  const text =
    '[package]\nname = "fuzz-all"\n\n[[bin]]\nname = "parse"\npath = "targets/parse.rs"\n\n[[bin]]\npath = "x.rs"\n[[bin]]\nname = "own"\n';
  const programs = [
    ["parse", "targets/parse.rs"],
    ["fuzz-all", "x.rs"],
  ];
  const none = { others: [], dependencies: [] };
  expect(configOf("Cargo.toml", text)).toEqual({ crate: "fuzz_all", library: "src/lib.rs", programs, ...none });
  expect(configOf("Cargo.toml", "[workspace]\n")).toBeNull();
});

test("Cargo.toml, with dependencies that have another name or stand in a folder", () => {
  const text = `[package]
name = "shop"
[dependencies]
serde = { version = "1", features = [
  "derive",
] }
my-store = { path = "../store", package = "shop-store", features = [
  "disk",
] }
plain = "1"
cart.path = "../cart"
[target.'cfg(unix)'.dev-dependencies.label]
path = "../label"
[[test]]
name = "all"
path = "tests/suite.rs"
`;
  expect(configOf("Cargo.toml", text)).toEqual({
    crate: "shop",
    library: "src/lib.rs",
    programs: [],
    others: ["tests/suite.rs"],
    dependencies: [
      { name: "my_store", package: "shop_store", path: "../store" },
      { name: "cart", package: null, path: "../cart" },
      { name: "label", package: null, path: "../label" },
    ],
  });
  expect(configOf("Cargo.toml", '[workspace.dependencies]\nstore = { path = "store" }\n')).toMatchObject({
    crate: null,
  });
});

test.each(["[]", "", "null", "{", `{"a": 1}}`])("is nothing where the text is no object: %j", (text) => {
  expect(configOf("package.json", text)).toBeNull();
});

test("nests without end: nothing that would have to be walked", () => {
  const text = `{"name": "a", "exports": ${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}`;
  expect(configOf("package.json", text)).toBeNull();
});

test("is read in one go where strings and comments begin and never end", () => {
  for (const text of [
    "/*".repeat(200_000),
    `"${'\\"'.repeat(200_000)}`,
    `{${",".repeat(200_000)}`,
    "[".repeat(400_000),
  ]) {
    expect(configOf("tsconfig.json", text)).toBeNull();
  }
});

test("is no Cargo.toml where it is no TOML, nests without end or says nothing", () => {
  for (const text of ["[package", "{}", `a = ${"[".repeat(200_000)}`, `a = ${"{a=".repeat(100_000)}`, ""]) {
    expect(configOf("Cargo.toml", text)).toBeNull();
  }
});

test("other files configure nothing", () => {
  expect(configOf("src/data.json", "{}")).toBeNull();
  expect(configOf("my-tsconfig.json", "{}")).toBeNull();
});
