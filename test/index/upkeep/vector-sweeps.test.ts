// What keeps a sweep from its work is a problem of the answer.
import { expect, it } from "vitest";
import { orProblem } from "../../../src/index/upkeep/vector-sweeps.ts";
import { Failure, type Problem } from "../../../src/vocabulary/failure.ts";

it("two steps that fail for one reason are one problem", async () => {
  const problems: Problem[] = [];
  const fail = (message: string) => async (): Promise<number> => {
    throw new Failure("STORAGE_UNAVAILABLE", message, { hint: "free some space" });
  };
  expect(await orProblem(problems, fail("the disk is full"))).toBeNull();
  expect(await orProblem(problems, fail("the disk is full"))).toBeNull();
  expect(await orProblem(problems, fail("the store is locked"))).toBeNull();
  expect(await orProblem(problems, async () => 1)).toBe(1);
  expect(problems).toEqual([
    { code: "CACHE_UNAVAILABLE", message: "the disk is full; free some space" },
    { code: "CACHE_UNAVAILABLE", message: "the store is locked; free some space" },
  ]);
});
