// C++ behind macros: a class keeps its members, and the macros are mentioned where they stand.
import { expect, test } from "vitest";
import { analyze } from "../check.ts";

test("a macro before a constructor and one that makes a parameter of a template leave the class whole", async () => {
  const text = `template <typename T> class Store {
 public:
  LIB_CONSTEXPR Store(int size) : size_(size) {}
  template <typename U, LIB_ENABLE_IF(std::is_same<U, T>::value)>
  void put(U item) { size_ += 1; }
  int size() const { return size_; }
 private:
  int size_;
};
`;
  const { facts } = await analyze("store.hpp", text);
  expect(facts?.definitions.filter(({ name }) => name !== "{}").map(({ path, kind }) => `${kind} ${path}`)).toEqual([
    "class Store",
    "method Store.Store",
    "method Store.put",
    "method Store.size",
    "field Store.size_",
  ]);
  const macros = facts?.references
    .filter(({ name }) => name.startsWith("LIB_"))
    .map(({ name, lines }) => [name, ...lines]);
  expect(macros).toEqual([
    ["LIB_ENABLE_IF", 4],
    ["LIB_CONSTEXPR", 3],
  ]);
});

/** Paths of the definitions with names, and lines of the mentions of macros. */
async function read(text: string) {
  const { facts } = await analyze("store.cpp", text);
  return {
    defined: facts?.definitions.filter(({ name }) => name !== "{}").map(({ path, nameLine }) => `${nameLine} ${path}`),
    macros: facts?.references
      .filter(({ name }) => /^[A-Z]/.test(name) && name !== "Base" && name !== "Other")
      .map(({ name, lines }) => `${name} ${lines.join(" ")}`)
      .sort(),
  };
}

test("of a class that begins in each branch of a condition the first counts, and the names in conditions are mentioned", async () => {
  const text = `#if SHOP_BASE >= 2
class Store : public Base {
#else
class Store : public Other {
#endif
 public:
#ifdef SHOP_DEBUG
  void check();
#endif
  int size() const;
};
int
#if SHOP_FAST
openFast
#else
openSlow
#endif
(int count);
`;
  expect(await read(text)).toEqual({
    defined: ["2 Store", "8 Store.check", "10 Store.size", "14 openFast"],
    macros: ["SHOP_BASE 1", "SHOP_DEBUG 7", "SHOP_FAST 13"],
  });
});

test("branches that are whole all count", async () => {
  const text =
    "#ifdef A_FLAG\nint open(int);\n#else\nint open(long);\n#endif\nclass Store {\n#if B_FLAG\n )\n#endif\n};\n";
  expect((await read(text)).defined).toEqual(["2 open", "4 open", "6 Store"]);
});

test("a macro alone on its line ends itself, also behind a comment, and one in a comment is none", async () => {
  const text = `struct Ignore {
  Ignore(...);  // NOLINT
};
// Begins the library.
SHOP_BEGIN_NAMESPACE
SHOP_PRAGMA(diagnostic ignored "-Wall")
class SHOP_API Item;
template <typename T> class Store {
  void put() { if SHOP_CONSTEXPR (true) return; }
};
`;
  expect(await read(text)).toEqual({
    defined: ["1 Ignore", "2 Ignore.Ignore", "8 Store", "9 Store.put"],
    macros: expect.arrayContaining(["SHOP_API 7", "SHOP_BEGIN_NAMESPACE 5", "SHOP_CONSTEXPR 9", "SHOP_PRAGMA 6"]),
  });
});

test("characters outside of the basic plane move nothing", async () => {
  const text = `// ${"🤡".repeat(30)}
#if SHOP_BASE >= 2
class Store : public Base {
#else
class Store : public Other {
#endif
  int size() const;
};
`;
  expect((await read(text)).defined).toEqual(["3 Store", "7 Store.size"]);
});
