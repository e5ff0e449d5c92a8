import { expect, test } from "vitest";
import {
  bareNameChain,
  classOfBareName,
  countSteps,
  definitionChain,
  definitionIn,
  dottedNames,
  firstCalled,
  hasParameter,
  importChain,
  importIn,
  isMade,
  lastStep,
  parseMember,
  parseRoot,
  selfChain,
  splitFirst,
  superChain,
  typeIn,
  unmarked,
  withSuffix,
} from "../../src/vocabulary/chain.ts";

test("Each root that is written is parsed as what it was made of", () => {
  expect(parseRoot(definitionChain(3))).toEqual({ is: "definition", at: 3, isFunction: false });
  expect(parseRoot(importChain(12, true))).toEqual({ is: "import", at: 12, isFunction: true });
  expect(parseRoot(selfChain(0))).toEqual({ is: "self", at: 0, isFunction: false });
  expect(parseRoot(superChain(40))).toEqual({ is: "super", at: 40, isFunction: false });
  expect(["Store", "self", "super@", "@", "%x", "@3x"].map((root) => parseRoot(root).is)).toEqual(
    Array(6).fill("name"),
  );
  expect(["!", "!error"].map((root) => parseRoot(root).is)).toEqual(["built-in", "built-in"]);
});

test.each([
  ["@3.save()", "@3.save", "()"],
  ["%0^.items[]", "%0^.items", "[]"],
  ["%0^", "%0", "^"],
  ["Store*", "Store", "*"],
  ["@1.kind{#}", "@1.kind", "{#}"],
  ["in@3.size/", "in@3", ".size/"],
  ["@3^.open'", "@3^", ".open'"],
])("%s ends in a step", (chain, before, step) => {
  expect(lastStep(chain)).toEqual({ before, step });
});

test.each(["Store", "@3", "self@2", "()", "^", "", ".", "vec!"])("%s has no step", (chain) => {
  expect(lastStep(chain)).toBeNull();
});

test("A chain is read by its members", () => {
  expect(parseMember("a.b().save")).toEqual({ owner: "a.b()", name: "save" });
  expect(parseMember("a.b()")).toBeNull();
  expect(dottedNames("%2.Outer.Inner'")).toEqual(["%2", "Outer", "Inner'"]);
  expect(dottedNames("in@3.Color")).toEqual(["Color"]);
  expect(["a().b", "a..b", "", "a^"].map(dottedNames)).toEqual([null, null, null, null]);
  expect(splitFirst("in@3.Store'^.items[]")).toEqual({ name: "Store'", steps: "^.items[]" });
  expect(splitFirst("%2")).toEqual({ name: "%2", steps: "" });
  expect(firstCalled("a.b().c().d")).toBe("b");
  expect(firstCalled("a.b()")).toBeNull();
});

test("A chain says what kind of value it leads to", () => {
  expect(["a^", "a()", "a[]"].every(isMade)).toBe(true);
  expect(["a", "a.b", "a*"].some(isMade)).toBe(false);
  expect(["a.0", "a.1[].b", "a.2.b()"].every(hasParameter)).toBe(true);
  expect(["a.0^.b", "a.b0", "0.b"].some(hasParameter)).toBe(false);
  expect(typeIn("!error^*")).toBe("!error");
});

test("Chains that are one definition, import or class are told from longer ones", () => {
  expect([definitionIn("@3"), definitionIn("@3.a"), definitionIn("%3")]).toEqual([3, null, null]);
  expect([importIn("%3"), importIn("%3/"), importIn("@3")]).toEqual([3, null, null]);
  expect([classOfBareName("in@7"), classOfBareName("in@"), classOfBareName("inner")]).toEqual([7, null, null]);
});

test("Names keep their marks until they are taken off", () => {
  expect(["size/", "Color'", "size"].map(unmarked)).toEqual(["size", "Color", "size"]);
  expect(withSuffix("in@3.Fact'", "Attribute")).toBe("in@3.FactAttribute'");
  expect([bareNameChain(3, "size"), bareNameChain(-1, "size")]).toEqual(["in@3.size", "size"]);
});

test("A call of a name counts as one step", () => {
  expect([".a", ".a()", ".a/()", "()()", ".:at", "^*[]"].map(countSteps)).toEqual([1, 1, 1, 2, 0, 3]);
});
