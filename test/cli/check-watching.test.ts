import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { checkWatching } from "../../src/cli/check-watching.ts";

describe("doctor's look at watching", () => {
  it("names the setting that turned it off", () => {
    expect(checkWatching("off", tmpdir())).toEqual({
      check: "watching",
      state: "note",
      detail: "turned off by the setting `watch`",
      cure: "",
    });
  });

  // Only there are folders watched.
  it.runIf(process.platform === "linux").each([
    ["auto", tmpdir(), "ok", /^up to \d+ folders a project, \d+ changes at once$/],
    // Nobody can tell what becomes of files that a driver makes up.
    ["auto", "/proc", "note", /^the file system \(type 0x9fa0\) of \/proc may be changed from other machines/],
    ["auto", "/no/such/folder", "note", /^\/no\/such\/folder cannot be read: .*ENOENT/],
  ] as const)("%s in %s", (setting, folder, state, detail) => {
    expect(checkWatching(setting, folder)).toEqual({
      check: "watching",
      state,
      detail: expect.stringMatching(detail),
      cure: "",
    });
  });
});
