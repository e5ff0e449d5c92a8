import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { realOrAsWritten, realPath } from "../../src/system/real-path.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync.native(mkdtempSync(join(tmpdir(), "real-path-")));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("is the system's", () => {
  expect(realPath(join(folder, ".."), () => "as the system says")).toBe("as the system says");
  expect(realPath(`${folder}/.`)).toBe(folder);
});

it("is made of links where the system cannot tell it, as Windows on a disk in memory", () => {
  const fail = () => {
    throw Object.assign(new Error("UNKNOWN: unknown error, realpath"), { code: "UNKNOWN" });
  };
  expect(realPath(`${folder}/.`, fail)).toBe(folder);
  expect(() => realPath(join(folder, "gone"), fail)).toThrow("ENOENT");
});

it("is none of what is gone, which stays as it was written", () => {
  expect(() => realPath(join(folder, "gone"))).toThrow("ENOENT");
  expect(realOrAsWritten(join(folder, "gone"))).toBe(join(folder, "gone"));
});
