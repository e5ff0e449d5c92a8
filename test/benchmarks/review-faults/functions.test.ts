import { describe, expect, it } from "vitest";
import { functionsOf, splitList } from "./functions.ts";

const found = (path: string, text: string) =>
  functionsOf(path, text).map(({ name, isPublic, bodyFrom, bodyTo, parameters }) => ({
    name,
    isPublic,
    bodyFrom,
    bodyTo,
    parameters,
  }));

describe("functionsOf", () => {
  it.each([
    ["a.go", "func (s *Store) Read(id string) error {\n\treturn nil\n}\n", "Read", true, "id string"],
    ["a.py", "def read(self, id):\n    return 1\n\n\nx = 1\n", "read", true, "self, id"],
    ["a.ts", "export const read = (id: string): string => {\n  return id\n}\n", "read", true, "id: string"],
    ["a.js", "res.read = function read(id) {\n  return id\n}\n", "read", true, "id"],
    ["A.java", "  public int read(String id) throws E {\n    return 1;\n  }\n", "read", true, "String id"],
    ["a.rb", "  def read!(id)\n    id\n  end\n", "read!", true, "id"],
    ["a.rs", "pub fn read<T>(id: T) -> T {\n    id\n}\n", "read", true, "id: T"],
  ])("%s", (path, text, name, isPublic, parameters) => {
    expect(found(path, text)).toEqual([{ name, isPublic, bodyFrom: 1, bodyTo: 1, parameters }]);
  });

  it("finds a body whose brace stands in a line of its own", () => {
    expect(found("A.cs", "    private int Read(string id)\n    {\n        return 1;\n    }\n")).toEqual([
      { name: "Read", isPublic: false, bodyFrom: 2, bodyTo: 2, parameters: "string id" },
    ]);
  });

  it.each([
    ["a call before a block", "a.ts", "  markChanged(state)\n  if (state.has(key)) {\n    go()\n  }\n"],
    ["a value that begins with a bracket", "a.ts", "const a = (await b) as C & {\n  d: e\n}\n"],
    ["an object of a nameless class", "A.java", "    return new Reader(id) {\n      int a;\n    };\n"],
    ["a declaration without a body", "A.java", "  int read(String id);\n"],
  ])("leaves out %s", (_, path, text) => {
    expect(found(path, text)).toEqual([]);
  });
});

describe("splitList", () => {
  it("cuts at commas outside of brackets", () => {
    expect(splitList("a: Map<string, number>, b = [1, 2], c")).toEqual(["a: Map<string, number>", "b = [1, 2]", "c"]);
  });
});
