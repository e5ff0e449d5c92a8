// Which files the imports of a workspace of Rust lead to.
import { expect, test } from "vitest";
import { rust } from "../../../src/languages/rust/modules.ts";
import { miniProject } from "../../linking/mini-project.ts";

const FILES = {
  "Cargo.toml":
    '[workspace]\nmembers = ["app", "store"]\n[workspace.dependencies]\nbase = { package = "core-base", path = "base" }\n',
  "app/Cargo.toml":
    '[package]\nname = "app"\n[[bin]]\nname = "tool"\npath = "tools/tool.rs"\n[dependencies]\ndisk = { path = "../store", package = "shop-store" }\nlabel = { path = "../label" }\nbase.workspace = true\n',
  "app/src/lib.rs": "pub extern crate disk as storage;\nextern crate shop_cart;\n",
  "app/src/main.rs": `use label::Label;
#[path = "unix/pipe.rs"]
mod pipe;
mod inner;
fn main() {
    disk::open(u32::MAX);
    app::run();
    select! { _ = base::wait(String::new()) => {} }
    ::later::on();
    label::print();
}
#[other::test]
fn works() { wanted::now(); }
mod tests { use wanted; }
`,
  "app/src/inner.rs": "",
  "app/src/unix/pipe.rs": "",
  "app/tools/tool.rs": "mod parts;",
  "app/tools/parts.rs": "use crate::Tool;",
  "store/Cargo.toml": '[package]\nname = "shop-store"\n',
  "store/src/lib.rs": "",
  "base/Cargo.toml": '[package]\nname = "core-base"\n',
  "base/src/lib.rs": "",
  "label/Cargo.toml": '[package]\nname = "label"\n',
  "label/src/lib.rs": "",
  "old/label/Cargo.toml": '[package]\nname = "label"\n',
  "old/label/src/lib.rs": "",
};
const MAIN = "app/src/main.rs";

test("what paths begin with is imported once, but for what a `use` brings and what is built in", async () => {
  const { facts } = await miniProject(FILES);
  const told = facts
    .get(MAIN)
    ?.imports.map(({ local, imported, specifier, line }) => [local, imported, specifier, line]);
  expect(told).toEqual([
    ["Label", "Label", "label", 1],
    [null, null, "unix/pipe.rs", 3],
    ["wanted", "*", "wanted", 14],
    [null, null, "disk", 6],
    [null, null, "app", 7],
    [null, null, "base", 8],
    [null, null, "later", 9],
    [null, null, "label", 10],
    [null, null, "other", 12],
  ]);
});

test("`extern crate` imports a crate, under another name, too", async () => {
  const { facts } = await miniProject(FILES);
  expect(facts.get("app/src/lib.rs")?.imports.map(({ local, specifier }) => [local, specifier])).toEqual([
    ["storage", "disk"],
    ["shop_cart", "shop_cart"],
  ]);
});

test.each([
  ["disk", MAIN, ["store/src/lib.rs"]],
  ["base", MAIN, ["base/src/lib.rs"]],
  ["app", MAIN, ["app/src/lib.rs"]],
  ["label", MAIN, ["label/src/lib.rs"]],
  ["label", "store/src/lib.rs", []],
  ["inner", MAIN, ["app/src/inner.rs"]],
  ["unix/pipe.rs", MAIN, ["app/src/unix/pipe.rs"]],
  ["super", "app/src/inner.rs", [MAIN]],
  ["crate", "app/src/inner.rs", [MAIN]],
  ["self::parts", "app/tools/tool.rs", ["app/tools/parts.rs"]],
  ["crate", "app/tools/parts.rs", ["app/tools/tool.rs"]],
  ["crate", "app/tools/tool.rs", ["app/tools/tool.rs"]],
])("%s in %s is %j", async (specifier, from, expected) => {
  const { lookup } = await miniProject(FILES);
  expect(rust.resolve(specifier, from, lookup)).toEqual(expected);
});
