// What follows from the places that an edit breaks or leaves. Each case: files, a deletion or a rename, and all places that are listed.
import { describe, expect, it } from "vitest";
import type { LeftPlace } from "../../../src/edits/change-set.ts";
import { renameSymbol } from "../../../src/edits/rename/rename-symbol.ts";
import { deleteSymbol } from "../../../src/edits/symbols/delete-symbol.ts";
import { openMemoryEdits } from "../../support/memory-edits.ts";

interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly symbol: string;
  /** The new name; none deletes. */
  readonly to?: string;
  /** `path:line`, with what the reason has to have behind it. */
  readonly left: readonly string[];
}

const CARGO = '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n';
const SHAPES = [
  "macro_rules! shape {",
  "    ($kind:ty => $sides:expr) => {",
  "        impl $crate::Shape for $kind {",
  "            fn area(&self) -> i32 { 1 }",
  "        }",
  "    };",
  "}",
  "pub trait Shape {",
  "    fn area(&self) -> i32;",
  "    fn twice(&self) -> i32 { 2 }",
  "}",
  "pub struct Frame<T>(pub T);",
  "impl<T> Frame<T>",
  "where",
  "    T: Shape,",
  "{",
  "    pub fn outer(&self) -> i32 { 3 }",
  "}",
  "impl<T> Frame<T> {",
  "    pub fn plain(&self) -> i32 { 3 }",
  "}",
  "pub struct Cell;",
  "shape! {",
  "    Cell => 4",
  "}",
  "fn run(cell: Cell) -> i32 {",
  "    cell.twice()",
  "        + Frame(cell).outer()",
  "        + Frame(1).plain()",
  "}",
  "",
].join("\n");
const CONCEPTS = [
  "template <typename T> concept Sized = requires { typename T::value_type; };",
  "struct Cell { using value_type = int; };",
  "template <Sized T> struct Box {",
  "  explicit Box(T it);",
  "  T first;",
  "};",
  "Box<Cell> box{Cell{}};",
  "int other;",
  "",
].join("\n");
const TRAITS = [
  "struct Cell {};",
  "template <typename T> struct Traits;",
  "template <> struct Traits<Cell> { using mark_type = int; };",
  "template <typename T> struct View {",
  "  int left;",
  "  typename Traits<T>::mark_type mark;",
  "};",
  "int sum(const View<Cell> &view) {",
  "  const auto &[left, mark] = view;",
  "  return view.left + view.mark;",
  "}",
  "",
].join("\n");

const CASES: readonly Case[] = [
  {
    name: "what an impl gives that a deleted macro made (Rust)",
    files: { "Cargo.toml": CARGO, "src/lib.rs": SHAPES },
    symbol: "src/lib.rs#shape",
    left: [
      "src/lib.rs:15 may ask for what breaks",
      "src/lib.rs:23 refers to shape",
      "src/lib.rs:27 may ask for what breaks",
      "src/lib.rs:28 may ask for what breaks",
    ],
  },
  {
    name: "what an impl gives that a macro makes of a type that keeps its old name there (Rust)",
    files: { "Cargo.toml": CARGO, "src/lib.rs": SHAPES },
    symbol: "src/lib.rs#Cell",
    to: "Field",
    left: [
      "src/lib.rs:24 in text that the grammar does not understand",
      "src/lib.rs:1-7 text of a macro that is given what breaks",
      "src/lib.rs:3 may ask for what breaks",
      "src/lib.rs:15 may ask for what breaks",
      "src/lib.rs:23 may ask for what breaks",
      "src/lib.rs:27 may ask for what breaks",
      "src/lib.rs:28 may ask for what breaks",
    ],
  },
  ...[undefined, "put"].map(
    (to): Case => ({
      name: `what implements a ${to === undefined ? "deleted" : "renamed"} member for a type of a library (Rust)`,
      files: {
        "Cargo.toml": CARGO,
        "src/lib.rs":
          "pub trait Drive {\n    fn push(&mut self);\n}\nimpl Drive for Vec<u8> {\n    fn push(&mut self) {}\n}\nimpl Other for Vec<u8> {\n    fn push(&mut self) {}\n}\n",
      },
      symbol: "src/lib.rs#Drive.push",
      ...(to === undefined ? {} : { to }),
      left: [
        "src/lib.rs:4 has line 5",
        to === undefined ? "src/lib.rs:5 implements Drive.push" : "src/lib.rs:5 implements it",
      ],
    }),
  ),
  {
    name: "uses of the macros in the file of a deleted module (Rust)",
    files: {
      "Cargo.toml": CARGO,
      "src/lib.rs": "#[macro_use]\nmod macros;\n\nfn run() -> i32 {\n    cell!(1)\n}\n",
      "src/macros.rs": "macro_rules! cell {\n    ($left:expr) => {\n        $left\n    };\n}\n",
    },
    symbol: "src/lib.rs#macros",
    left: ["src/lib.rs:5 refers to cell of src/macros.rs", "src/macros.rs:1-5 text of a macro"],
  },
  {
    name: "comparisons by an operator that makes them, and not templates (C++)",
    files: {
      "a.cpp":
        "#include <vector>\nstruct Mark {\n  int line;\n  friend auto operator<=>(const Mark &, const Mark &) = default;\n};\nstd::vector<Mark> all;\nbool same = all[0] == all[1];\nbool less = all[0] < all[1];\nint none = 1;\n",
    },
    symbol: "a.cpp#Mark.operator<=>",
    left: [
      "a.cpp:2 Mark.operator<=>, which is deleted, may be called",
      "a.cpp:7 may use Mark.operator<=>",
      "a.cpp:8 may use Mark.operator<=>",
    ],
  },
  {
    name: "uses of a suffix whose definition is deleted, where its declaration is included (C++)",
    files: {
      "a.hpp": 'namespace grid {\nint operator""_cell(unsigned long long left);\n}\n',
      "a.cpp": '#include "a.hpp"\nnamespace grid {\nint operator""_cell(unsigned long long left) { return 1; }\n}\n',
      "b.cpp": '#include "a.hpp"\nusing namespace grid;\nint three = 3_cell;\n',
    },
    symbol: 'a.cpp#grid.operator""_cell',
    left: [
      'a.cpp:2 grid.operator""_cell, which is deleted, may be called',
      'a.hpp:2 declares grid.operator""_cell too',
      'b.cpp:3 may use grid.operator""_cell',
    ],
  },
  {
    name: "calls with their blocks, of a function that gives them a deleted type (Kotlin)",
    files: {
      "a.kt":
        'class Builder<T> {\n  operator fun T.unaryPlus() {}\n}\nfun <T> build(block: Builder<T>.() -> Unit) = Builder<T>().apply(block)\nval parts = build<String> {\n  +"a"\n}\nval other = 1\n',
    },
    symbol: "a.kt#Builder",
    left: ["a.kt:4 refers to Builder", "a.kt:5-7 calls build"],
  },
  ...["Drive.push", "Cell.push"].map(
    (symbol): Case => ({
      name: `what implements a member for types of libraries where ${symbol} is renamed (Rust)`,
      files: {
        "Cargo.toml": CARGO,
        "src/lib.rs":
          "pub trait Drive {\n    fn push(&mut self);\n}\nimpl<T: Drive> Drive for [T] {\n    fn push(&mut self) {}\n}\nimpl Drive for (u8, u8) {\n    fn push(&mut self) {}\n}\nimpl Drive for &str {\n    fn push(&mut self) {}\n}\npub struct Cell;\nimpl Drive for Cell {\n    fn push(&mut self) {}\n}\n",
      },
      symbol: `src/lib.rs#${symbol}`,
      to: "put",
      left: [
        "4 has line 5",
        "5 implements it",
        "7 has line 8",
        "8 implements it",
        "10 has line 11",
        "11 implements it",
      ].map((place) => `src/lib.rs:${place}`),
    }),
  ),
  {
    name: "uses of a trait in the text of a macro of another module (Rust)",
    files: {
      "Cargo.toml": CARGO,
      "src/lib.rs": "#[macro_use]\nmod macros;\npub mod codec;\n",
      "src/macros.rs":
        "macro_rules! integers {\n    ($int:ty) => {\n        impl Decode for $int { fn go() {} }\n    };\n}\n",
      "src/codec.rs": "pub trait Decode { fn go(); }\nintegers!(u8);\n",
    },
    symbol: "src/codec.rs#Decode",
    to: "Read",
    left: ["src/macros.rs:3 on a value of unknown type"],
  },
  {
    name: "macros that put a name together that another macro made of the symbol's (C)",
    files: {
      "list.def": "OPCODE(PUSH)\nOPCODE(POP)\n",
      "vm.c":
        '#define BINARY(name) static int do_##name(int at) { return at; }\nBINARY(ADD)\n#define HANDLER(name) static int do_##name(int at)\nHANDLER(PUSH) { return at; }\nHANDLER(POP) { return at; }\nint f(void) {\n#define OPCODE(name) do_##name(OP_##name);\n#include "list.def"\n#undef OPCODE\n  return 1;\n}\n',
    },
    symbol: "vm.c#PUSH",
    to: "PUT",
    left: ["list.def:1 uses in this kind of file are not read", "vm.c:7 may put do_PUSH together"],
  },
  {
    name: "loops over what gives a deleted iterator (C++)",
    files: {
      "a.hpp":
        "struct Box {\n  struct Cursor {\n    int at;\n  };\n  Cursor begin();\n  int size();\n};\nint sum(Box &box) {\n  for (auto one : box) return one;\n  return 1;\n}\n",
    },
    symbol: "a.hpp#Box.Cursor",
    left: ["a.hpp:5 refers to Box.Cursor", "a.hpp:9 may use Box.begin without its name"],
  },
  ...["operator*", "operator++", "operator!="].map(
    (sign): Case => ({
      name: `loops that call ${sign} of an iterator (C++)`,
      files: {
        "a.hpp": `struct Cursor {\n  int ${sign}(int);\n};\nstruct Box {\n  Cursor begin();\n};\nint sum(Box &box) {\n  for (auto one : box) return one;\n  return 1;\n}\n`,
      },
      symbol: `a.hpp#Cursor.${sign}`,
      left: ["a.hpp:1 ", "a.hpp:8 may use Cursor"],
    }),
  ),
  {
    name: "what gives the result of a function whose type is deleted (C)",
    files: {
      "a.h": "struct cell { int at; };\n",
      "a.c":
        '#include "a.h"\nstatic struct cell make(int at) {\n  if (at)\n    return other(at);\n  return first();\n}\nint keep(struct cell one) {\n  return 1;\n}\n',
    },
    symbol: "a.h#cell",
    left: [
      "a.c:2 refers to cell",
      "a.c:4 gives the result of make",
      "a.c:5 gives the result of make",
      "a.c:7 refers to cell",
    ],
  },
  {
    name: "uses of what names a type of a deleted namespace (C++)",
    files: {
      "a.hpp": "namespace shop {\nstruct Cell {};\n}\n",
      "b.hpp": '#include "a.hpp"\nusing Alias = shop::Cell;\nvoid run(Alias one);\n',
    },
    symbol: "a.hpp#shop",
    left: ["b.hpp:2 refers to shop", "b.hpp:3 uses Alias"],
  },
  {
    name: "what an impl gives that a deleted macro of another module made by the names in sight (Rust)",
    files: {
      "Cargo.toml": CARGO,
      "src/lib.rs": "#[macro_use]\nmod macros;\npub mod codec;\npub mod shapes;\n",
      "src/macros.rs": "macro_rules! integers {\n    ($int:ty) => {\n        impl Shape for $int {}\n    };\n}\n",
      "src/codec.rs":
        "use crate::shapes::Shape;\nintegers!(u8);\nfn run<T: Shape>(one: T) -> i32 {\n    one.twice()\n}\nfn of<T: Shape>(one: T) {}\n",
      "src/shapes.rs": "pub trait Shape {\n    fn twice(&self) -> i32 { 2 }\n}\n",
    },
    symbol: "src/macros.rs#integers",
    left: [
      "src/codec.rs:1 may ask for what breaks",
      "src/codec.rs:2 refers to integers",
      "src/codec.rs:3 may ask for what breaks",
      "src/codec.rs:4 may ask for what breaks",
      "src/codec.rs:6 may ask for what breaks",
    ],
  },
  {
    name: "names that a deleted macro puts together (C)",
    files: {
      "a.h": "#define FLAG(name) FLAG_##name = 1\nenum flags { FLAG(LEFT) };\n",
      "a.c": '#include "a.h"\nint all = FLAG_LEFT;\nint other = PLAIN_LEFT;\n',
    },
    symbol: "a.h#FLAG",
    left: ["a.c:2 FLAG_LEFT may be made by a macro", "a.h:2 refers to FLAG"],
  },
  {
    name: "names that a macro puts together for a deleted enumeration (C)",
    files: {
      "a.h": "#define FLAG(name) FLAG_##name = 1\nenum flags { FLAG(LEFT) };\n",
      "a.c": '#include "a.h"\nint all = FLAG_LEFT;\nint other = PLAIN_LEFT;\n',
    },
    symbol: "a.h#flags",
    left: ["a.c:2 FLAG_LEFT may be made by a macro"],
  },
  {
    name: "that what is below a macro that is a definition is not read as before (C)",
    files: {
      "a.h": "#define GETTER(field) int get_##field(void) { return 1; }\nGETTER(left)\nint f(void);\n",
      "a.c": '#include "a.h"\nint g(void) { return get_left(); }\n',
    },
    symbol: "a.h#GETTER",
    left: ["a.c:1-2 includes a.h", "a.h:2 refers to GETTER", "a.h:2-3 is not read as before"],
  },
  {
    name: "what a deleted hook brings in (Ruby)",
    files: {
      "a.rb":
        "module Sized\n  def self.included(base)\n    base.extend(ClassMethods)\n  end\n\n  module ClassMethods\n    def measured(name)\n    end\n  end\nend\n\nclass Cell\n  include Sized\n\n  measured :left\nend\n",
    },
    symbol: "a.rb#Sized.included",
    left: [
      "a.rb:1 Sized.included, which is deleted, may be called",
      "a.rb:12 may use Sized.included",
      "a.rb:13 may use Sized.included",
      "a.rb:15 may ask for what breaks",
    ],
  },
  {
    name: "uses of a template whose constraint asks for a renamed type (C++)",
    files: { "a.cpp": CONCEPTS },
    symbol: "a.cpp#Cell.value_type",
    to: "item_type",
    left: ["a.cpp:1 matched by its name alone", "a.cpp:3 expands Sized", "a.cpp:4 uses Box", "a.cpp:7 uses Box"],
  },
  {
    name: "uses of a template whose constraint asks for a deleted member (C++)",
    files: {
      "a.cpp": CONCEPTS.replace("typename T::value_type;", "T{}.measured();").replace("using", "int measured(); using"),
    },
    symbol: "a.cpp#Cell.measured",
    left: ["a.cpp:1 may refer to Cell.measured", "a.cpp:3 expands Sized", "a.cpp:4 uses Box", "a.cpp:7 uses Box"],
  },
  {
    name: "what reads a field that goes by another name (Ruby)",
    files: {
      "a.rb":
        "class Board\n  attr_reader :cells\n\n  def initialize(count) = @cells = count.to_a\n\n  def total = cells.sum\n\n  def other = 1\nend\n",
    },
    symbol: "a.rb#Board.initialize",
    left: ["a.rb:2 Board.cells is set by Board.initialize", "a.rb:6 uses Board.cells"],
  },
  {
    name: "uses of a field whose type depends on a deleted one (C++)",
    files: { "a.cpp": TRAITS },
    symbol: "a.cpp#Traits<Cell>.mark_type",
    left: [
      "a.cpp:6 on a value of unknown type",
      "a.cpp:9 may use View.mark without its name",
      "a.cpp:10 uses View.mark",
    ],
  },
  {
    name: "that what is below a macro before a declaration is not read as before (C++)",
    files: {
      "a.hpp": "#define API __attribute__((unused))\nstruct Plain {};\nclass API Cell {\n int left;\n};\nint f();\n",
      "a.cpp": 'int before;\n#include "a.hpp"\nint g() { return 1; }\n',
    },
    symbol: "a.hpp#API",
    left: ["a.cpp:2-3 includes a.hpp", "a.hpp:3 refers to API", "a.hpp:3-6 is not read as before"],
  },
  {
    name: "uses of a variable whose type is deleted (C)",
    files: { "a.c": "typedef int (*weigher)(int);\nstatic weigher all[2];\nint f(void) { return all[0](1); }\n" },
    symbol: "a.c#weigher",
    left: ["a.c:2 refers to weigher", "a.c:3 uses all"],
  },
  {
    name: "functions that are passed to what has no type any more (TypeScript)",
    files: {
      "a.ts":
        "interface Rows {\n  rows: number[];\n}\nexport function sum({ rows }: Rows): number {\n  rows.sort();\n  rows.map((row: number) => row);\n  return rows.reduce((sum, row) => sum + row, 0);\n}\n",
    },
    symbol: "a.ts#Rows",
    left: ["a.ts:4 refers to Rows", "a.ts:7 rows may have another type"],
  },
  {
    name: "members that the project adds to a library's type (TypeScript)",
    files: {
      "a.ts": "export {};\ndeclare global {\n  interface Array<T> {\n    totalSize(): number;\n  }\n}\n",
      "b.ts": "type Any = { size: number };\nexport const f = (all: Any[]) => all.totalSize();\n",
    },
    symbol: "a.ts#global",
    left: ["b.ts:2 on a value of unknown type"],
  },
  {
    name: "uses by signs in files that include an operator through others (C++)",
    files: {
      "a.hpp": 'struct Cell { int at; };\ninline Cell operator""_c(unsigned long long at) { return Cell{int(at)}; }\n',
      "b.hpp": '#pragma once\n#include "a.hpp"\n',
      "c.cpp": '#include "b.hpp"\nauto first = 1_c;\n',
      "d.cpp": "auto first = 1_c;\n",
    },
    symbol: 'a.hpp#operator""_c',
    left: ['a.hpp:1 operator""_c', 'c.cpp:2 may use operator""_c without its name'],
  },
  {
    name: "uses by signs of operators whose template asks for what nothing has (C++)",
    files: {
      "a.cpp":
        "template <class T>\nconcept Sized = requires(const T &it) { it.size(); };\nstruct Cell {\n  int size() const { return 1; }\n};\ntemplate <Sized A>\nauto operator+(A left, A right) {\n  return left;\n}\ntemplate <Sized A>\nint twice(A it) {\n  return 2;\n}\nint run() {\n  const auto sum = Cell{} + Cell{};\n  return twice(sum);\n}\n",
    },
    symbol: "a.cpp#Cell.size",
    left: [
      "a.cpp:2 may refer to Cell.size",
      "a.cpp:6 expands Sized",
      "a.cpp:10 expands Sized",
      "a.cpp:15 may use operator+ without its name",
      "a.cpp:16 uses twice",
    ],
  },
  {
    name: "uses by signs of a type that a package gives another name, on one below it (Python)",
    files: {
      "cells/__init__.py": "from .base import Base as Cells\n",
      "cells/base.py": "class Base:\n    def __len__(self) -> int:\n        return 1\n",
      "own.py": "from cells import Cells\n\n\nclass Own(Cells):\n    pass\n",
      "main.py": "from own import Own\n\nprint(len(Own()))\n",
      "other.py": "print(len([]))\n",
    },
    symbol: "cells/base.py#Base.__len__",
    left: ["cells/base.py:1 Base.__len__, which is deleted", "main.py:3 may use Base.__len__ without its name"],
  },
  {
    name: "names that are computed, and no literal ones of others (Python)",
    files: {
      "a.py":
        'class Store:\n    def save(self) -> int:\n        return 1\n\n\ndef run(store: Store, name: str) -> None:\n    getattr(store, name)()\n    getattr(store, f"do_{name}")()\n    hasattr(store, "kept")\n    getattr(make(store), "kept", None)\n    setattr(store, "s" + name, 1)\n',
    },
    symbol: "a.py#Store.save",
    to: "keep",
    left: [
      "a.py:7 may use Store.save without its name",
      "a.py:8 may use Store.save without its name",
      "a.py:11 may use Store.save without its name",
    ],
  },
  {
    name: "names that are computed, and no literal ones of others (Ruby)",
    files: {
      "a.rb":
        'class Store\n  def save = 1\nend\n\ndef run(store, name)\n  store.send(name)\n  store.send(:kept)\n  store.public_send("kept", 1)\n  store.public_send :"do_#{name}"\n  store.send("do_#{name}")\n  store.method(:kept)\nend\n',
    },
    symbol: "a.rb#Store.save",
    left: [
      "a.rb:6 may use Store.save without its name",
      "a.rb:9 may use Store.save without its name",
      "a.rb:10 may use Store.save without its name",
    ],
  },
  {
    name: "names that are computed, and no literal ones of others (PHP)",
    files: {
      "a.php":
        '<?php\nclass Store {\n  public function save() { return 1; }\n}\nfunction run(Store $store, $name) {\n  $store->$name();\n  call_user_func([$store, $name]);\n  call_user_func([$store, "kept"], 1);\n  call_user_func("kept");\n  call_user_func_array($name, []);\n}\n',
    },
    symbol: "a.php#Store.save",
    left: [
      "a.php:6 may use Store.save without its name",
      "a.php:7 may use Store.save without its name",
      "a.php:10 may use Store.save without its name",
    ],
  },
  {
    name: "patterns that name the parts of an object by their order",
    files: {
      "a.py":
        'class Pair:\n    __match_args__ = ("one", "two")\n\n    def __init__(self, one: int, two: int) -> None:\n        self.one, self.two = one, two\n\n\ndef first(pair: Pair) -> int:\n    match pair:\n        case Pair(one, _):\n            return one\n        case Pair(one=1):\n            return 1\n    return 0\n',
    },
    symbol: "a.py#Pair.__match_args__",
    left: ["a.py:10 may use Pair.__match_args__ without its name"],
  },
  {
    name: "uses of a class by the name that a package gives it (Python)",
    files: {
      "cells/__init__.py": "from .base import Base as Cells\n",
      "cells/base.py": "class Base:\n    pass\n",
      "main.py": "from cells import Cells\n\nprint(Cells())\n",
    },
    symbol: "cells/base.py#Base",
    left: ["cells/__init__.py:1 refers to Base", "main.py:1 refers to Base", "main.py:3 refers to Base"],
  },
  {
    name: "the head of an implementation for references, of what a library asks for (Rust)",
    files: {
      "Cargo.toml": CARGO,
      "src/lib.rs":
        "use std::error::Error;\npub struct Cell {\n    at: u32,\n}\nimpl Error for Cell {}\nimpl<'a> IntoIterator for &'a Cell {\n    type Item = u32;\n    type IntoIter = std::vec::IntoIter<u32>;\n    fn into_iter(self) -> Self::IntoIter {\n        vec![self.at].into_iter()\n    }\n}\nimpl Cell {\n    pub fn own(&self) -> u32 { 1 }\n}\n",
    },
    symbol: "src/lib.rs#Cell.into_iter",
    left: ["src/lib.rs:6 may have to have into_iter"],
  },
  {
    name: "what is defined in the list of a macro that is deleted (Rust)",
    files: {
      "Cargo.toml": CARGO,
      "src/lib.rs":
        "macro_rules! counters {\n    ($vis:vis struct $name:ident { $($field:ident),* }) => {\n        $vis struct $name { $(pub $field: u32),* }\n    };\n}\ncounters! {\n    pub struct Stats {\n        hits\n    }\n}\npub struct Other;\nfn run(stats: Stats, other: Other) {}\n",
    },
    symbol: "src/lib.rs#counters",
    left: ["src/lib.rs:6 refers to counters", "src/lib.rs:12 uses Stats"],
  },
  {
    name: "what answers for a member that is not found (Ruby)",
    files: {
      "a.rb":
        "class Base\n  def method_missing(name)\n    return 1 if name == :one\n    super\n  end\nend\nclass Cell < Base\n  def size\n    1\n  end\nend\nputs Cell.new.size\n",
    },
    symbol: "a.rb#Cell.size",
    left: ["a.rb:2 method_missing is called where Cell.size", "a.rb:4 method_missing", "a.rb:12 refers to Cell.size"],
  },
  {
    name: "calls of a constructor by its own class, which do not name it (Ruby)",
    files: {
      "a.rb":
        "class Cell\n  def self.open(...)\n    new(...)\n  end\n  def initialize(name)\n    puts name\n  end\nend\nclass Other\n  def self.open(...)\n    new(...)\n  end\nend\n",
    },
    symbol: "a.rb#Cell.initialize",
    left: ["a.rb:3 may use Cell.initialize without its name"],
  },
  ...[
    {
      symbol: "default",
      left: ["A.vue:1 refers to default", "A.vue:2 refers to default", "B.vue:8-10 shows what B.vue declares"],
    },
    { symbol: "default.setup", left: ["A.vue:1 in a template", "B.vue:9 may show size"] },
  ].map(
    ({ symbol, left }): Case => ({
      name: `what a page declares as an object, of which ${symbol} is deleted (Vue)`,
      files: {
        "A.vue": '<script setup>import Cell from "./B.vue";</script>\n<template><Cell title="a" /></template>\n',
        "B.vue":
          "<script>\nexport default {\n  setup() {\n    const size = 1;\n    return { size };\n  },\n};</script>\n<template>\n  <p>{{ size }}</p>\n</template>\n",
      },
      symbol: `B.vue#${symbol}`,
      left,
    }),
  ),
  {
    name: "what a class has from above by a mixin that is deleted (JavaScript)",
    files: {
      "a.js":
        "const Named = (Base) => class extends Base {\n  get title() { return 1; }\n};\nclass Cell {\n  put() {}\n}\nclass Box extends Named(Cell) {\n  own = 1;\n  run() {\n    this.put();\n    return this.own + `${this.title}`;\n  }\n}\nclass Other {\n  run() {\n    return this.title;\n  }\n}\n",
    },
    symbol: "a.js#Named",
    left: ["a.js:7 refers to Named", "a.js:10 Box may have put", "a.js:11 refers to Named.title"],
  },
  {
    name: "where macros put the name together of parts (C)",
    files: {
      "a.h":
        "#define KINDS(X) \\\n    X(ONCE) \\\n    X(OFTEN)\n#define CASE(kind) case kind: return run_##kind(id_##kind);\n#define GLUE(a, b) a##b\nint run_ONCE(int id);\n",
      "a.c":
        '#include "a.h"\nint run_ONCE(int id) { return id; }\nint pick(int kind) {\n    switch (kind) {\n    KINDS(CASE)\n    }\n    GLUE(run, ONCE)(1);\n    return GLUE(run_, ONCE)(1);\n}\n#define CASE(kind) case kind: return put_##kind;\n',
    },
    symbol: "a.c#run_ONCE",
    left: [
      "a.c:8 may put run_ONCE together",
      "a.h:2 may put run_ONCE together",
      "a.h:4 may put run_ONCE together",
      "a.h:5 may put run_ONCE together",
      "a.h:6 declares run_ONCE",
    ],
  },
  {
    name: "uses on literals of a property that is declared for a library's type (Kotlin)",
    files: {
      "a.kt":
        "class Box { val size = 1 }\nval Int.g get() = this\nval Box.twice get() = size\nval twice = 2\nfun run(box: Box) {\n    println(500.g)\n    println(box.twice)\n    listOf(1).map { it.g }\n}\n",
    },
    symbol: "a.kt#Int.g",
    left: ["a.kt:6 on a value of unknown type, may refer to Int.g", "a.kt:8 on a value of unknown type"],
  },
  {
    name: "uses of a property that is declared outside of its type (Kotlin)",
    files: {
      "a.kt":
        "class Box { val size = 1 }\nval Box.twice get() = size\nfun run(box: Box) {\n    println(box.twice)\n}\n",
    },
    symbol: "a.kt#Box.twice",
    left: ["a.kt:4 refers to Box.twice"],
  },
  {
    name: "uses of an operator in the text of a string (Kotlin)",
    files: {
      "a.kt":
        'class Cell {\n  operator fun get(at: Int) = at\n}\nfun show(cell: Cell) = "of ${cell[0]}"\nfun other(cell: Cell) = "of cell[0]"\n',
    },
    symbol: "a.kt#Cell.get",
    left: ["a.kt:1 Cell.get, which is deleted, may be called", "a.kt:4 may use Cell.get without its name"],
  },
  {
    name: "uses by signs of functions whose result is not known (Kotlin)",
    files: {
      "a.kt":
        'class Row\nclass Board(val rows: Row) {\n  operator fun component1() = rows\n  operator fun component2() = 1\n}\nfun show(board: Board): String {\n  val (all, _) = board\n  println(all)\n  return ""\n}\n',
    },
    symbol: "a.kt#Row",
    left: [
      "a.kt:2 refers to Row",
      "a.kt:3 uses Board.rows",
      "a.kt:4 may use Board.component1",
      "a.kt:6 uses Board",
      "a.kt:7 may use Board.component1 without its name",
      "a.kt:8 all may have another type",
    ],
  },
  {
    name: "calls of a constructor beside the one of the head (Kotlin)",
    files: {
      "a.kt":
        'class Cell(val left: Int) {\n  constructor(text: String) : this(text.length)\n}\nval one = Cell(1)\nval two = Cell("a")\n',
    },
    symbol: "a.kt#Cell.constructor",
    left: ["a.kt:4 makes Cell", "a.kt:5 makes Cell"],
  },
  {
    name: "a class whose member a library may ask for (C#)",
    files: {
      "a.cs":
        "using System;\nnamespace Grid\n{\n    class Cell : IComparable<Cell>\n    {\n        public int CompareTo(Cell other) => 0;\n        public int Left() => 0;\n    }\n}\n",
    },
    symbol: "a.cs#Grid.Cell.CompareTo",
    left: ["a.cs:4 may have to have CompareTo"],
  },
  {
    name: "nothing of a class with a member of a name that no library has (C#)",
    files: {
      "a.cs":
        "using System;\nnamespace Grid\n{\n    class Cell : IComparable<Cell>\n    {\n        public int CompareTo(Cell other) => 0;\n        public int LeftOfCell() => 0;\n    }\n}\n",
    },
    symbol: "a.cs#Grid.Cell.LeftOfCell",
    left: [],
  },
  {
    name: "what is matched against a pattern of a deleted field, below that (Python)",
    files: {
      "a.py":
        "class Mark:\n    line: int\n\n\ndef make(left: int | Mark):\n    match left:\n        case Mark(line=1):\n            return 1\n        case _:\n            return int(left)\n",
    },
    symbol: "a.py#Mark.line",
    left: ["a.py:7 refers to Mark.line", "a.py:10 left may have another type"],
  },
  {
    name: "uses of what is decorated by a function whose head names it (Python)",
    files: {
      "a.py":
        "class P:\n    pass\n\n\ndef counted(function: P):\n    return function\n\n\nclass Cell:\n    @counted\n    def weigh(self):\n        return 1\n\n\ndef other(cell: Cell):\n    return cell.weigh()\n",
    },
    symbol: "a.py#P",
    left: ["a.py:5 refers to P", "a.py:16 uses Cell.weigh"],
  },
  {
    name: "a class that has to have a member (Scala)",
    files: {
      "a.scala":
        "trait Shape:\n  def area: Int\n\nclass Cell extends Shape:\n  override def area: Int = 1\n  def left = 2\n",
    },
    symbol: "a.scala#Cell.area",
    left: ["a.scala:4 has to have area"],
  },
  {
    name: "a conversion of a variable that has the name of its type (Go)",
    files: {
      "go.mod": "module a\n",
      "a.go":
        "package a\n\ntype Future interface{ Response() int }\n\ntype log struct{}\n\nfunc (l *log) Response() int { return 1 }\n\nfunc apply() Future {\n\tlog := &log{}\n\treturn log\n}\n",
    },
    symbol: "a.go#log.Response",
    left: ["a.go:11 becomes Future"],
  },
  {
    name: "an import of an extension (Scala)",
    files: {
      "a.scala": "package grid.support\n\nextension (text: String) def loud: String = text\n",
      "b.scala": "package grid\n\nimport grid.support.{loud}\n",
    },
    symbol: "a.scala#loud",
    left: ["b.scala:3 refers to loud"],
  },
  {
    name: "all of a method whose type is deleted (Go)",
    files: {
      "go.mod": "module a\n",
      "a.go":
        "package a\n\ntype Row[T any] []T\n\nfunc (r Row[T]) Total() T {\n\tvar all T\n\treturn all\n}\n\nfunc use(r Row[int]) {}\n",
    },
    symbol: "a.go#Row",
    left: ["a.go:5-8 refers to Row", "a.go:10 refers to Row"],
  },
  {
    name: "enumerators beside a broken macro (C)",
    files: {
      "a.h": "#define KINDS(X) X(ONE)\n#define NAME(x) x,\nenum kind { KINDS(NAME) KIND_COUNT };\n",
      "a.c": '#include "a.h"\nint all[KIND_COUNT];\n',
    },
    symbol: "a.h#KINDS",
    left: ["a.c:2 uses kind.KIND_COUNT", "a.h:2 text of a macro", "a.h:3 refers to KINDS"],
  },
  {
    name: "a member of what is summoned (Scala)",
    files: {
      "a.scala":
        "trait Painter[T]:\n  def paint(shape: T): String\n\ndef all[T: Painter](shapes: T*) = shapes.map(summon[Painter[T]].paint)\n",
    },
    symbol: "a.scala#Painter.paint",
    left: ["a.scala:4 refers to Painter.paint"],
  },
  {
    name: "what has a type again below a test of it (TypeScript)",
    files: {
      "a.ts":
        "export type Frame = { margin: number };\ntype Any = Frame;\nexport function sum(of: number): number {\n  const any: Any[] = [];\n  for (const one of any) {\n    one.margin += of;\n    assertSized(one);\n    of += one.margin;\n  }\n  return of;\n}\nexport function assertSized(value: unknown): asserts value is { size: number } {}\n",
    },
    symbol: "a.ts#Any",
    left: ["a.ts:4 refers to Any", "a.ts:8 any may have another type"],
  },
  {
    name: "uses of a type below a deleted one (TypeScript)",
    files: {
      "a.ts":
        "class Cell {\n  size = 1;\n}\nexport class Wide extends Cell {}\nexport const wide: { size: number } = new Wide();\n",
    },
    symbol: "a.ts#Cell",
    left: ["a.ts:4 refers to Cell", "a.ts:5 uses Wide"],
  },
  {
    name: "a function that returns nothing without a deleted case (TypeScript)",
    files: {
      "a.ts":
        "enum Kind {\n  Plain,\n}\nexport const title = (kind: string): string => {\n  switch (kind) {\n    case Kind.Plain:\n      return 'plain';\n  }\n};\n",
    },
    symbol: "a.ts#Kind",
    left: ["a.ts:4 has line 6", "a.ts:6 refers to Kind"],
  },
  {
    name: "uses of a member by its key (TypeScript)",
    files: {
      "a.ts":
        'const secret = Symbol("a");\nexport class Cell {\n  readonly [secret]: number = 1;\n  weigh() {\n    return this[secret];\n  }\n}\n',
    },
    symbol: "a.ts#Cell.[secret]",
    left: ["a.ts:5 may use Cell.[secret]"],
  },
  {
    name: "uses of a type whose constraint names a deleted one (C#)",
    files: {
      "a.cs":
        "interface IShape\n{\n}\n\npublic partial class Row<T>\n    where T : class, IShape\n{\n}\n\npublic partial class Row<T>\n{\n    public T Of(Row<T> row) => null;\n}\n",
    },
    symbol: "a.cs#IShape",
    left: ["a.cs:6 refers to IShape", "a.cs:12 uses Row"],
  },
  {
    name: "an attribute by its short name, in its own file (C#)",
    files: {
      "a.cs":
        'using System;\nclass LabelledAttribute : Attribute\n{\n    public LabelledAttribute(string label) => Label = label;\n    public string Label { get; }\n}\n\n[Labelled("a")]\nclass Cell\n{\n}\n',
    },
    symbol: "a.cs#LabelledAttribute",
    left: ["a.cs:8 refers to LabelledAttribute"],
  },
  {
    name: "attributes whose constructor is deleted (C#)",
    files: {
      "a.cs":
        'using System;\nclass LabelledAttribute : Attribute\n{\n    public LabelledAttribute(string label) => Label = label;\n    public string Label { get; }\n}\n\n[Labelled("a")]\nclass Cell\n{\n}\n',
    },
    symbol: "a.cs#LabelledAttribute.LabelledAttribute",
    left: ["a.cs:8 makes LabelledAttribute"],
  },
  {
    name: "what is made of a deleted field (Python)",
    files: {
      "a.py":
        "from dataclasses import dataclass\n\n\n@dataclass(frozen=True, order=True)\nclass Cell:\n    left: int\n    right: int = 1\n\n    @classmethod\n    def of(cls, **sides):\n        return cls(**sides)\n\n\none = Cell(1)\n\n\nclass Plain:\n    left: int\n\n\ntwo = Plain()\n",
    },
    symbol: "a.py#Cell.left",
    left: ["a.py:11 may use Cell.left without its name", "a.py:14 makes Cell"],
  },
  {
    name: "no place that makes a type of which a field goes that it is not given (Python)",
    files: { "a.py": "class Plain:\n    left: int\n\n\ntwo = Plain()\n" },
    symbol: "a.py#Plain.left",
    left: [],
  },
  {
    name: "names that a page declares for its template (Vue)",
    files: {
      "Cell.vue":
        '<script setup lang="ts">\nconst props = defineProps<{ cell: number }>();\nconst other = 1;\n</script>\n\n<template>\n  <b :title="cell">{{ other }}</b>\n</template>\n',
    },
    symbol: "Cell.vue#props",
    left: ["Cell.vue:7 cell is declared by what breaks"],
  },
  {
    name: "a renamed member on what a library makes of its type (TypeScript)",
    files: {
      "a.ts":
        'import { take } from "library";\n\nexport const view = take<{ chooseTone(tone: string): void }>("view");\nview.value.chooseTone("plain");\n',
    },
    symbol: "a.ts#view.chooseTone",
    to: "pickTone",
    left: ["a.ts:4 on a value of unknown type"],
  },
  {
    name: "where a value begins whose type may ask for the member (TypeScript)",
    files: {
      "a.ts":
        "export const make = () => {\n  return {\n    label: 1,\n    apply() {},\n  };\n};\nexport class A {\n  apply() {}\n}\n",
    },
    symbol: "a.ts#make.apply",
    left: ["a.ts:2 gives what may have to have apply"],
  },
];

/** Everything on one line: what is left there rests on what goes from it. */
const ONE_LINE: readonly (readonly [path: string, text: string, symbol: string, why: string])[] = [
  ["a.js", "function one() { return 1 } function two() { return one() } export { two }\n", "one", "refers to one"],
  [
    "a.ts",
    "export class A { constructor(n: number) {} static of() { return new A(1) } }\n",
    "A.constructor",
    "makes A",
  ],
  ["A.java", 'class A { A(String h) {} static A of() { return new A("x"); } }\n', "A.A", "makes A"],
  ["A.java", "class A { int one() { return 1; } int two() { return one(); } }\n", "A.one", "refers to A.one"],
  ["a.rs", "pub trait T { fn go(&self); } pub struct S; impl T for S { fn go(&self) {} }\n", "T.go", "overrides T.go"],
  ["a.cs", "class A { public int F() => 1; } class U { int G(A a) => a.F(); }\n", "A.F", "refers to A.F"],
  ["a.hpp", "class P { public: P(int a) {} }; inline P of() { return P(1); }\n", "P.P", "makes P"],
  [
    "a.go",
    "package a; type I interface { M() }; type T struct{}; func (T) M() {}; var x I = T{}\n",
    "T.M",
    "becomes I",
  ],
  ["a.kt", "class A { fun one() = 1; fun two() = one() }\n", "A.one", "refers to A.one"],
];

const lines = ({ line, endLine }: LeftPlace): string => (endLine === undefined ? `${line}` : `${line}-${endLine}`);

describe("an edit lists", () => {
  it.each(CASES)("$name", async ({ files, symbol, to, left }) => {
    const { scene } = await openMemoryEdits(files);
    const built =
      to === undefined
        ? await deleteSymbol(scene, { symbol })
        : await renameSymbol(scene, { symbol, newName: to, includeHeuristic: false });
    const found = built.kind === "built" ? built.change.left : [];
    const said = found.map((one) => `${one.path}:${lines(one)} ${one.why}`);
    expect(said).toEqual(left.map((place) => expect.stringContaining(place)));
  });
});

describe("a deletion from a line that other code shares", () => {
  it.each(ONE_LINE)("lists what is left on it (%s)", async (path, text, symbol, why) => {
    const { scene } = await openMemoryEdits({ [path]: text });
    const built = await deleteSymbol(scene, { symbol: `${path}#${symbol}` });
    const left = built.kind === "built" ? built.change.left : [];
    expect(left.map((one) => `${one.path}:${one.line} ${one.why}`)).toEqual([
      expect.stringContaining(`${path}:1 ${why}`),
    ]);
  });

  it("does not list what goes with it", async () => {
    const text = "function one(n) { return n ? one(n - 1) : 0 } function two() { return 2 }\n";
    const { scene } = await openMemoryEdits({ "a.js": text });
    const built = await deleteSymbol(scene, { symbol: "a.js#one" });
    expect(built.kind === "built" ? built.change.left : null).toEqual([]);
  });
});

describe("a deletion takes along", () => {
  const after = async (path: string, text: string, symbol: string): Promise<string | undefined> => {
    const { scene, textsAfter } = await openMemoryEdits({ [path]: text });
    return textsAfter(await deleteSymbol(scene, { symbol: `${path}#${symbol}` }))[path];
  };

  it("all heads that are left empty (Scala)", async () => {
    const text =
      "object Cell:\n  given sized: Sized[Cell] with\n    extension (it: Cell) def size: Int = 1\n\n  def of = 1\n";
    expect(await after("a.scala", text, "Cell.sized.size")).toMatch(/given sized: Sized\[Cell\]\s+def of = 1\n$/);
  });

  it("the word that is left of a declaration (C++)", async () => {
    const text = "struct A {\n  int line;\n  friend bool operator==(const A &, const A &) = default;\n};\n";
    expect(await after("a.cpp", text, "A.operator==")).toMatch(/^struct A \{\n {2}int line;\n\s*\};\n$/);
  });

  it("no comment that defines a type (JavaScript)", async () => {
    const text =
      '/** @typedef {"a"} Kind */\n/** Of each kind. */\nexport const weights = { a: 1 };\nexport const b = 2;\n';
    expect(await after("a.js", text, "weights")).toBe('/** @typedef {"a"} Kind */\nexport const b = 2;\n');
  });
});

it("refuses to rename a module that is named as its file (Rust)", async () => {
  const files = { "Cargo.toml": CARGO, "src/lib.rs": "mod store;\nmod inner { pub fn f() {} }\n", "src/store.rs": "" };
  const { scene } = await openMemoryEdits(files);
  const rename = (symbol: string) => renameSymbol(scene, { symbol, newName: "other", includeHeuristic: false });
  expect(await rename("src/lib.rs#store")).toMatchObject({
    kind: "refused",
    refusals: [{ message: "src/store.rs has the name of the module, and would have to be renamed with it" }],
  });
  expect(await rename("src/lib.rs#inner")).toMatchObject({ kind: "built" });
});
