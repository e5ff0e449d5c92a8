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
