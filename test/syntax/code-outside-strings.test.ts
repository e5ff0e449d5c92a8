import { describe, expect, it } from "vitest";
import { codeOutsideStrings, type Quoting } from "../../src/syntax/code-outside-strings.ts";

const KOTLIN: Quoting = { interpolation: "every string", nestsComments: true };
const SCALA: Quoting = { interpolation: "prefixed strings", nestsComments: true };
const CSHARP: Quoting = { interpolation: "none", nestsComments: false };

describe("what stands outside of strings and comments", () => {
  it.each([
    [KOTLIN, 'f("a)", b)', "f(____, b)"],
    [KOTLIN, 'f("a ${g("}")} b")', "f(_____g(___)____)"],
    [KOTLIN, '"a ${\n  b(c)\n} d"', "_____\n  b(c)\n____"],
    [KOTLIN, 'f("""\n  "x" ${a}\n""")', "f(___\n________a_\n___)"],
    [KOTLIN, "a /* b /* c ) */ ( */ d", "a                     d"],
    [KOTLIN, "a // (\nb", "a     \nb"],
    [KOTLIN, "f(')')", "f(___)"],
    [SCALA, 'f("${(", s"${g(a)}")', "f(_____, s___g(a)__)"],
    [CSHARP, 'f("${", @"a"")", $"{b}")', "f(____, _______, $_____)"],
    [CSHARP, "a /* b /* c */ d", "a              d"],
  ])("%j %j", (quoting, text, code) => {
    expect(codeOutsideStrings(text, quoting)).toBe(code);
  });

  it.each([
    [KOTLIN, "f(a"],
    [KOTLIN, "f(a))"],
    [KOTLIN, "f(a]"],
    [KOTLIN, 'f("a)'],
    [KOTLIN, 'f("a\n")'],
    [KOTLIN, 'f("${a")'],
    [KOTLIN, 'f("""a"")'],
    [KOTLIN, "/* a /* b */"],
    [CSHARP, "/* a"],
  ])("nothing where they do not match: %j %j", (quoting, text) => {
    expect(codeOutsideStrings(text, quoting)).toBeNull();
  });
});
