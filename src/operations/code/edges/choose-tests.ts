// Whether an answer about edges includes those of tests: the input field, and what it excludes.
import { z } from "zod";
import { roleOf } from "../../../languages/file-role.ts";

const TESTS = ["include", "exclude", "only"] as const;
export type Tests = (typeof TESTS)[number];

export const testsField = z
  .enum(TESTS)
  .default("include")
  .describe("Uses in tests")
  .meta({ help: "Include, exclude or show only what is in tests" });

export function admitsTests(tests: Tests): (path: string) => boolean {
  return tests === "include" ? () => true : (path) => (roleOf(path)?.role === "test") === (tests === "only");
}
