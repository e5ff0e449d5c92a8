// The signs of a language are found for every name that code can have: operators, names between backticks, templates.
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../src/languages/registry.ts";

const NAMES = [
  "apply",
  "unapply",
  "*:",
  "+",
  "a b",
  "x(",
  "[]=",
  "\\",
  "f(int)<a>",
  "$<b>",
  "operator ()",
  "unary_-",
  "m_=",
];

describe("signs", () => {
  it.each(
    LANGUAGES.flatMap(({ id, deletion }) => (deletion?.signs === undefined ? [] : [[id, deletion.signs] as const])),
  )("of %s are an expression or null for any name", (_, signs) => {
    for (const name of NAMES) {
      for (const owner of ["", ...NAMES]) {
        expect(signs(name, owner)).toSatisfy((sign) => sign === null || sign instanceof RegExp);
      }
    }
  });

  it("find a Scala type by a name that is a sign", () => {
    const sign = LANGUAGES.find(({ id }) => id === "scala")?.deletion?.signs?.("unapply", "*:");
    expect(["case a *: b", "case Pair(a, b)"].map((line) => sign?.test(line))).toEqual([true, false]);
  });
});
