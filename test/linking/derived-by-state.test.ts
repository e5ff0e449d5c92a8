// What is cache of one state is found in that state alone, and is bounded.
import { expect, it } from "vitest";
import { openCacheByState } from "../../src/linking/derived.ts";

const state = (generation: number, databaseId = "shop") => ({ databaseId, generation });

it("keeps values for the newest state of a project", () => {
  const cacheFor = openCacheByState<string>(({ length }) => length, 10);
  cacheFor(state(2)).add("a", "one");
  expect(cacheFor(state(2)).get("a")).toBe("one");
  expect(cacheFor(state(2, "other")).get("a")).toBeUndefined();
  expect(cacheFor(state(1)).get("a")).toBeUndefined();
  cacheFor(state(1)).add("a", "old");
  expect(cacheFor(state(2)).get("a")).toBe("one");
  expect(cacheFor(state(3)).get("a")).toBeUndefined();
});

it("keeps nothing without a state", () => {
  const cacheFor = openCacheByState<string>(({ length }) => length, 10);
  cacheFor(undefined).add("a", "one");
  expect(cacheFor(undefined).get("a")).toBeUndefined();
});

it("forgets all where it would be larger than allowed, and never takes what is larger by itself", () => {
  const cache = openCacheByState<string>(({ length }) => length, 10)(state(1));
  cache.add("a", "123456");
  cache.add("b", "1234");
  expect([cache.get("a"), cache.get("b")]).toEqual(["123456", "1234"]);
  cache.add("c", "1");
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual([undefined, undefined, "1"]);
  cache.add("d", "12345678901");
  expect(cache.get("d")).toBeUndefined();
});
