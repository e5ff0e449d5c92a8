// Blocks of raw bytes tile them, and start where a reader would start them.
import { describe, expect, it } from "vitest";
import { cutBlocks, linesOfBytes, placeOf } from "../../../src/index/raw-text/cut-blocks.ts";

const cut = (text: string, target: number): string[] => {
  const bytes = Buffer.from(text);
  const lines = linesOfBytes(bytes);
  const cuts = [...cutBlocks(lines, bytes.length, target)];
  return cuts.map((line, at) =>
    bytes.toString("utf8", lines.starts[line], at + 1 < cuts.length ? lines.starts[cuts[at + 1] ?? 0] : bytes.length),
  );
};

describe("blocks of raw bytes", () => {
  it.each([
    ["one where all fits", "a\nb\n", 100, ["a\nb\n"]],
    ["cut after a blank line", "aaaa\nbbbb\n\ncccc\ndddd\n", 15, ["aaaa\nbbbb\n\n", "cccc\ndddd\n"]],
    ["cut at the least indentation", "f:\n  a\n  b\ng:\n  c\n  d\n", 14, ["f:\n  a\n  b\n", "g:\n  c\n  d\n"]],
    ["not cut before a closing bracket", "f {\n  aaaaa\n}\ng {\n  b\n}\n", 16, ["f {\n  aaaaa\n}\n", "g {\n  b\n}\n"]],
    ["single lines that are too long", "aaaaaaaaaa\nb\n", 5, ["aaaaaaaaaa\n", "b\n"]],
    ["none of nothing", "", 5, []],
    ["without a final line end", "a\n\nb", 2, ["a\n", "\nb"]],
  ])("are %s", (_, text, target, blocks) => {
    expect(cut(text, target)).toEqual(blocks);
    expect(cut(text, target).join("")).toBe(text);
  });

  it("have lines that start where those of the text start", () => {
    expect([...linesOfBytes(Buffer.from("a\r\n\nbc\n")).starts]).toEqual([0, 3, 4]);
    expect(linesOfBytes(Buffer.from("\n".repeat(500))).starts).toHaveLength(500);
  });

  it("are found by the offset of what is in them", () => {
    const starts = Int32Array.from([0, 10, 20]);
    expect([0, 9, 10, 25, -1].map((offset) => placeOf(starts, offset))).toEqual([0, 0, 1, 2, -1]);
  });
});
