// Failures of a review in the words of its flags.
import { expect, it } from "vitest";
import { inFieldsOf } from "../../../src/operations/review/review-request.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";

it.each([
  ["commit", 'ref: the repository has no commit "HEAD~5"', 'commit: the repository has no commit "HEAD~5"'],
  ["pr", 'ref: the repository has no commit "x"', 'head: the repository has no commit "x"'],
  ["pr", 'base: the repository has no commit "x"', 'base: the repository has no commit "x"'],
  ["pr", "ref: the project is not in a git repository", "the project is not in a git repository"],
  ["staged", "ref: the project is not in a git repository", "the project is not in a git repository"],
] as const)("mode %s: %s", (mode, message, expected) => {
  const error = inFieldsOf({ mode }, new Failure("INVALID_INPUT", message, { hint: "try another one" }));
  expect(error).toMatchObject({ code: "INVALID_INPUT", message: expected });
});

it("leaves other errors as they are", () => {
  const error = new Error("ref: x");
  expect(inFieldsOf({ mode: "pr" }, error)).toBe(error);
});
