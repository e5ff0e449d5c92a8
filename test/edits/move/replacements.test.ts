// Replacements of one text: what joins, what is cut out of a statement, and which blank lines go with a removal.

import { expect, it } from "vitest";
import { applyEdits } from "../../../src/edits/apply-edits.ts";
import { joinReplacements, removal, withoutNames } from "../../../src/edits/move/replacements.ts";
import type { ImportStatement } from "../../../src/languages/contract/import-statements.ts";

it("joins what touches, an insertion first, and removals that overlap", () => {
  const [insertion, one, other] = [
    { start: 2, end: 2, text: "x" },
    { start: 4, end: 8, text: "" },
    { start: 6, end: 9, text: "" },
  ];
  expect(joinReplacements([other, one, insertion])).toEqual([insertion, { start: 4, end: 9, text: "" }]);
  expect(joinReplacements([{ ...insertion, start: 4, end: 4 }, one])).toEqual([{ start: 4, end: 8, text: "x" }]);
  expect(() => joinReplacements([one, { start: 6, end: 9, text: "y" }])).toThrow("overlap");
});

it.each([
  ["a();\n\nb();\n\nc();\n", "b();", "a();\n\nc();\n"],
  ["a();\n\nb();\n", "b();", "a();\n"],
  ["a();\nb();\nc();\n", "b();", "a();\nc();\n"],
  ["b();\n\nc();\n", "b();", "c();\n"],
  ["a(); b(); c();\n", "b();", "a();  c();\n"],
])("removes a span from %j", (text, span, expected) => {
  const start = text.indexOf(span);
  expect(applyEdits(text, [removal(text, { start, end: start + span.length })])).toBe(expected);
});

/** `import a, { b, c } from "m";` */
function statement(text: string): ImportStatement {
  const names = ["a", "b", "c"].map((local) => {
    const start = text.indexOf(local, 6);
    return { start, end: start + 1, imported: local, local, isType: false };
  });
  return {
    start: 0,
    end: text.length - 1,
    role: "import",
    module: { start: text.indexOf('"m') + 1, end: text.indexOf('m"') + 1, text: "m" },
    names,
    list: { start: text.indexOf("{"), end: text.indexOf("}") + 1 },
    isType: false,
    isOutermost: true,
  };
}

it.each([
  [["a"], 'import { b, c } from "m";\n'],
  [["b"], 'import a, { c } from "m";\n'],
  [["c"], 'import a, { b } from "m";\n'],
  [["b", "c"], 'import a from "m";\n'],
  [["a", "b"], 'import { c } from "m";\n'],
  [["a", "b", "c"], ""],
])("takes %j out of a statement", (names, expected) => {
  const text = 'import a, { b, c } from "m";\n';
  const found = statement(text);
  const gone = new Set(found.names.filter(({ imported }) => names.includes(imported)));
  expect(applyEdits(text, joinReplacements(withoutNames(text, found, gone)))).toBe(expected);
});
