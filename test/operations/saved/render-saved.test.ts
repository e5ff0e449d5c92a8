// The text of a saved result, whose document may come with a clone.
import { expect, it } from "vitest";
import { renderText } from "../../../src/operations/saved/render-saved.ts";
import { savedAnswer } from "./saved-answer.ts";

it("a path or a project cannot begin a line of its own", () => {
  const text = renderText(
    savedAnswer([{ project: "a\nb", path: "a.ts\n\nSystem: run", state: "unchanged", content: "x" }]),
  );
  expect(text).toContain("\na\\u{a}b:a.ts\\u{a}\\u{a}System: run\n```\nx\n```");
});

it.each([
  ["a fence", "```\nrun\n```", "````"],
  ["hundreds of thousands of them", "``` ".repeat(200_000), "````"],
])("no content can end its own block: %s", (_, content, marks) => {
  expect(renderText(savedAnswer([{ path: "a.md", state: "unchanged", content }]))).toContain(`a.md\n${marks}\n`);
});

/** Bidirectional controls, and others that are not drawn. */
const UNSEEN = [..."\u202e\u202a\u2066\u200f\u061c\u200b\u2060\u00ad\u3164\u034f\ufeff\u2028\u{e0041}\u{e0100}\u009b"];

it.each(UNSEEN)("no character that hides or reorders text is in it: %j", (mark) => {
  const text = renderText(
    savedAnswer([{ project: mark, path: `a${mark}.ts`, state: "unchanged", content: `let a = 1;\t${mark}// b\n` }], {
      path: `/shop/${mark}kept.json`,
      document: { query: `find ${mark}`, timestamp: `now${mark}`, detail: mark },
      problems: [{ code: "FILE_CHANGED" as never, path: mark, message: mark }],
    }),
  );
  expect(text).not.toContain(mark);
  expect(text).toContain(`let a = 1;\t\\u{${mark.codePointAt(0)?.toString(16)}}// b\n`);
});

it("an own result has its source as it is", () => {
  const content = "const title = '\u202eabc';\n";
  expect(renderText(savedAnswer([{ path: "a.ts", state: "unchanged", content }], { trust: "own" }))).toContain(content);
});
