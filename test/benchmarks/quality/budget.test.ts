// What counts as shown within a budget, and where a baseline's answer is cut. A token here is a character.
import { describe, expect, it } from "vitest";
import type { Place, Target } from "../../support/judged.ts";
import { type AnswerLine, cutToBudgets, namedShare, shownShare } from "./budget.ts";

const place = (path: string, startLine: number, endLine: number): Place => ({ path, startLine, endLine });

describe("the targets that an answer carries", () => {
  const file: Target = { path: "a.ts" };
  const lines: Target = { path: "a.ts", lines: { start: 10, end: 20 } };
  const carried = { shown: [place("a.ts", 15, 16)], named: [place("a.ts", 15, 16), place("b.ts", 1, 9)] };

  it.each<[string, Target[], { shown: number; named: number }]>([
    ["a file is shown by any of its lines", [file], { shown: 1, named: 0 }],
    ["lines are shown by any of them", [lines], { shown: 1, named: 0 }],
    [
      "other lines of the file do not show them",
      [{ path: "a.ts", lines: { start: 17, end: 20 } }],
      { shown: 0, named: 0 },
    ],
    ["a place without source only names its file", [{ path: "b.ts" }], { shown: 0, named: 1 }],
    ["what is neither", [{ path: "c.ts" }], { shown: 0, named: 0 }],
    ["a share of several", [file, { path: "b.ts" }, { path: "c.ts" }, lines], { shown: 0.5, named: 0.25 }],
  ])("%s", (_, targets, { shown, named }) => {
    expect(shownShare(carried, targets)).toBe(shown);
    expect(namedShare(carried, targets)).toBe(named);
  });
});

describe("a baseline's answer is cut", () => {
  const count = (text: string) => text.length;
  const line = (path: string, at: number | null, length: number): AnswerLine => ({
    path,
    line: at,
    text: "x".repeat(length - 1),
  });
  const cut = (lines: Iterable<AnswerLine>) =>
    [...cutToBudgets(lines, count)].map(
      ([budget, { shown }]) =>
        `${budget}: ${shown.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`).join(" ")}`,
    );

  it("at whole lines, a line that just fits included, those in a row as one place", () => {
    expect(
      cut([line("a", 1, 400), line("a", 2, 100), line("a", 3, 500), line("a", 4, 1), line("b", 9, 3_000)]),
    ).toEqual(["500: a:1-2", "1000: a:1-3", "2000: a:1-4", "4000: a:1-4"]);
  });

  it("with its headings counted and never shown, and gaps kept", () => {
    expect(cut([line("a", null, 300), line("a", 4, 300), line("a", 9, 300), line("b", 10, 300)])).toEqual([
      "500: ",
      "1000: a:4-4 a:9-9",
      "2000: a:4-4 a:9-9 b:10-10",
      "4000: a:4-4 a:9-9 b:10-10",
    ]);
  });

  it("after the first line that does not fit, though a later one would", () => {
    expect(cut([line("a", 1, 450), line("a", 2, 600), line("b", 1, 10)])[0]).toBe("500: a:1-1");
  });

  it("without reading further than the largest budget", () => {
    let read = 0;
    function* endless(): Generator<AnswerLine> {
      for (;;) {
        read++;
        yield line("a", read, 1_000);
      }
    }
    cutToBudgets(endless(), count);
    expect(read).toBe(5);
  });
});
