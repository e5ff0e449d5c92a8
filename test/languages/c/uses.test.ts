// In which forms of C and C++ a name is used, and where only a doubt is possible.
import { expect, it } from "vitest";
import type { Files } from "../../support/memory-project.ts";
import { placesOf } from "../../support/places-of.ts";

const lines = (...of: readonly string[]): string => `${of.join("\n")}\n`;

it.each<[what: string, files: Files, symbol: string, places: readonly string[]]>([
  [
    "declared again in functions of the same file",
    {
      "a.c": lines(
        "int open(int a) { return a; }",
        "int f(void) { extern int open(int);",
        "return open(1); }",
        "int g(void) { int open(int); return open(2); }",
      ),
    },
    "open",
    ["a.c:1 definition", "a.c:2 reference", "a.c:3 reference", "a.c:4 reference", "a.c:4 reference"],
  ],
  [
    "declared again in a function of another file",
    { "a.c": lines("int count;"), "b.c": lines("int f(void) { extern int count;", "return count; }") },
    "count",
    ["a.c:1 definition", "b.c:1 unknown", "b.c:2 unknown"],
  ],
  [
    "an object of C++ that is made with an argument",
    { "a.cpp": lines("int open(int);", "struct Box { Box(int); };", "void f(int size) { Box open(size); open; }") },
    "open",
    ["a.cpp:1 definition", "a.cpp:3 other", "a.cpp:3 other"],
  ],
  [
    "members by their names alone",
    {
      "a.c": lines(
        "struct store { int size; };",
        "int a = offsetof(struct store, size);",
        "struct store b = { size: 1 };",
        "struct store *f(int *p) { return container_of(p, struct store, size); }",
        "void g(struct store *s) { TAILQ_REMOVE(s, s, size); }",
        "void h(struct store *s) { CALL(s, size); }",
        "#define GET(s, name) ((s)->name)",
        "int i(struct store *s) { return GET(s, size); }",
        "int j(struct store *s) { return OTHER(s, size); }",
      ),
    },
    "store.size",
    [
      ...["a.c:1 definition", "a.c:2 reference", "a.c:3 reference"],
      ...["a.c:4 reference", "a.c:5 reference", "a.c:6 unknown", "a.c:8 reference", "a.c:9 unknown"],
    ],
  ],
  [
    "attributes that name a function",
    {
      "a.c": lines(
        "static void release(int *p) { }",
        "void f(void) { int x __attribute__((cleanup(release))) = 1; }",
        'void g(int *p) __attribute__((alias("release")));',
        "void h(const char *f, ...) __attribute__((format(release, 1, 2)));",
        "int i [[gnu::cleanup(release)]];",
      ),
    },
    "release",
    ["a.c:1 definition", "a.c:2 reference", "a.c:3 reference", "a.c:4 other", "a.c:5 reference"],
  ],
  [
    "a class before its members",
    {
      "a.cpp": lines(
        "class Store { static int count; struct Part; static int make(); };",
        "int Store::count = make();",
        "struct Store::Part { };",
        "struct Other { operator Store() const; explicit operator const Store *(); friend int Store::make(); };",
      ),
    },
    "Store",
    [
      ...["a.cpp:1 definition", "a.cpp:2 reference", "a.cpp:3 reference"],
      ...["a.cpp:4 reference", "a.cpp:4 reference", "a.cpp:4 reference"],
    ],
  ],
  [
    "a member that is read where another one is defined, and a friend",
    {
      "a.cpp": lines(
        "class Store { public: static int count; static int make(); };",
        "int Store::count = make();",
        "struct Other { friend int Store::make(); };",
      ),
    },
    "Store.make",
    ["a.cpp:1 definition", "a.cpp:2 reference", "a.cpp:3 reference"],
  ],
  [
    "a function that is a friend",
    { "a.cpp": lines("struct Store { friend int weigh(Store&); };", "int weigh(Store&) { return 1; }") },
    "weigh",
    ["a.cpp:1 reference", "a.cpp:2 definition"],
  ],
  [
    "a concept in a lambda",
    {
      "a.cpp": lines(
        "template <class T> concept Sized = true;",
        "auto a = []<Sized T>(T x) { return 1; };",
        "auto b = []() -> Sized auto { return 1; };",
        "auto c = []<class T> requires Sized<T> (T x) { return 1; };",
        "struct P { void f() requires Sized<int>; void g() noexcept(Sized<int>); };",
        "template <typename = Sized> struct D { };",
      ),
    },
    "Sized",
    [
      ...["a.cpp:1 definition", "a.cpp:2 reference", "a.cpp:3 reference", "a.cpp:4 reference"],
      ...["a.cpp:5 reference", "a.cpp:5 reference", "a.cpp:6 reference"],
    ],
  ],
  [
    "a template that is specialised",
    {
      "a.cpp": lines(
        "template <class T> struct Box { };",
        "template <> struct Box<int> { };",
        "template <class T> struct Box<T*> { };",
        "namespace n { template <class T> struct Box { }; }",
        "template <> struct n::Box<int> { };",
      ),
    },
    "a.cpp#Box",
    ["a.cpp:1 definition", "a.cpp:2 reference", "a.cpp:3 reference", "a.cpp:4 other", "a.cpp:5 other"],
  ],
  [
    "what a template is deduced from",
    { "a.cpp": lines("template <class T> struct Box { T item; };", "template <class T> Box(T) -> Box<T>;") },
    "a.cpp#Box",
    ["a.cpp:1 definition", "a.cpp:2 reference", "a.cpp:2 reference"],
  ],
  [
    "a name of a namespace that another file declares for itself",
    {
      "a.cpp": lines("namespace n { int open(int a) { return a; } }"),
      "b.cpp": lines("namespace n { int open(int); }", "int f() { return n::open(1); }"),
      "c.cpp": lines("struct n { static int open(int); };", "int g() { return n::open(1); }"),
    },
    "a.cpp#n.open",
    ["a.cpp:1 definition", "b.cpp:1 unknown", "b.cpp:2 unknown", "c.cpp:1 other", "c.cpp:2 other"],
  ],
])("%s", async (_what, files, symbol, places) => {
  expect(await placesOf(files, symbol)).toEqual(places);
});
