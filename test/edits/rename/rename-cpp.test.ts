// Renames in C++: members that are reached over headers which do not include each other.
import { expect, it } from "vitest";
import { rename } from "./rename-scene.ts";

const FILES = {
  "include/shop/store.h": `#include <memory>
namespace shop {
class State;
class Store {
 public:
  bool open();
 private:
  std::unique_ptr<State> state;
};
}
`,
  "src/state.h": "namespace shop {\nclass State {\n public:\n  bool start(int value);\n};\n}\n",
  "src/state.cpp": '#include "state.h"\nnamespace shop {\nbool State::start(int value) { return value > 0; }\n}\n',
  "src/store.cpp":
    '#include "shop/store.h"\n#include "state.h"\nnamespace shop {\nbool Store::open() { return state->start(1); }\n}\n',
};

it("renames uses over a class that a header of another folder only declares", async () => {
  const { files, refusals } = await rename(FILES, "src/state.h#shop.State.start", "begin");
  expect(refusals).toEqual([]);
  expect(Object.keys(files)).toEqual(["src/state.cpp", "src/state.h", "src/store.cpp"]);
});
