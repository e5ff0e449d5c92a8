import { expect, it } from "vitest";
import { escapeUnseen, escapeUnseenInJson, hasUnseen } from "../../src/vocabulary/shown-text.ts";

it.each([
  ["plain text, ünïcode 漢字", "plain text, ünïcode 漢字"],
  ["a\u202eb\u2069", "a\\u{202e}b\\u{2069}"],
  ["a\nb\u0085\u2028", "a\\u{a}b\\u{85}\\u{2028}"],
  ["tag \u{e0041}, filler \u3164", "tag \\u{e0041}, filler \\u{3164}"],
  ["⚠️ and ⚠︎", "⚠️ and ⚠︎"],
])("%j is shown as %j", (text, expected) => {
  expect(escapeUnseen(text)).toBe(expected);
  expect(hasUnseen(text)).toBe(text !== expected);
  const json = escapeUnseenInJson(JSON.stringify({ text }, null, 2));
  expect(JSON.parse(json)).toEqual({ text });
  expect(hasUnseen(json.replaceAll("\n", ""))).toBe(false);
});

it("keeps what it is told to keep", () => {
  expect(escapeUnseen("a\n\tb\u202e", "\n\t")).toBe("a\n\tb\\u{202e}");
});
