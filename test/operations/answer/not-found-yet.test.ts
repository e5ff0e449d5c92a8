import { expect, it } from "vitest";
import { notFoundYet } from "../../../src/operations/answer/not-found-yet.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";

const missing = new Failure("NOT_FOUND", "no searched file has the path", { hint: "look again" });

it("says of what is not in an index in the making that it may be yet to come", () => {
  expect(notFoundYet(missing, 1_500)).toMatchObject({
    code: "NOT_FOUND",
    message: "no searched file has the path among those indexed so far",
    hint: "1,500 files not indexed yet: ask again; look again",
  });
});

it("leaves all else as it is", () => {
  const other = new Failure("INVALID_INPUT", "no such kind", { hint: "" });
  const defect = new TypeError("no");
  expect([notFoundYet(missing, 0), notFoundYet(other, 3), notFoundYet(defect, 3)]).toEqual([missing, other, defect]);
});
