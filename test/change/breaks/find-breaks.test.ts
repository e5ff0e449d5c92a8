// What a deletion breaks beyond what refers to the symbol by its name. Each case: files, the symbol, and the places that are listed.
import { describe, expect, it } from "vitest";
import type { LeftPlace } from "../../../src/edits/change-set.ts";
import { deleteSymbol } from "../../../src/edits/symbols/delete-symbol.ts";
import { openMemoryEdits } from "../../support/memory-edits.ts";

interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly symbol: string;
  /** `path:line why`. */
  readonly left: readonly string[];
}

const CARGO = '[package]\nname = "a"\nversion = "0.1.0"\n';

const CASES: readonly Case[] = [
  {
    name: "uses of the field that a parameter of a constructor on one line declares (TypeScript)",
    files: {
      "a.ts": "export class A {\n  constructor(readonly most: number) {}\n\n  f() {\n    return this.most;\n  }\n}\n",
      "b.ts": "import { A } from './a';\nnew A(1).most;\n",
    },
    symbol: "a.ts#A.constructor",
    left: ["a.ts:5 refers to A.most, which is deleted", "b.ts:2 refers to A.most, which is deleted"],
  },
  {
    name: "uses of the field that a parameter of a constructor on one line declares (PHP)",
    files: {
      "a.php":
        "<?php\nclass A {\n    public function __construct(public int $most) {}\n\n    public function f() {\n        return $this->most;\n    }\n}\n",
    },
    symbol: "a.php#A.__construct",
    left: ["a.php:6 refers to A.most, which is deleted"],
  },
  {
    name: "where a macro is expanded whose text uses it (C)",
    files: {
      "a.h": "#define ONE(n) n\n#define TWO(n) int n = ONE(1)\n#define THREE TWO(c)\n",
      "a.c": '#include "a.h"\n\nTWO(a);\nTHREE;\nint b = 1;\n',
    },
    symbol: "a.h#ONE",
    left: [
      "a.c:3 expands TWO, whose text uses what is deleted",
      "a.c:4 expands THREE, whose text uses what is deleted",
      "a.h:2 refers to ONE, which is deleted",
      "a.h:3 expands TWO, whose text uses what is deleted",
    ],
  },
  {
    name: "a call with its arguments on further lines",
    files: {
      "a.py":
        "class A:\n    def __init__(self, size, name):\n        pass\n\n\nclass B(A):\n    pass\n\n\none = A(\n    size=2,\n    name=')',\n)\ntwo = B(1, 'b')\nthree = [\n    A,\n]\n",
    },
    symbol: "a.py#A.__init__",
    left: ["a.py:10-13 makes A, whose A.__init__ is deleted", "a.py:14 makes B, whose A.__init__ is deleted"],
  },
  {
    name: "what is used as a protocol that it fits (Python)",
    files: {
      "a.py":
        "import typing as t\n\n\nclass Saves(t.Protocol):\n    def save(self): ...\n    def load(self): ...\n\n\nclass Json:\n    def save(self): ...\n    def load(self): ...\n\n\nclass Half:\n    def save(self): ...\n",
      "b.py": "from a import Half, Json, Saves\n\none: Saves = Json\ntwo: Json\nthree = Half()\n",
    },
    symbol: "a.py#Json.load",
    left: ["b.py:3 Json may be used as Saves, which it fits by load that is deleted"],
  },
  {
    name: "no values that become an interface that asks for less (Go)",
    files: {
      "go.mod": "module a\n",
      "a.go":
        "package a\n\ntype Store interface {\n\tSave()\n\tLoad()\n}\n\ntype File struct{}\n\nfunc (f File) Save() {}\nfunc (f File) Load() {}\n\nfunc use(s Store) { s.Load() }\n\nfunc run() { use(File{}) }\n",
    },
    symbol: "a.go#Store.Load",
    left: ["a.go:13 refers to Store.Load, which is deleted"],
  },
  {
    name: "where a program begins (Rust)",
    files: { "Cargo.toml": CARGO, "build.rs": "fn f() {}\n\nfn main() {\n    f()\n}\n" },
    symbol: "build.rs#main",
    left: ["build.rs:1 a program begins at main, which is deleted"],
  },
  {
    name: "where a program begins, at the first line (C)",
    files: { "a.c": "int main() { return 0; }\nint f();\n" },
    symbol: "a.c#main",
    left: ["a.c:2 a program begins at main, which is deleted"],
  },
  {
    name: "an import of all that its file defines (Rust)",
    files: {
      "Cargo.toml": CARGO,
      "src/lib.rs":
        "pub fn one() {}\npub fn two() {}\n\nmod tests {\n    use super::*;\n    fn t() {\n        one();\n    }\n}\n\nmod more {\n    use super::*;\n    fn t() {\n        one();\n        two();\n    }\n}\n",
    },
    symbol: "src/lib.rs#one",
    left: [
      "src/lib.rs:5 nothing else of self is used in tests",
      "src/lib.rs:7 refers to one, which is deleted",
      "src/lib.rs:14 refers to one, which is deleted",
    ],
  },
  {
    name: "an import that only it uses (Go)",
    files: {
      "go.mod": "module example.com/m\n",
      "a.go":
        'package a\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nfunc One() { fmt.Println(os.Args) }\n\nfunc Two() { fmt.Println() }\n',
    },
    symbol: "a.go#One",
    left: ["a.go:5 no other use of os is known in this file"],
  },
  {
    name: "a definition that only it uses and no other file sees",
    files: { "a.ts": "const limit = 1;\nexport const open = 2;\nexport function one() {\n  return limit + open;\n}\n" },
    symbol: "a.ts#one",
    left: ["a.ts:1 no other use of limit is known"],
  },
  {
    name: "what uses a function inside of a function",
    files: { "a.ts": "export function outer() {\n  function inner() {}\n  return { inner };\n}\n" },
    symbol: "a.ts#outer.inner",
    left: ["a.ts:3 refers to outer.inner, which is deleted"],
  },
  {
    name: "what a constructor set, and what is made with its arguments (TypeScript)",
    files: {
      "a.ts":
        "export class A {\n  size: number;\n  constructor(size: number) {\n    this.size = size;\n  }\n}\nexport class B extends A {}\n",
      "b.ts":
        'import { A, B } from "./a";\nexport const a = new A(1);\nexport const b = new B(1);\nexport type T = A;\n',
    },
    symbol: "a.ts#A.constructor",
    left: [
      "a.ts:2 A.size is set by A.constructor, which is deleted",
      "b.ts:2 makes A, whose A.constructor is deleted",
      "b.ts:3 makes B, whose A.constructor is deleted",
    ],
  },
  {
    name: "attributes that a constructor sets (Python)",
    files: {
      "a.py":
        "class A:\n    def __init__(self, size):\n        self.size = size\n\n    def get(self):\n        return self.size\n\n\na = A(1)\nprint(a.size)\n",
    },
    symbol: "a.py#A.__init__",
    left: [
      "a.py:6 refers to A.size, which is deleted",
      "a.py:9 makes A, whose A.__init__ is deleted",
      "a.py:10 refers to A.size, which is deleted",
    ],
  },
  {
    name: "members that come by way of it",
    files: {
      "a.ts":
        "export class A {\n  open() {}\n}\nexport class B extends A {}\nexport class C extends B {\n  run() {\n    this.open();\n  }\n}\n",
    },
    symbol: "a.ts#B",
    left: ["a.ts:5 refers to B, which is deleted", "a.ts:7 open is reached by way of B, which is deleted"],
  },
  {
    name: "what overrides it, and the class that is not complete without it (Java)",
    files: {
      "I.java": "interface I {\n  void run();\n}\n",
      "A.java": "class A implements I {\n  public void run() {}\n}\n",
      "B.java": "class B extends A {\n  @Override\n  public void run() {}\n}\n",
    },
    symbol: "A.java#A.run",
    left: ["A.java:1 has to have run, which is deleted", "B.java:3 overrides A.run, which is deleted"],
  },
  {
    name: "what becomes an interface by it (Go)",
    files: {
      "go.mod": "module example.com/m\n",
      "a.go": "package a\n\ntype I interface{ Run() }\n\ntype T struct{}\n\nfunc (t T) Run() {}\n\nvar _ I = T{}\n",
    },
    symbol: "a.go#T.Run",
    left: ["a.go:9 becomes I by T.Run, which is deleted"],
  },
  {
    name: "its members on values of unknown type, unless libraries have them too",
    files: {
      "a.ts":
        "export interface A {\n  scoped: number;\n  keys: number;\n}\nexport const other = { scoped: 1, keys: 2 };\n",
      "b.ts": "export function f(a) {\n  a.scoped();\n  a.keys();\n}\n",
    },
    symbol: "a.ts#A",
    left: ["b.ts:2 on a value of unknown type, may refer to A.scoped, which is deleted"],
  },
  {
    name: "the last line of a call on a value of unknown type",
    files: {
      "a.py":
        "class Field:\n    def decode(self, value):\n        return value\n\n\ndef load(field, value):\n    return field.decode(\n        value,\n    )\n",
    },
    symbol: "a.py#Field.decode",
    left: ["a.py:7-9 on a value of unknown type, may refer to Field.decode, which is deleted"],
  },
  {
    name: "its members on values that a library types",
    files: {
      "a.ts":
        "export interface State {\n  scoped: number;\n}\nexport const traps: ProxyHandler<State> = {\n  get(state) {\n    return state.scoped;\n  },\n};\n",
    },
    symbol: "a.ts#State",
    left: [
      "a.ts:4 refers to State, which is deleted",
      "a.ts:6 on a value of unknown type, may refer to State.scoped, which is deleted",
    ],
  },
  {
    name: "names in attributes and in the rules of macros (Rust)",
    files: {
      "Cargo.toml": CARGO,
      "src/lib.rs": "mod size;\nmod cli;\n",
      "src/size.rs":
        "pub enum Size { A }\n\nmacro_rules! sized {\n    ($($name:ident),*) => {\n        $(fn $name() -> u32 { let Size = 1; Size::A })*\n    };\n}\n",
      "src/cli.rs":
        "use crate::size::Size;\n\n#[derive(Parser)]\npub struct Opts {\n    #[arg(Size, value_parser = Size::read)]\n    pub size: u32,\n}\n",
    },
    symbol: "src/size.rs#Size",
    left: [
      "src/cli.rs:1 refers to Size, which is deleted",
      "src/cli.rs:5 refers to Size, which is deleted",
      "src/size.rs:5 refers to Size, which is deleted",
    ],
  },
  {
    name: "an import of a trait whose methods may be the deleted type's (Rust)",
    files: {
      "Cargo.toml": CARGO,
      "src/main.rs":
        "mod cli;\nuse clap::{Args, Parser};\nuse cli::Opts;\n\nfn main() {\n    let opts = Opts::parse();\n    other::<dyn Args>(opts);\n}\n",
      "src/cli.rs": "#[derive(clap::Parser)]\npub struct Opts {\n    pub size: u32,\n}\n",
    },
    symbol: "src/cli.rs#Opts",
    left: [
      "src/main.rs:2 Parser may be used for members of Opts alone",
      "src/main.rs:3 refers to Opts, which is deleted",
      "src/main.rs:6 refers to Opts, which is deleted",
    ],
  },
  {
    name: "an import of a trait whose methods only the deleted lines may call (Rust)",
    files: {
      "Cargo.toml": CARGO,
      "src/lib.rs":
        "use etcetera::BaseStrategy;\n\npub fn folder(dirs: u32) -> u32 {\n    other().config_dir()\n}\n\npub fn size() -> u32 {\n    other().len()\n}\n",
    },
    symbol: "src/lib.rs#folder",
    left: ["src/lib.rs:1 BaseStrategy may be used for what is deleted alone"],
  },
  {
    name: "no import of a trait whose methods other lines call too (Rust)",
    files: {
      "Cargo.toml": CARGO,
      "src/lib.rs":
        "use etcetera::BaseStrategy;\n\npub fn folder(dirs: u32) -> u32 {\n    other().config_dir()\n}\n\npub fn size() -> u32 {\n    other().config_dir()\n}\n",
    },
    symbol: "src/lib.rs#folder",
    left: [],
  },
  {
    name: "what is called where a variable of its name is made (Rust)",
    files: {
      "Cargo.toml": CARGO,
      "src/lib.rs":
        "fn name(path: &str) -> &str { path }\n\npub fn last(path: &str) -> String {\n    let name = name(path);\n    join(name)\n}\n",
    },
    symbol: "src/lib.rs#name",
    left: ["src/lib.rs:4 refers to name, which is deleted"],
  },
  {
    name: "the block of a library's trait that it belongs to (Rust)",
    files: {
      "Cargo.toml": CARGO,
      "src/lib.rs":
        "pub struct A;\n\nimpl A {}\n\nimpl Named for A {\n    fn name(&self) -> u32 {\n        1\n    }\n}\n",
    },
    symbol: "src/lib.rs#A.name",
    left: ["src/lib.rs:5 may have to have name, which is deleted: what asks for it is a library's"],
  },
  {
    name: "the block of a trait that has to have it (Rust)",
    files: {
      "Cargo.toml": CARGO,
      "src/lib.rs":
        "pub struct A;\n\npub trait Named {\n    fn name(&self) -> u32;\n}\n\nimpl Named for A {\n    fn name(&self) -> u32 {\n        1\n    }\n}\n",
    },
    symbol: "src/lib.rs#A.name",
    left: ["src/lib.rs:7 has to have name, which is deleted"],
  },
  {
    name: "a class whose own constructor cannot call that of the class above (Java)",
    files: {
      "A.java": "class A {\n  A(int size) {}\n}\n",
      "B.java": "class B extends A {\n  B() {\n    super(1);\n  }\n}\n",
    },
    symbol: "B.java#B.B",
    left: ["B.java:1 B would have to call A.A without arguments"],
  },
  {
    name: "classes whose constructors may call the one without arguments (Java)",
    files: {
      "A.java": "class A {\n  A(int size) {}\n  A() {}\n}\n",
      "B.java": "class B extends A {\n  B(int size) {}\n}\n",
      "C.java": "class C extends A {}\n",
    },
    symbol: "A.java:3",
    left: ["B.java:2 may call A.A, which is deleted", "C.java:1 may call A.A, which is deleted"],
  },
  {
    name: "the other declaration of a function (C++)",
    files: {
      "store.h": "class Store {\n public:\n  void save(int key);\n};\nint total(int of);\n",
      "store.cpp": '#include "store.h"\n\nvoid Store::save(int key) {}\n\nint total(int of) { return of; }\n',
    },
    symbol: "store.h#Store.save",
    left: ["store.cpp:3 declares Store.save too, which is deleted here"],
  },
  {
    name: "the declaration of a function whose definition goes (C++)",
    files: {
      "store.h": "int total(int of);\n",
      "store.cpp": '#include "store.h"\n\nint total(int of) { return of; }\n\nint all() { return total(1); }\n',
    },
    symbol: "store.cpp#total",
    left: ["store.cpp:5 refers to total, which is deleted", "store.h:1 declares total too, which is deleted here"],
  },
  {
    name: "destructors below, and calls of what is declared with the type (C++)",
    files: {
      "base.h":
        "class Base {\n public:\n  virtual ~Base() = default;\n};\nclass Other {};\nvoid emit(const Base& from);\nvoid emit(Other from, int of);\nBase* make();\n",
      "a.cpp":
        '#include "base.h"\n\nclass D : public Base {\n public:\n  ~D() override;\n};\n\nvoid run() {\n  D d;\n  Other other;\n  emit(d);\n  emit(other, 1);\n  make();\n}\n',
    },
    symbol: "base.h#Base",
    left: [
      "a.cpp:3 refers to Base, which is deleted",
      "a.cpp:5 may override Base.~Base, which is deleted",
      "a.cpp:9 uses D, whose definition names what breaks",
      "a.cpp:11 calls emit, whose declaration names Base that is deleted",
      "a.cpp:13 calls make, whose declaration names Base that is deleted",
      "base.h:6 refers to Base, which is deleted",
      "base.h:8 refers to Base, which is deleted",
    ],
  },
  {
    name: "that an operator may be called without its name (C++)",
    files: { "a.hpp": "struct Less {\n  bool operator()(int a, int b) const { return a < b; }\n};\n" },
    symbol: "a.hpp#Less.operator()",
    left: ["a.hpp:1 Less.operator(), which is deleted, may be called without being named, also by libraries"],
  },
  {
    name: "the same beside an operator outside of a type (C++)",
    files: { "a.hpp": "struct Size {};\n\nbool operator==(Size a, Size b);\n" },
    symbol: "a.hpp#operator==",
    left: ["a.hpp:1 operator==, which is deleted, may be called without being named, also by libraries"],
  },
  {
    name: "specialisations of a template (C++)",
    files: {
      "a.h":
        "template <typename T>\nstruct Box {};\n\ntemplate <>\nstruct Box<int> {};\n\nnamespace n {\ntemplate <>\nstruct Box<char> {};\n}\n",
    },
    symbol: "a.h#Box",
    left: ["a.h:5 refers to Box, which is deleted", "a.h:9 refers to Box, which is deleted"],
  },
  {
    name: "uses of a template that may mean the specialisation (C++)",
    files: {
      "a.h": "template <typename T>\nstruct Box {};\n\ntemplate <>\nstruct Box<int> {};\n",
      "b.cpp": '#include "a.h"\n\nBox<int> one;\n',
    },
    symbol: "a.h:5",
    left: ["b.cpp:3 may mean Box<int>, which is deleted"],
  },
  {
    name: "where an instance of a class is made that is no longer complete (Python)",
    files: {
      "a.py":
        "from abc import ABC, abstractmethod\n\n\nclass Base(ABC):\n    @abstractmethod\n    def load(self):\n        pass\n\n\nclass Field(Base):\n    def load(self):\n        return 1\n\n\nclass Text(Field):\n    pass\n\n\nclass Own(Field):\n    def load(self):\n        return 2\n",
      "b.py": "from a import Field, Own, Text\n\nfield = Field()\ntext = Text()\nown = Own()\n",
    },
    symbol: "a.py#Field.load",
    left: [
      "a.py:10 has to have load, which is deleted",
      "a.py:20 overrides Field.load, which is deleted",
      "b.py:3 makes Field, whose Field.load is deleted",
      "b.py:4 makes Text, whose Field.load is deleted",
    ],
  },
  {
    name: "calls of an instance (Python)",
    files: {
      "a.py":
        "class Memo:\n    def __call__(self, key):\n        return key\n\n\nclass Url:\n    _memo = Memo()\n\n    def read(self, key):\n        return self._memo(key)\n\n\nmemo = Memo()\n",
      "b.py": "from a import memo\n\nprint(memo(1))\n",
    },
    symbol: "a.py#Memo.__call__",
    left: ["a.py:10 calls _memo, whose Memo.__call__ is deleted", "b.py:3 calls memo, whose Memo.__call__ is deleted"],
  },
  {
    name: "uses of a parameter that holds what it made, and of a field that holds that (Python)",
    files: {
      "a.py":
        "def want(of):\n    return of\n\n\nclass Signer:\n    def __init__(self, key: bytes | None, other):\n        key = want(key)\n        other = want(other)\n        self.key = key  # key\n        self.other = other\n        self.both = key + 'key'\n\n    def sign(self):\n        return self.key + self.other\n",
    },
    symbol: "a.py#want",
    left: [
      "a.py:7 refers to want, which is deleted",
      "a.py:8 refers to want, which is deleted",
      "a.py:9 key may have another type: it is made of want",
      "a.py:11 key may have another type: it is made of want",
      "a.py:14 self.key may have another type: it is made of want",
    ],
  },
  {
    name: "uses of a parameter below a test of its type (Python)",
    files: {
      "a.py":
        "class Auth:\n    pass\n\n\ndef build(auth: Auth | None, other):\n    if isinstance(auth, Auth):\n        return auth\n    elif isinstance(other, Auth):\n        return other\n    return made(auth)\n",
    },
    symbol: "a.py#Auth",
    left: [
      "a.py:5 refers to Auth, which is deleted",
      "a.py:6 refers to Auth, which is deleted",
      "a.py:7 auth may have another type: it is made of Auth",
      "a.py:8 refers to Auth, which is deleted",
      "a.py:10 auth may have another type: it is made of Auth",
    ],
  },
  {
    name: "a name in a quoted annotation (Python)",
    files: { "a.py": 'class A:\n    pass\n\n\ndef f(a: "A", b: "list[A]") -> "A | None":\n    return a\n' },
    symbol: "a.py#A",
    left: ["a.py:5 refers to A, which is deleted"],
  },
  {
    name: "a type that is called as one of the language (C#)",
    files: {
      "a.cs":
        'namespace N {\n  public class A {\n    string F(string n, int k) => (n, k) switch {\n      (nameof(Void), _) => "a",\n      _ => "b",\n    };\n    struct Void { }\n  }\n}\n',
      "b.cs": "namespace N {\n  public class B : A {\n    object F() => default(Void);\n  }\n}\n",
    },
    symbol: "a.cs#N.A.Void",
    left: ["a.cs:4 refers to N.A.Void, which is deleted", "b.cs:3 a name in code that is not followed here"],
  },
  {
    name: "a constant that patterns name (C#)",
    files: {
      "a.cs":
        'public class A {\n  const int K = 2;\n  string F(string n, int k) => (n, k) switch {\n    (_, K) => "a",\n    ({ Length: K }, _) => "b",\n    _ => "c",\n  };\n  bool G(object o) => o is K;\n}\n',
    },
    symbol: "a.cs#A.K",
    left: [
      "a.cs:4 refers to A.K, which is deleted",
      "a.cs:5 refers to A.K, which is deleted",
      "a.cs:8 refers to A.K, which is deleted",
    ],
  },
  {
    name: "the element of an annotation that is read at run time (Java)",
    files: {
      "A.java":
        "@interface Mark {\n  String title();\n  Sub[] subs();\n}\n@interface Sub {\n  int count();\n}\nclass A {\n  void f(java.lang.reflect.Method m) {\n    for (var s : A.class.getAnnotation(Mark.class).subs()) s.count();\n    for (var s : m.getAnnotationsByType(Sub.class)) s.count();\n  }\n}\n",
    },
    symbol: "A.java#Sub.count",
    left: ["A.java:10 refers to Sub.count, which is deleted", "A.java:11 refers to Sub.count, which is deleted"],
  },
  {
    name: "what a library makes of a class that it is given, as a doubt (Java)",
    files: {
      "A.java":
        "class A {\n  interface Own { String word(); }\n  void f() {\n    A.class.getClassLoader().load(Own.class).word();\n  }\n}\n",
    },
    symbol: "A.java#A.Own.word",
    left: ["A.java:4 may refer to A.Own.word, which is deleted"],
  },
  {
    name: "the constants of an enum, which call its constructor (Java)",
    files: {
      "A.java":
        "enum Size {\n  SMALL(1),\n  LARGE(2) { int x() { return 1; } };\n  Size(int of) {}\n}\nenum None {\n  A;\n  None() {}\n}\n",
    },
    symbol: "A.java#Size.Size",
    left: [
      "A.java:2 Size.SMALL is made by Size.Size, which is deleted",
      "A.java:3 Size.LARGE is made by Size.Size, which is deleted",
    ],
  },
  {
    name: "classes that inherit what they have to have, the uppermost alone (Java)",
    files: {
      "A.java":
        "interface Named { String name(); }\nabstract class Base implements Named { public String name() { return null; } }\nclass One extends Base {}\nclass Below extends One {}\nclass Own extends Base { public String name() { return null; } }\n",
    },
    symbol: "A.java#Base.name",
    left: [
      "A.java:3 has to have name, which it inherited and which is deleted",
      "A.java:5 overrides Base.name, which is deleted",
    ],
  },
  {
    name: "a class that has what an interface asks for from a class that does not know the interface (Kotlin)",
    files: {
      "a.kt":
        'interface Named {\n  fun name(): String\n  fun twice(): String = name()\n}\nopen class Plain {\n  open fun name() = "c"\n  open fun twice() = "d"\n}\nclass Four : Plain(), Named\n',
    },
    symbol: "a.kt#Plain.name",
    left: ["a.kt:9 has to have name, which it inherited and which is deleted"],
  },
  {
    name: "no class where an interface has what is deleted (Kotlin)",
    files: {
      "a.kt":
        'interface Named {\n  fun twice(): String = "a"\n}\nopen class Plain {\n  open fun twice() = "d"\n}\nclass Four : Plain(), Named\n',
    },
    symbol: "a.kt#Plain.twice",
    left: [],
  },
  {
    name: "an enum that has to have a method (Java)",
    files: {
      "A.java":
        "interface Label { String label(); }\nenum Shade implements Label {\n  DARK;\n  public String label() { return null; }\n}\nclass B { Label b; }\n",
    },
    symbol: "A.java#Shade.label",
    left: ["A.java:2 has to have label, which is deleted"],
  },
  {
    name: "each part of a class that cannot call the constructor above (C#)",
    files: {
      "a.cs":
        "class Thing\n{\n  protected Thing(string name) {}\n}\npartial class Room : Thing\n{\n  public Room(string name) : base(name) {}\n}\n",
      "b.cs": "partial class Room\n{\n}\n",
    },
    symbol: "a.cs#Room.Room",
    left: [
      "a.cs:5 Room would have to call Thing.Thing without arguments",
      "b.cs:1 Room would have to call Thing.Thing without arguments",
    ],
  },
  {
    name: "a class that lacks a property of its interface (C#)",
    files: {
      "a.cs": "interface IShape\n{\n  int Sides { get; }\n}\nclass Square : IShape\n{\n  public int Sides => 4;\n}\n",
    },
    symbol: "a.cs#Square.Sides",
    left: ["a.cs:5 has to have Sides, which is deleted"],
  },
  ...["int Twice => 2;", "int Twice { get { return 2; } }", "static int Twice = 2;"].map((written) => ({
    name: `no class where its interface has the property's body: ${written} (C#)`,
    files: { "a.cs": `interface IShape\n{\n  ${written}\n}\nclass Square : IShape\n{\n  public int Twice => 4;\n}\n` },
    symbol: "a.cs#Square.Twice",
    left: [],
  })),
  {
    name: "a class that lacks a property of its interface (Kotlin)",
    files: { "a.kt": "interface Shape {\n  val sides: Int\n}\nclass Square : Shape {\n  override val sides = 4\n}\n" },
    symbol: "a.kt#Square.sides",
    left: ["a.kt:4 has to have sides, which is deleted"],
  },
  {
    name: "no class where its interface has the property's body (Kotlin)",
    files: {
      "a.kt":
        "interface Shape {\n  val sides: Int\n    get() = 2\n}\nclass Square : Shape {\n  override val sides = 4\n}\n",
    },
    symbol: "a.kt#Square.sides",
    left: [],
  },
  {
    name: "no class where its trait has the value (Scala)",
    files: {
      "a.scala": "trait Shape {\n  val sides: Int = 2\n}\nclass Square extends Shape {\n  override val sides = 4\n}\n",
    },
    symbol: "a.scala#Square.sides",
    left: [],
  },
  {
    name: "a class that lacks a property of its interface (PHP)",
    files: {
      "a.php":
        "<?php\ninterface Named {\n    public string $name { get; }\n}\nclass User implements Named {\n    public string $name = 'x';\n}\n",
    },
    symbol: "a.php#User.name",
    left: ["a.php:5 has to have name, which is deleted"],
  },
  ...[
    ["const MIN: u32", "const MIN: u32 = 1", "MIN"],
    ["type Item", "type Item = u8", "Item"],
  ].map(([asked, written, name]) => ({
    name: `the block of a trait that has to have it: ${asked} (Rust)`,
    files: {
      "Cargo.toml": CARGO,
      "src/lib.rs": `pub struct A;\n\npub trait Named {\n    ${asked};\n}\n\nimpl Named for A {\n    ${written};\n}\n`,
    },
    symbol: `src/lib.rs#A.${name}`,
    left: [`src/lib.rs:7 has to have ${name}, which is deleted`],
  })),
  {
    name: "no block where the trait has the constant's value (Rust)",
    files: {
      "Cargo.toml": CARGO,
      "src/lib.rs":
        "pub struct A;\n\npub trait Named {\n    const MAX: u32 = 3;\n}\n\nimpl Named for A {\n    const MAX: u32 = 4;\n}\n",
    },
    symbol: "src/lib.rs#A.MAX",
    left: [],
  },
  {
    name: "no struct where the protocol's type follows from its members (Swift)",
    files: {
      "a.swift":
        "protocol Box {\n  associatedtype Item\n  var first: Item { get }\n}\nstruct IntBox: Box {\n  typealias Item = Int\n  var first: Int { 1 }\n}\n",
    },
    symbol: "a.swift#IntBox.Item",
    left: [],
  },
  {
    name: "super of a class below, and of a module that the class is given (Ruby)",
    files: {
      "a.rb":
        "module Logged\n  def run(x)\n    super(x)\n  end\nend\n\nclass Base\n  def run(x) = x\nend\n\nclass Server < Base\n  prepend Logged\n\n  def run(x)\n    super\n  end\nend\n",
    },
    symbol: "a.rb#Base.run",
    left: [
      "a.rb:3 on a value of unknown type, may refer to Base.run, which is deleted",
      "a.rb:14 overrides Base.run, which is deleted",
      "a.rb:15 on a value of unknown type, may refer to Base.run, which is deleted",
    ],
  },
  {
    name: "an abstract class, where that has to have what its interface asks for (C#)",
    files: {
      "a.cs":
        "interface INamed {\n  string Name { get; }\n}\nabstract class Thing : INamed {\n  public string Name { get; }\n}\nclass Item : Thing { }\n",
    },
    symbol: "a.cs#Thing.Name",
    left: ["a.cs:4 has to have Name, which is deleted"],
  },
  {
    name: "classes that may have to have what a library's interface asks of an abstract class (PHP)",
    files: {
      "a.php":
        "<?php\nabstract class Base implements Countable {\n  public function count(): int { return 1; }\n}\nclass One extends Base {}\nclass Two extends Base {\n  public function count(): int { return 2; }\n}\n",
    },
    symbol: "a.php#Base.count",
    left: [
      "a.php:2 may have to have count, which is deleted: what asks for it is a library's",
      "a.php:5 may have to have count, which it inherited and which is deleted: what asks for it is a library's",
      "a.php:7 overrides Base.count, which is deleted",
    ],
  },
];

describe("a deletion lists", () => {
  it.each(CASES)("$name", async ({ files, symbol, left }) => {
    const { scene } = await openMemoryEdits(files);
    const built = await deleteSymbol(scene, { symbol });
    const found = built.kind === "built" ? built.change.left : [];
    const lines = ({ line, endLine }: LeftPlace): string => (endLine === undefined ? `${line}` : `${line}-${endLine}`);
    expect(found.map((one) => `${one.path}:${lines(one)} ${one.why}`)).toEqual(left);
  });

  it("what is certain before what is doubtful, where an answer could not show all", async () => {
    const doubtful = "  field.decode();\n".repeat(1_000);
    const files = {
      "a.ts": "export class Field {\n  decode() {}\n}\n",
      "b.ts": `export function f(field) {\n${doubtful}}\n`,
      "c.ts": 'import { Field } from "./a";\nnew Field().decode();\n',
    };
    const { scene } = await openMemoryEdits(files);
    const built = await deleteSymbol(scene, { symbol: "a.ts#Field.decode" });
    const left = built.kind === "built" ? built.change.left : [];
    expect(left.slice(0, 2).map(({ path, line }) => `${path}:${line}`)).toEqual(["c.ts:2", "b.ts:2"]);
  });

  it("as broken what uses a member that a type only promises (TypeScript)", async () => {
    const { scene } = await openMemoryEdits({
      "a.ts":
        "export type Queue = { take(): string };\nexport class Own implements Queue {\n  take(): string {\n    return '';\n  }\n}\n",
      "b.ts": "import { Own } from './a.ts';\nnew Own().take();\n",
    });
    const built = await deleteSymbol(scene, { symbol: "a.ts#Own.take" });
    const left = built.kind === "built" ? built.change.left : [];
    expect(left.map(({ path, line, effect }) => `${path}:${line} ${effect}`)).toEqual([
      "a.ts:2 breaks",
      "b.ts:2 breaks",
    ]);
  });
});
