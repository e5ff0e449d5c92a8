// The hash table of rows against a Map, through any sequence of changes.
import fc from "fast-check";
import { expect, test } from "vitest";
import { openChunkRows } from "../../../src/index/vectors/chunk-rows.ts";
import { chunk } from "./support.ts";

test("holds what a Map holds, whatever is set and deleted in whatever order", () => {
  // Few ids, so that they are set and deleted again; distant ones, so that they share slots.
  const id = fc.oneof(fc.nat({ max: 40 }), fc.integer({ min: 4_294_000_000, max: 4_294_000_040 }));
  const step = fc.record({ id, row: fc.nat({ max: 1_000_000 }), remove: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const rows = openChunkRows();
      const model = new Map<number, number>();
      for (const { id, row, remove } of steps) {
        if (remove) {
          rows.delete(chunk(id));
          model.delete(id);
        } else {
          rows.set(chunk(id), row);
          model.set(id, row);
        }
      }
      for (const { id } of steps) {
        expect(rows.get(chunk(id))).toBe(model.get(id) ?? -1);
      }
    }),
  );
});

test("grows to many chunks and stays right when half of them go", () => {
  const rows = openChunkRows();
  const ids = Array.from({ length: 20_000 }, (_, at) => at * 7);
  ids.forEach((id, row) => void rows.set(chunk(id), row));
  for (const id of ids.filter((_, at) => at % 2 === 0)) {
    rows.delete(chunk(id));
  }
  expect(ids.map((id) => rows.get(chunk(id)))).toEqual(ids.map((_, row) => (row % 2 === 0 ? -1 : row)));
  expect(rows.get(chunk(1))).toBe(-1);
});
