import { describe, expect, it } from "vitest";
import { followsFromListed, newDiagnostics, parseDiagnostics } from "./diagnostics.ts";

describe("parseDiagnostics", () => {
  it.each([
    ["src/a.ts(3,5): error TS2304: Cannot find name 'b'.", "src/a.ts", 3, "error TS2304: Cannot find name 'b'."],
    ["./gin.go:12:4: undefined: Engine", "gin.go", 12, "undefined: Engine"],
    ["vet: ./gin.go:12:4: undefined: Engine", "gin.go", 12, "undefined: Engine"],
    ["src/A.java:7: error: cannot find symbol", "src/A.java", 7, "error: cannot find symbol"],
    ["  /repo/a/b.py:9:5 - error: unknown (rule)", "a/b.py", 9, "error: unknown (rule)"],
    [
      "PHP Fatal error:  Uncaught Error: Call to undefined function nope() in /repo/src/a.php:4",
      "src/a.php",
      4,
      "Uncaught Error: Call to undefined function nope()",
    ],
    [
      "Fatal error: Class A contains 1 abstract method (Countable::count) in ./a.php on line 6",
      "a.php",
      6,
      "Class A contains 1 abstract method (Countable::count)",
    ],
  ])("%s", (printed, path, line, message) => {
    expect(parseDiagnostics(printed, "/repo")).toEqual([{ path, line, message }]);
  });

  it("counts what explains an error with it", () => {
    const printed = [
      "/repo/src/a.h: In member function 'int YAML::Node::size() const':",
      "/repo/src/a.h:7:3: error: 'Node' has no member named 'size'; did you mean 'sized'?",
      "/repo/src/a.h:2:9: note: 'sized' declared here",
      "/repo/src/b.cpp:9:12:   required from here",
      "src/main.rs:4:9: error[E0425]: cannot find value `a` in this scope: not found in this scope",
    ].join("\n");
    expect(parseDiagnostics(printed, "/repo").map(({ path, line }) => `${path}:${line}`)).toEqual([
      "src/a.h:7",
      "src/main.rs:4",
    ]);
  });

  it("counts an uncaught error once, where it was thrown", () => {
    const printed =
      "PHP Fatal error:  Uncaught Error: gone in /repo/b.php:4\nStack trace:\n#0 /repo/a.php(2): f()\n#1 {main}\n  thrown in /repo/b.php on line 4\n";
    expect(parseDiagnostics(printed, "/repo")).toEqual([{ path: "b.php", line: 4, message: "Uncaught Error: gone" }]);
  });

  it("takes cargo's message from the line before its place", () => {
    const printed = "error[E0425]: cannot find value `a`\n  --> src/main.rs:4:9\n   |\n";
    expect(parseDiagnostics(printed, "/repo")).toEqual([
      { path: "src/main.rs", line: 4, message: "error[E0425]: cannot find value `a`" },
    ]);
  });
});

describe("newDiagnostics", () => {
  it("knows an old one whose line moved, and counts one that came twice", () => {
    const at = (line: number, message: string) => ({ path: "a.ts", line, message });
    expect(newDiagnostics([at(1, "x")], [at(3, "x"), at(4, "x"), at(5, "y")])).toEqual([at(4, "x"), at(5, "y")]);
  });

  it("knows an old one that says a renamed name", () => {
    const at = (message: string) => ({ path: "a.ts", line: 1, message });
    const after = [at("no b in bs"), at("no a in b")];
    expect(newDiagnostics([at("no a in bs")], after, { from: "a", to: "b" })).toEqual([at("no a in b")]);
  });
});

it("an error of a linker follows from a listed place of its file, one outside of the repository from any", () => {
  const linker = { path: "a.c", line: 9, message: "undefined reference to `weigh'" };
  expect(followsFromListed(linker, new Set(["a.c"]))).toBe(true);
  expect(followsFromListed(linker, new Set(["b.c"]))).toBe(false);
  const misread = { path: "a.h", line: 9, message: "error: storage class specified for parameter ‘x’" };
  expect(followsFromListed(misread, new Set(["b.c"]))).toBe(true);
  expect(followsFromListed(misread, new Set())).toBe(false);
  expect(followsFromListed({ ...misread, path: "/usr/include/a.h", message: "error: x" }, new Set(["b.c"]))).toBe(true);
  expect(followsFromListed({ ...misread, message: "error: x" }, new Set(["a.h"]))).toBe(false);
});
