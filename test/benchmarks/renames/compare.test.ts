// What counts as found, listed and wrong when two renames are compared.
import { describe, expect, it } from "vitest";
import { compareRename } from "./compare.ts";

const lineOf = ([, offset]: readonly [string, number]): number => Math.floor(offset / 10) + 1;

describe("compareRename", () => {
  it("counts what is due once, and what the answer lists instead of renaming it", () => {
    const ours = { places: [["a.ts", 5] as const], left: new Set(["a.ts:3"]) };
    const due = [["a.ts", 5] as const, ["a.ts", 25] as const, ["a.ts", 25] as const, ["b.ts", 5] as const];
    expect(compareRename(ours, { due, allowed: due }, lineOf)).toEqual({
      due: 3,
      found: 1,
      listed: 1,
      missed: [
        ["a.ts", 25],
        ["b.ts", 5],
      ],
      wrong: [],
      renamed: 1,
      unknown: 0,
      implementing: 0,
      meant: 0,
      unread: 0,
    });
  });

  it("calls wrong what the judge would not rename, except where it knows no meaning or does not read", () => {
    const places = [
      ["a.ts", 5] as const,
      ["b.ts", 5] as const,
      ["other_build.ts", 5] as const,
      ["not_installed.ts", 5] as const,
      ["implementing.ts", 5] as const,
      ["meant.ts", 5] as const,
    ];
    const verdict = {
      due: [],
      allowed: [["a.ts", 5] as const],
      unread: [["other_build.ts", 5] as const],
      implementing: [["implementing.ts", 5] as const],
      meant: [["meant.ts", 5] as const],
      unknown: [["not_installed.ts", 5] as const],
    };
    const compared = compareRename({ places, left: new Set() }, verdict, lineOf);
    expect(compared).toMatchObject({ wrong: [["b.ts", 5]], unknown: 1, unread: 1, implementing: 1, renamed: 6 });
    expect(compared.meant).toBe(1);
  });
});
