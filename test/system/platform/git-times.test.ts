import { expect, it } from "vitest";
import { posixGitTimes, windowsGitTimes } from "../../../src/system/platform/git-times.ts";

// What follows from it: test/project/git-listing.test.ts.
it("git keeps the time of the last change on POSIX, and that of the making on Windows", () => {
  expect(posixGitTimes.keepsChangeTime).toBe(true);
  expect(windowsGitTimes.keepsChangeTime).toBe(false);
});
