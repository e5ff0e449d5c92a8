// Input fields that tools about edges share: how many steps, and whether those of tests are included.
import { z } from "zod";
import { isTestFile } from "../../../languages/file-role.ts";
import { explained } from "../../contract/fields.ts";

const TESTS = ["include", "exclude", "only"] as const;
export type Tests = (typeof TESTS)[number];

export const testsField = explained(
  z.enum(TESTS).default("include"),
  "",
  "Include, exclude or show only what is in tests",
);

const DEPTH_MAX = 5;

/** `usual`: the default. */
export const depthField = (usual: number) =>
  explained(z.int().min(1).max(DEPTH_MAX).default(usual), "", "Most steps to follow");

export const admitsTests = (tests: Tests): ((path: string) => boolean) =>
  tests === "include" ? () => true : (path) => isTestFile(path) === (tests === "only");

/** What a certainty rests on. */
const GROUNDS: Readonly<Record<string, string>> = {
  constrained: "found by the receiver's type",
  heuristic: "found by the name alone",
};

/** What all rows share, as the end of the first line: ", all read, found by the receiver's type"; "" where that is nothing. */
export function renderShared(shared: string): string {
  const words = shared.split(", ").map((word) => GROUNDS[word] ?? word);
  return shared === "" ? "" : `, all ${words.join(", ")}`;
}
