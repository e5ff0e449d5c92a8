// A caller's text in the form of its place: indentation, line endings, tabs.
import { describe, expect, it } from "vitest";
import { contentLines, fitText, type TextPlace } from "../../../src/edits/symbols/fit-text.ts";

const fit = (given: string, place: Partial<TextPlace> = {}, verbatim: readonly number[] = []): string =>
  fitText(
    contentLines(given),
    { indentation: "    ", ending: "\n", unit: "    ", present: new Set(), ...place },
    new Set(verbatim),
  );

const METHOD = "def f(self):\n        if a:\n            return 1";

describe("a text is fitted", () => {
  it.each([
    ["from the margin", "def f(self):\n    if a:\n        return 1\n"],
    ["from any depth", "\n  def f(self):\n      if a:\n          return 1\n\n"],
    ["from the depth of its place", `    ${METHOD}\n`],
    ["from the middle of a line", METHOD],
    ["with white space at its end", `    ${METHOD} \t\r\n  `],
  ])("%s", (_how, given) => {
    expect(fit(given)).toBe(METHOD);
  });

  it("from the middle of a line, by what closes it", () => {
    expect(fit("f() {\n      g();\n    }")).toBe("f() {\n        g();\n    }".replace("        g", "      g"));
    expect(fit("f() {\n    g();\n}")).toBe("f() {\n        g();\n    }");
  });

  it("from the middle of a line, by the lines of a comment that are there already", () => {
    const commented = "# One.\n    # Two.\n    a=1";
    expect(fit(commented, { present: new Set(commented.split("\n")) })).toBe(commented);
    expect(fit(commented)).toBe("# One.\n        # Two.\n        a=1");
  });

  it("with the line endings of its file, and blank lines blank", () => {
    expect(fit("a\n\n  b", { ending: "\r\n", indentation: "\t", unit: "\t" })).toBe(
      "a\r\n\r\n\t\tb".replace("\t\tb", "\t\tb"),
    );
  });

  it("with tabs for spaces and spaces for tabs", () => {
    expect(fit("if a:\n    b\n      c", { indentation: "\t", unit: "\t" })).toBe("if a:\n\t\tb\n\t\t  c");
    expect(fit("if a:\n\tb\n\t\tc", { indentation: "  ", unit: "  " })).toBe("if a:\n    b\n      c");
  });

  it("but for lines that the symbol has already, when they are given at its depth", () => {
    const mixed = "sub f {\n    if (a) {\n\tb();\n  \n    }\n}";
    const present = new Set(mixed.split("\n"));
    expect(fit(mixed, { indentation: "", present })).toBe(mixed);
    expect(fit(mixed.replace("b()", "c()"), { indentation: "", present })).toBe(mixed.replace("\tb()", "    c()"));
    expect(fit(mixed, { indentation: "  ", present })).toBe("sub f {\n      if (a) {\n      b();\n\n      }\n  }");
  });

  it("but for the lines inside a string", () => {
    expect(fit("a = `x\ny\n`\n", {}, [1, 2])).toBe("a = `x\ny\n`");
  });
});
