// Failures of a review in the words of its flags; what its author says.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { inFieldsOf, intentOf } from "../../../src/operations/review/review.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";

it.each([
  ["commit", 'ref: the repository has no commit "HEAD~5"', 'commit: the repository has no commit "HEAD~5"'],
  ["pr", 'ref: the repository has no commit "x"', 'head: the repository has no commit "x"'],
  ["pr", 'base: the repository has no commit "x"', 'base: the repository has no commit "x"'],
  ["pr", "the project is not in a git repository", "the project is not in a git repository"],
  ["staged", "the project is not in a git repository", "the project is not in a git repository"],
  ["staged", 'ref: the repository has no commit "HEAD"', 'the repository has no commit "HEAD"'],
] as const)("mode %s: %s", (mode, message, expected) => {
  const error = inFieldsOf({ mode }, new Failure("INVALID_INPUT", message, { hint: "try another one" }));
  expect(error).toMatchObject({ code: "INVALID_INPUT", message: expected });
});

it("leaves other errors as they are", () => {
  const error = new Error("ref: x");
  expect(inFieldsOf({ mode: "pr" }, error)).toBe(error);
});

it.each([
  ["a file", "intent.md", "Rename Order"],
  ["a long file", "long.md", "x".repeat(20_000)],
  ["a folder that is named like the title of a change", "docs", "docs"],
  ["a device", "/dev/zero", "/dev/zero"],
  ["words", "rename Order to Purchase", "rename Order to Purchase"],
])("reads the intent from a file, and takes what is none as words: %s", async (_, intent, expected) => {
  const folder = mkdtempSync(join(tmpdir(), "intent-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "intent.md"), "Rename Order");
  writeFileSync(join(folder, "long.md"), "x".repeat(50_000));
  expect(await intentOf({ intent }, folder)).toBe(expected);
});
