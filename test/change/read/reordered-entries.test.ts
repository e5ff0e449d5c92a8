import fc from "fast-check";
import { expect, it } from "vitest";
import { reordered } from "../../../src/change/read/reordered-entries.ts";

it.each<[number[], number[]]>([
  [[], []],
  [[0, 1, 2], []],
  [[2, 0, 1], [0]],
  [[1, 2, 0], [2]],
  [[0, 3, 1, 2, 4], [1]],
])("of %j are %j", (places, expected) => {
  expect(reordered(places)).toEqual(expected);
});

it("leaves what kept its order, and is empty where nothing moved", () => {
  const places = fc.nat({ max: 30 }).chain((length) => {
    const all = Array.from({ length }, (_, at) => at);
    return fc.shuffledSubarray(all, { minLength: length });
  });
  fc.assert(
    fc.property(places, (list) => {
      const moved = new Set(reordered(list));
      const kept = list.filter((_, at) => !moved.has(at));
      expect(kept).toEqual(kept.toSorted((a, b) => a - b));
      expect(moved.size === 0).toBe(list.every((place, at) => at === 0 || (list[at - 1] ?? 0) < place));
    }),
  );
});
