import { describe, expect, it } from "vitest";
import { renderAnswer, renderJson } from "../../src/cli/render-answer.ts";
import { captureOutput } from "./output.ts";

const answer = {
  outcome: "found",
  structured: { summary: "found: 2 hits", outcome: "found", hits: [{ path: "a\u009b.ts" }] },
  text: "found: 2 hits\n1. src/a b.ts:1-20 a (function)\n  const x\u001b[31m = 1;\nproblem FILE_UNREADABLE: b",
} as const;

describe("an answer at the terminal", () => {
  it("is one line of JSON in a pipe, several on a terminal, and the same value in both", () => {
    const piped = renderJson(answer.structured, captureOutput());
    const shown = renderJson(answer.structured, captureOutput({ terminal: true }));
    expect(piped).toBe('{"summary":"found: 2 hits","outcome":"found","hits":[{"path":"a\\u009b.ts"}]}\n');
    expect(shown.split("\n").length).toBeGreaterThan(3);
    expect(JSON.parse(piped)).toEqual(answer.structured);
    expect(JSON.parse(shown)).toEqual(answer.structured);
  });

  it("is the operation's text as it is in a pipe", () => {
    expect(renderAnswer({ ...answer }, false, captureOutput())).toBe(`${answer.text}\n`);
  });

  it("has colours in a pipe where they are forced, and then obeys nothing there either", () => {
    const text = renderAnswer({ ...answer }, false, captureOutput({ colours: true }));
    expect(text).toContain("\u001b[36msrc/a b.ts:1-20\u001b[39m");
    expect(text).not.toContain("x\u001b[31m");
  });

  it("brings out anchors and dims problems on a terminal, and obeys no source", () => {
    const text = renderAnswer({ ...answer }, false, captureOutput({ terminal: true, colours: true }));
    expect(text.split("\n")).toEqual([
      "\u001b[1mfound: 2 hits\u001b[22m",
      "1. \u001b[36msrc/a b.ts:1-20\u001b[39m a (function)",
      "  const x\\u{1b}[31m = 1;",
      "\u001b[2mproblem FILE_UNREADABLE: b\u001b[22m",
      "",
    ]);
  });
});
