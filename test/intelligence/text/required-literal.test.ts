import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requiredLiteral } from "../../../src/intelligence/text/required-literal.ts";

describe("what an expression requires", () => {
  it.each([
    ["class\\s+\\w+Effect", "Effect"],
    ["import \\{ ref \\} from", "import { ref } from"],
    ["https?://example\\.com", "://example.com"],
    ["orders?", "order"],
    ["orders+", "orders"],
    ["orders{2}x", "orders"],
    ["orders{0,2}x", "order"],
    ["(order|state) = open", " = open"],
    ["^export$", "export"],
    ["[abc]def[ghi]", "def"],
    ["[]]abcd", "]abcd"],
    ["order\\b.*\\bstate", "order"],
    ["\\u006frder", "rder"],
    ["\\x4frder", "rder"],
    ["(?!order)state", "state"],
    ["((a)(b[)])cde)fgh", "fgh"],
    ["order|state", null],
    ["ab", null],
    ["\\w+", null],
    ["(order)", null],
    ["état", "tat"],
  ])("%s: %j", (source, expected) => {
    expect(requiredLiteral(source)).toBe(expected);
  });

  const pieces = [
    "a",
    "b",
    "c",
    "ab",
    "abc",
    ".",
    "\\w",
    "\\.",
    "\\x61",
    "\\u0061",
    "\\1",
    "[ab]",
    "[^a]",
    "[\\]a]",
    "[]",
    "[^]",
  ];
  const odd = ["(?=a)", "(?!b)", "\\b", "^", "$", "]", "{", "}", "\\c", "\\x4", "\\u00", "(a|b)", "(?:ab)", "(a(b)c)"];
  const quantifiers = ["", "", "", "", "*", "+", "?", "{0}", "{1}", "{2,}", "{0,2}", "*?", "+?", "{,2}"];
  // No quantifier within another: such an expression may take for ever.
  const expression = fc
    .array(
      fc.tuple(
        fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...pieces) }, fc.constantFrom(...odd)),
        fc.constantFrom(...quantifiers),
        fc.constantFrom("", "", "", "", "", "", "|"),
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.map((part) => part.join("")).join(""));
  const unit = fc.constantFrom("a", "b", "c", "ab", "abc", ".", "]", "{", "}", "\\", "4", "0", "2", ",", "x", "u");

  it("stands in every line that matches", () => {
    let told = 0;
    fc.assert(
      fc.property(
        expression,
        fc.array(fc.string({ unit, maxLength: 8 }), { minLength: 10, maxLength: 20 }),
        (source, lines) => {
          let compiled: RegExp;
          try {
            compiled = new RegExp(source);
          } catch {
            return;
          }
          const literal = requiredLiteral(source);
          if (literal === null) {
            return;
          }
          told += 1;
          const plain = source.replace(/[\\?*+|()^$]/g, "");
          for (const line of [...lines, plain, plain.replace(/\{[\d,]*\}/g, ""), `${literal}a`]) {
            if (compiled.test(line)) {
              expect(line, source).toContain(literal);
            }
          }
        },
      ),
      { numRuns: 10_000 },
    );
    expect(told).toBeGreaterThan(200);
  });
});
