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
  const macros = facts?.mentions
    .filter(({ name }) => name.startsWith("LIB_"))
    .map(({ name, lines }) => [name, ...lines]);
  expect(macros).toEqual([
    ["LIB_ENABLE_IF", 4],
    ["LIB_CONSTEXPR", 3],
  ]);
});
