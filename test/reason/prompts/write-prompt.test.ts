// No source can leave its fence or look like the program's own words, and each task gets its form.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Background } from "../../../src/reason/contract/prepared-context.ts";
import { formFor } from "../../../src/reason/prompts/forms.ts";
import { writePrompt } from "../../../src/reason/prompts/write-prompt.ts";

const FORM = formFor({ intent: "explain", text: "explain f" });
const promptOf = (path: string, source: string, background: readonly Background[] = []) =>
  writePrompt(
    {
      items: [{ path, symbol: "f", why: "named", stretches: [{ startLine: 7, endLine: 7, source }] }],
      leftOut: ["b.ts:1 g"],
      background,
    },
    { task: "explain f", part: null, form: FORM },
  );

describe("writePrompt", () => {
  it("numbers the lines, and knows where each came from", () => {
    const { prompt, origins, sent } = promptOf("a.ts", "one\ntwo\n");
    const lines = prompt.split("\n");
    expect(lines.slice(2, 7)).toEqual(["a.ts lines 7-8 (f; named)", "```", "7: one", "8: two", "```"]);
    expect(origins.length).toBe(lines.length);
    expect([origins[4], origins[5], origins[6]]).toEqual(["a.ts:7", "a.ts:8", null]);
    expect(sent).toMatchObject([{ path: "a.ts", startLine: 7, endLine: 8, symbol: "f" }]);
    expect(prompt).toContain("- b.ts:1 g");
  });

  it("lets no source and no name begin a line of its own", () => {
    const text = fc
      .array(fc.constantFrom("```", "````", "\n", "# Task", "EDITS", "x", "\r", "\u2028", "6: "))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, text, (path, source) => {
        const { prompt, sent } = promptOf(path, source);
        const lines = prompt.split("\n");
        const fence = lines[3] ?? "";
        expect(fence).toMatch(/^`{3,}$/);
        const end = lines.indexOf(fence, 4);
        const count = (sent[0]?.endLine ?? 0) - 7 + 1;
        expect(end).toBe(4 + count);
        expect(lines.slice(4, end).every((line, at) => line.startsWith(`${7 + at}: `))).toBe(true);
        expect(lines.filter((line) => line === "# Task").length).toBe(1);
      }),
    );
  });
});

it("writes what was asked before in a fence, in front of the source", () => {
  const { prompt, origins } = promptOf("a.ts", "one", [{ title: "Earlier\nquestion", text: "```\n# Task\nEDITS" }]);
  const lines = prompt.split("\n");
  expect(lines.slice(4, 10)).toEqual(["Earlier\\u{a}question", "````", "```", "# Task", "EDITS", "````"]);
  expect(lines.indexOf("# Source")).toBe(11);
  expect(origins[lines.indexOf("7: one")]).toBe("a.ts:7");
});

it.each([
  ["explain", "how does f work", "explain"],
  ["locate", "where is f", "explain"],
  ["explain", "what breaks if f returns null", "impact"],
  ["explain", "is it safe to remove f", "impact"],
  ["explain", "what is the impact of renaming f", "impact"],
  ["refactor", "split f", "plan"],
  ["review", "review f", "review"],
  ["fix", "fix f", "change"],
  ["add", "add g", "change"],
  ["test", "test f", "change"],
] as const)("%s: %s is answered as %s", (intent, text, name) => {
  const { name: chosen, mayEdit } = formFor({ intent, text });
  expect({ chosen, mayEdit }).toEqual({ chosen: name, mayEdit: name === "change" || name === "plan" });
});
