// A folder of the project by its open descriptor (Linux) and by its path, over real links.
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NoFolderError, openByDescriptor, openByPath } from "../../../src/system/platform/open-folder.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "open-folder-"));
  mkdirSync(join(root, "a", "b"), { recursive: true });
  writeFileSync(join(root, "a", "b", "file"), "inside");
  mkdirSync(join(root, "outside", "b"), { recursive: true });
  writeFileSync(join(root, "outside", "b", "file"), "outside");
  symlinkSync(join(root, "outside"), join(root, "link"));
});
afterEach(() => rmSync(root, { recursive: true }));

const WAYS = [
  ["by descriptor", openByDescriptor],
  ["by path", openByPath],
] as const;

const hasDescriptors = process.platform === "linux";

describe.each(WAYS.filter(([, open]) => open === openByPath || hasDescriptors))("%s", (_, open) => {
  it("names what is in the folder", () => {
    const folder = open(root, ["a", "b"]);
    expect(readFileSync(folder.at("file"), "utf8")).toBe("inside");
    folder.close();
    open(root, []).close();
  });

  it("refuses a link, a file and nothing on the way", () => {
    expect(() => open(root, ["link", "b"])).toThrow(NoFolderError);
    expect(() => open(root, ["a", "b", "file"])).toThrow(NoFolderError);
    expect(() => open(root, ["a", "absent"])).toThrow("ENOENT");
  });

  it("never leads outside when a link takes the place of an open folder", () => {
    const folder = open(root, ["a", "b"]);
    renameSync(join(root, "a"), join(root, "moved"));
    symlinkSync(join(root, "outside"), join(root, "a"));
    const read = (): string => readFileSync(folder.at("file"), "utf8");
    if (open === openByDescriptor) expect(read()).toBe("inside");
    else expect(read).toThrow(NoFolderError);
    folder.close();
  });
});
