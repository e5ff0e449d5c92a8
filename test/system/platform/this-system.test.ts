import { expect, it } from "vitest";
import { forSystem, SYSTEM } from "../../../src/system/platform/this-system.ts";

it.each([
  ["linux", "own of Linux"],
  ["darwin", "own of macOS"],
  ["win32", "all others"],
  ["freebsd", "all others"],
  ["constructor", "all others"],
])("%s: %s", (system, expected) => {
  const implementations = { linux: "own of Linux", darwin: "own of macOS", other: "all others" };
  expect(forSystem(implementations, system)).toBe(expected);
});

it("this system is the one that runs the test", () => {
  expect(forSystem({ other: "" })).toBe("");
  expect(SYSTEM).toBe(process.platform);
});
