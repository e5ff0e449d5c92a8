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

it("renames private functions that override, and lists names of which a macro may make a member", async () => {
  const overriding = {
    "handler.h":
      "class Handler {\n public:\n  virtual void end() = 0;\n private:\n  void own();\n};\nclass Mine : public Handler {\n  void own();\n};\n",
    "null.cpp": '#include "handler.h"\nclass Null : public Handler {\n  virtual void end() {}\n};\n',
    "mock.cpp": '#include "handler.h"\nvoid check(Handler& one) {\n  EXPECT_CALL(one, end());\n}\n',
  };
  const { files, built } = await rename(overriding, "handler.h#Handler.end", "close");
  expect(Object.keys(files)).toEqual(["handler.h", "null.cpp"]);
  expect(built.kind === "built" ? built.change.left : []).toEqual([
    { path: "mock.cpp", line: 3, why: "a bare name of which a macro may make a member" },
  ]);
  const own = await rename(overriding, "handler.h#Mine.own", "mine");
  expect(own.built.kind === "built" ? own.built.change.changes[0] : null).toMatchObject({ edits: { length: 1 } });
});

it("renames a template with all its specialisations", async () => {
  const { files, refusals, left } = await rename(
    {
      "a.cpp":
        "template <class T, int N = 1> struct Box { T get(); };\ntemplate <> struct Box<int, 2> { int get(); };\ntemplate <class T> struct Box<Box<T> *  , 3> { Box *own; };\nint Box<int, 2>::get() { return 1; }\ntemplate <class T> Box(T) -> Box<T, 1>;\n",
    },
    "a.cpp#Box",
    "Bag",
  );
  expect({ refusals, left }).toEqual({ refusals: [], left: [] });
  expect(files["a.cpp"]).not.toContain("Box");
});
