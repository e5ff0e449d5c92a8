import { describe, expect, it } from "vitest";
import { textLines } from "../../../src/operations/answer/text-lines.ts";

describe("lines of an answer", () => {
  it.each<[string, string[], string]>([
    ["stay as they are", ["a", "\tb  c", "é 😀"], "a\n\tb  c\né 😀"],
    ["hold no ends of lines", ["a\nb", "c\rd\u2028e\u0085f"], "a\\u{a}b\nc\\u{d}d\\u{2028}e\\u{85}f"],
    ["hide nothing", ["a\u202Eb\u0000\u001B[2J"], "a\\u{202e}b\\u{0}\\u{1b}[2J"],
    [
      "are source between fences",
      ["a\f", "````", "b\f", "```", "c\u202E", "````", "d\f"],
      "a\\u{c}\n````\nb\f\n```\nc\u202E\n````\nd\\u{c}",
    ],
  ])("%s", (_name, lines, text) => {
    expect(textLines(lines)).toBe(text);
  });
});
