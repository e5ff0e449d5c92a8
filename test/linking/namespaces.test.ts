// How surely a name leads to functions of one name: overloads are told apart by the types of arguments, which are not known.
import { expect, test } from "vitest";
import { semanticsOf } from "../../src/languages/semantics.ts";
import { openLinker } from "../../src/linking/linker.ts";
import { miniProject } from "./mini-project.ts";

test("a prototype and its definition are one function of C++, functions of other parameters are overloads", async () => {
  const text = `#include <string>
class Store {
 public:
  Shelf* shelf() { return shelf_; }
  const Shelf* shelf() const { return shelf_; }
  void put(const std::string& name, int count = 1);
};
void Store::put(const std::string& title, int n) { shelf(); }
int turned(unsigned bits) { return bits; }
int turned(long bits) { return bits; }
int once(long bits);
int once(long other) { return turned(other); }
void all(Store& store) {
  store.put("a", 2);
  once(1);
}
`;
  const { lookup, facts } = await miniProject({ "store.cc": text });
  const linker = openLinker(lookup, semanticsOf);
  const found = facts
    .get("store.cc")
    ?.references.filter(({ roles }) => roles.includes("call"))
    .map((group) => {
      const { value, certainty } = linker.target("store.cc", group);
      const places = value.is === "definition" ? value.places : [];
      return `${group.name} ${certainty} ${places.map(({ at }) => facts.get("store.cc")?.definitions[at]?.nameLine).join(" ")}`;
    });
  expect(found?.sort()).toEqual([
    "once exact 11 12",
    "put constrained 6 8",
    "shelf constrained 4 5",
    "turned constrained 9 10",
  ]);
});
