// What is kept of one state is found in that state alone, and is bounded.
import { expect, it } from "vitest";
import { openKeptByState } from "../../src/linking/kept-by-state.ts";

const state = (generation: number, databaseId = "shop") => ({ databaseId, generation });

it("keeps values for the newest state of a project", () => {
  const keptFor = openKeptByState<string>(({ length }) => length, 10);
  keptFor(state(2)).add("a", "one");
  expect(keptFor(state(2)).get("a")).toBe("one");
  expect(keptFor(state(2, "other")).get("a")).toBeUndefined();
  expect(keptFor(state(1)).get("a")).toBeUndefined();
  keptFor(state(1)).add("a", "old");
  expect(keptFor(state(2)).get("a")).toBe("one");
  expect(keptFor(state(3)).get("a")).toBeUndefined();
});

it("keeps nothing without a state", () => {
  const keptFor = openKeptByState<string>(({ length }) => length, 10);
  keptFor(undefined).add("a", "one");
  expect(keptFor(undefined).get("a")).toBeUndefined();
});

it("forgets all where it would be larger than allowed, and never takes what is larger by itself", () => {
  const kept = openKeptByState<string>(({ length }) => length, 10)(state(1));
  kept.add("a", "123456");
  kept.add("b", "1234");
  expect([kept.get("a"), kept.get("b")]).toEqual(["123456", "1234"]);
  kept.add("c", "1");
  expect([kept.get("a"), kept.get("b"), kept.get("c")]).toEqual([undefined, undefined, "1"]);
  kept.add("d", "12345678901");
  expect(kept.get("d")).toBeUndefined();
});
