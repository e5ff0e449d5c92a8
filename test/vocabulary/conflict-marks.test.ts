import { expect, it } from "vitest";
import { conflictsIn } from "../../src/vocabulary/conflict-marks.ts";

it("finds each conflict by its three marks, at the beginning of lines and in order", () => {
  const text = "a\n<<<<<<< HEAD\nb\n||||||| base\nc\n=======\nd\n>>>>>>> side\ne\n<<<<<<<\n=======\n>>>>>>>";
  expect(conflictsIn(text.split("\n"))).toEqual([
    { ours: 2, between: 6, theirs: 8 },
    { ours: 10, between: 11, theirs: 12 },
  ]);
});

it("takes no heading, shift or single mark for a conflict", () => {
  for (const text of [
    "Title\n=======\n",
    "<<<<<<< a\n>>>>>>> b",
    "  <<<<<<< a\n=======\n>>>>>>> b",
    ">>>>>>> a\n=======\n<<<<<<< b",
  ]) {
    expect(conflictsIn(text.split("\n"))).toEqual([]);
  }
});
