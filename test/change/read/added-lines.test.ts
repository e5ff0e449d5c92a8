import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineEdits } from "../../../src/change/read/added-lines.ts";

const edits = (before: string | null, after: string | null) => {
  const { added, removed } = lineEdits(before, after);
  return { added: [...added], removed: [...removed] };
};

/** Length of the longest common subsequence, by the textbook's table. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (row: number, column: number): number => table[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row += 1) {
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const best = same ? at(row - 1, column - 1) + 1 : Math.max(at(row - 1, column), at(row, column - 1));
      (table[row] ?? [])[column] = best;
    }
  }
  return at(a.length, b.length);
}

describe("lineEdits", () => {
  it("numbers what was added and what was removed", () => {
    expect(edits("a\nb\nc\nd\n", "a\nc\nx\nd\n")).toEqual({ added: [3], removed: [2] });
    expect(edits("a\nb\n", "a\nb\n")).toEqual({ added: [], removed: [] });
  });

  it("takes a second `}` for new where one was inserted before another", () => {
    expect(edits("f {\n}\n", "f {\n}\ng {\n}\n")).toEqual({ added: [3, 4], removed: [] });
  });

  it("counts all lines where the file is new or gone", () => {
    expect(edits(null, "a\nb\n")).toEqual({ added: [1, 2], removed: [] });
    expect(edits("a\n", null)).toEqual({ added: [], removed: [1] });
  });

  it("keeps as many lines as possible, in order", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        const { added, removed } = lineEdits(a.join("\n"), b.join("\n"));
        const old = a.join("\n") === "" ? [] : a.filter((_, at) => !removed.has(at + 1));
        const now = b.join("\n") === "" ? [] : b.filter((_, at) => !added.has(at + 1));
        expect(now).toEqual(old);
        expect(now.length).toBe(commonLength(a, b));
      }),
    );
  });

  it("takes all for altered where two texts have little in common", () => {
    const text = (mark: string) => Array.from({ length: 1_200 }, (_, at) => `${mark} ${at}\n`).join("");
    const { added, removed } = lineEdits(`same\n${text("a")}`, `same\n${text("b")}`);
    expect([added.size, removed.size, added.has(1)]).toEqual([1_200, 1_200, false]);
  });
});
