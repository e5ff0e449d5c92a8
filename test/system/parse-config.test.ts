import { describe, expect, it } from "vitest";
import { asObject, parseJsonWithComments, parseToml, readObject } from "../../src/system/parse-config.ts";

describe("JSON with comments", () => {
  it.each([
    ['{"a": 1, /* b */ "c": 2,}', { a: 1, c: 2 }],
    ['{"url": "http://x/*y*/", "q": "\\"// no"} // end', { url: "http://x/*y*/", q: '"// no' }],
    ["\uFEFF[1, 2, ]", [1, 2]],
    ["// nothing else\n", undefined],
    ['["[[[", /* [[[ */ "{"]', ["[[[", "{"]],
  ])("%j", (text, value) => {
    expect(parseJsonWithComments(text)).toEqual(value);
  });

  it.each(["{", '{"a" 1}', "[1 2]", "[,]", "[1,,2]", "{a: 1}", "'a'", "{} {}", '"\n"', "[".repeat(33)])(
    "refuses %j",
    (text) => {
      expect(() => parseJsonWithComments(text)).toThrowError(SyntaxError);
    },
  );
});

describe("TOML", () => {
  it("has the values of JSON, and large numbers", () => {
    const text = '\uFEFFa.b = "c"\nbig = 12345678901234567890\n[[d]]\ne = ["f", 1.5, true]';
    expect(parseToml(text)).toEqual({ a: { b: "c" }, big: 12345678901234567890n, d: [{ e: ["f", 1.5, true] }] });
  });

  it.each(["a", "a = ", "[a", "a = 1\na = 2", `a = ${"[".repeat(33)}`])("refuses %j", (text) => {
    expect(() => parseToml(text)).toThrowError(SyntaxError);
  });
});

/** As long as a text may be. */
const repeated = (text: string) => text.repeat(500_000 / text.length);

describe("hostile texts", () => {
  it.each([
    ["JSON", '{"__proto__": {"name": "x"}}', parseJsonWithComments],
    ["TOML", '[__proto__]\nname = "x"', parseToml],
    ["TOML with dots", '__proto__.name = "x"', parseToml],
  ] as const)("%s: __proto__ is a key like any other", (_, text, parse) => {
    const value = readObject(text, parse);
    expect(value?.["name"]).toBeUndefined();
    expect(asObject(new Map(Object.entries(value ?? {})).get("__proto__"))?.["name"]).toBe("x");
    expect(({} as Record<string, unknown>)["name"]).toBeUndefined();
  });

  // A parser that reads the rest again from each beginning would take longer than a test may.
  it.each(["[", "{", '{"a":', '"', '"\\\\', ",", "x ", "/ "])("as JSON, beginnings without an end: %s", (beginning) => {
    expect(readObject(repeated(beginning), parseJsonWithComments)).toBeNull();
  });

  it.each(["[", "[a.", "a=[", "a={", "a.", '"', '"""', "'''", "[a]\n", "a=[{b="])(
    "as TOML, beginnings without an end: %s",
    (beginning) => {
      expect(readObject(repeated(beginning), parseToml)).toBeNull();
    },
  );

  it("are not read where they are too long", () => {
    expect(readObject(`{"a": "${"x".repeat(500_000)}"}`, parseJsonWithComments)).toBeNull();
  });
});

describe("an error", () => {
  it.each([
    ['{"a": {', "close brace expected at line 1, column 8"],
    ['{\n  /* one\n  two */ "a": 1\n  "b": 2\n}', "comma expected at line 4, column 3"],
  ])("of JSON has words and a place: %j", (text, message) => {
    expect(() => parseJsonWithComments(text)).toThrowError(new SyntaxError(message));
  });

  it("of TOML is one line with its place", () => {
    expect(() => parseToml("x = 1\na = ")).toThrowError(new SyntaxError("invalid value at line 2, column 5"));
  });
});
