import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkSharedServer } from "../../src/cli/check-shared-server.ts";
import { temporaryFolder } from "../support/folder-corpus.ts";
import { isPosix } from "../support/this-system.ts";

let home: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  home = temporaryFolder();
});
afterEach(() => home.remove());

describe("doctor's look at the shared server", () => {
  it("finds nothing wrong before there is one, and with a folder of one's own", () => {
    const folder = join(home.path, "daemon");
    expect(checkSharedServer("auto", folder)).toMatchObject({ state: "ok" });
    mkdirSync(folder, { mode: 0o700 });
    expect(checkSharedServer("auto", folder)).toMatchObject({ state: "ok" });
    expect(checkSharedServer("off", folder)).toMatchObject({ state: "note", detail: expect.stringMatching(/^off: /) });
  });

  it.runIf(isPosix)("says why none can be used, and what to do", () => {
    const folder = join(home.path, "daemon");
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    expect(checkSharedServer("auto", folder)).toEqual({
      check: "shared server",
      state: "warning",
      detail: `cannot be used, so everything works alone: ${folder} is open to other users of this machine, so it cannot hold a token`,
      cure: `make it yours alone: chmod 700 ${folder}`,
    });
  });
});
