// What happens to the hooks that are there where the system refuses to write.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { HooksFolder } from "../../../src/review/hooks/hooks-folder.ts";
import { installHook, uninstallHook } from "../../../src/review/hooks/manage-hooks.ts";
import { temporaryFolder } from "../../support/folder-corpus.ts";

let folder: ReturnType<typeof temporaryFolder>;
let place: HooksFolder;
beforeEach(() => {
  folder = temporaryFolder();
  place = { folder: join(folder.path, "hooks"), form: "chain", isShared: false };
});
afterEach(() => folder.remove());

const full = async () => {
  throw Object.assign(new Error("write"), { code: "ENOSPC" });
};

it("a hook that was there takes its place again if the new one cannot be written", async () => {
  const file = join(place.folder, "pre-commit");
  mkdirSync(place.folder);
  writeFileSync(file, "#!/bin/sh\nexit 0\n");
  await expect(installHook(place, "pre-commit", "path", full)).rejects.toMatchObject({
    code: "STORAGE_UNAVAILABLE",
    message: `the hooks in ${place.folder} cannot be changed: the disk is full`,
  });
  expect(readFileSync(file, "utf8")).toBe("#!/bin/sh\nexit 0\n");
  expect(existsSync(`${file}.before-context-broker`)).toBe(false);
});

it("a file where the folder belongs is said in words", async () => {
  writeFileSync(place.folder, "");
  await expect(installHook(place, "pre-push", "path")).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
});

it("an earlier hook that cannot be kept stays an error of its own", async () => {
  await installHook(place, "pre-commit", "path");
  writeFileSync(join(place.folder, "pre-commit.before-context-broker"), "a");
  writeFileSync(join(place.folder, "pre-commit"), "b");
  await expect(installHook(place, "pre-commit", "path")).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
  expect(await uninstallHook(place, "pre-commit")).toBe(false);
});
