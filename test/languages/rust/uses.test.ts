// In which forms of Rust a name is used, and where only a doubt is possible.
import { expect, it } from "vitest";
import type { Files } from "../../support/memory-project.ts";
import { placesOf } from "../../support/places-of.ts";

const CARGO = { "Cargo.toml": '[package]\nname = "shop"\n' };
const lines = (...of: readonly string[]): string => `${of.join("\n")}\n`;

it.each<[what: string, files: Files, symbol: string, places: readonly string[]]>([
  [
    "raw names",
    {
      "src/lib.rs": lines(
        "pub struct Store { pub r#type: u8 }",
        "fn f(s: Store) -> u8 { s.r#type }",
        "fn g(s: Store) -> Store { Store { r#type: 1 } }",
      ),
    },
    "Store.type",
    ["src/lib.rs:1 definition", "src/lib.rs:2 reference", "src/lib.rs:3 reference"],
  ],
  [
    "raw names of what needs no mark",
    { "src/lib.rs": lines("pub fn open() {}", "fn f() { r#open(); }", 'fn g() { println!("{}", r#open()); }') },
    "open",
    ["src/lib.rs:1 definition", "src/lib.rs:2 reference", "src/lib.rs:3 reference"],
  ],
  [
    "a field that a macro is given by its name",
    { "src/lib.rs": lines("pub struct Store { kind: u8 }", "fn f(s: Store) -> u8 { get!(s, kind) }") },
    "Store.kind",
    ["src/lib.rs:1 definition", "src/lib.rs:2 unknown"],
  ],
  [
    "defaults of parameters and values of variants",
    {
      "src/lib.rs": lines(
        "pub const LIMIT: isize = 1;",
        "pub struct A<const N: isize = LIMIT>;",
        "enum E { A = LIMIT as isize }",
        "struct B<T = [u8; LIMIT]>(T);",
      ),
    },
    "LIMIT",
    ["src/lib.rs:1 definition", "src/lib.rs:2 reference", "src/lib.rs:3 reference", "src/lib.rs:4 reference"],
  ],
  [
    "strings of attributes",
    {
      "src/lib.rs": lines(
        "fn check() -> u8 { 1 }",
        "mod m { pub fn check() {} }",
        '#[serde(default = "check", rename = "check")] struct A;',
        '#[serde(with = "m::check")] struct A2;',
        '#[cfg_attr(feature = "x", serde(skip_serializing_if = "crate::check"))] struct B;',
        '#[other(like = "check")] struct C;',
        "#[validate(check)] struct D;",
        "#[serde(check)] struct E;",
        'const S: &str = "the check";',
      ),
    },
    "src/lib.rs#check",
    [
      ...["src/lib.rs:1 definition", "src/lib.rs:2 other"],
      ...["src/lib.rs:3 reference", "src/lib.rs:3 string", "src/lib.rs:4 other", "src/lib.rs:5 reference"],
      ...["src/lib.rs:6 unread", "src/lib.rs:7 unread", "src/lib.rs:8 other", "src/lib.rs:9 string"],
    ],
  ],
  [
    "types in strings of attributes",
    {
      "src/lib.rs": lines(
        "struct Store;",
        '#[serde(bound = "T: Store")] struct A;',
        '#[serde(from = "Option<Store>")] struct B;',
      ),
    },
    "Store",
    ["src/lib.rs:1 definition", "src/lib.rs:2 reference", "src/lib.rs:3 reference"],
  ],
  [
    "a function that C code calls",
    {
      "src/lib.rs": lines('#[no_mangle] pub extern "C" fn open_store() {}'),
      "c/x.c": lines("extern void open_store(void);", "void f() { open_store(); }"),
    },
    "src/lib.rs#open_store",
    ["c/x.c:1 unread", "c/x.c:2 unread", "src/lib.rs:1 definition"],
  ],
  [
    "a function that C code cannot call",
    { "src/lib.rs": lines("pub fn open_store() {}"), "c/x.c": lines("void f() { open_store(); }") },
    "src/lib.rs#open_store",
    ["c/x.c:1 other", "src/lib.rs:1 definition"],
  ],
  [
    "a function of C",
    {
      "c/x.c": lines("void open_store(void) { }"),
      "src/lib.rs": lines('extern "C" { fn open_store(); }', "fn f() { unsafe { open_store() } }"),
      "src/other.rs": lines("fn open_store() {}"),
    },
    "c/x.c#open_store",
    ["c/x.c:1 definition", "src/lib.rs:1 unread", "src/lib.rs:2 unread", "src/other.rs:1 other"],
  ],
  [
    "names in the text of a macro of another module, which mean what is in sight where it is expanded",
    {
      "src/lib.rs": lines("#[macro_use]", "mod macros;", "pub mod codec;", "pub mod other;"),
      "src/macros.rs": lines(
        "macro_rules! integers {",
        "    ($int:ty) => {",
        "        impl Decode for $int {",
        "            fn decode() -> Decode { codec::Decode::new(serde::Decode) }",
        "        }",
        "    };",
        "}",
        "fn f() -> Decode { }",
      ),
      "src/codec.rs": lines("pub trait Decode { fn decode(); }", "integers!(u8);"),
      "src/other.rs": lines("struct Decode;", "macro_rules! own {", "    () => { impl Decode {} };", "}"),
    },
    "src/codec.rs#Decode",
    [
      "src/codec.rs:1 definition",
      ...["src/macros.rs:3 unknown", "src/macros.rs:4 unknown", "src/macros.rs:4 unknown", "src/macros.rs:4 other"],
      ...["src/macros.rs:8 other", "src/other.rs:1 other", "src/other.rs:3 other"],
    ],
  ],
  [
    "a trait's method on values of a library's types, which an implementation gives it",
    {
      "src/lib.rs": lines(
        "pub trait Shape { fn twice(&self) -> i32 { 2 } }",
        "impl Shape for [u8] { }",
        "fn a() { 1u8.twice(); }",
        "fn b(s: String) { s.as_bytes().twice(); s.twice(); }",
        "struct Cell { }",
        "impl Cell { fn twice(&self) { } }",
        "fn c(s: Cell) { s.twice(); }",
      ),
    },
    "Shape.twice",
    [
      ...["src/lib.rs:1 definition", "src/lib.rs:3 unknown", "src/lib.rs:4 unknown", "src/lib.rs:4 unknown"],
      ...["src/lib.rs:6 other", "src/lib.rs:7 other"],
    ],
  ],
  [
    "a trait's method on values of a library's types, where only types of the project have it",
    {
      "src/lib.rs": lines(
        "pub trait Shape { fn twice(&self) -> i32 { 2 } }",
        "struct Cell { }",
        "impl Shape for Cell { }",
        "fn a() { 1u8.twice(); }",
      ),
    },
    "Shape.twice",
    ["src/lib.rs:1 definition", "src/lib.rs:4 other"],
  ],
])("%s", async (_what, files, symbol, places) => {
  expect(await placesOf({ ...CARGO, ...files }, symbol)).toEqual(places);
});
