import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeFolder } from "../../src/system/make-folder.ts";
import { packagePath } from "../../src/system/package-root.ts";
import { expectMode, isPosix } from "../support/this-system.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "make-folder-"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

test("makes what is missing, with its mode, and leaves alone what is there", () => {
  mkdirSync(join(base, "a"), 0o755);
  makeFolder(join(base, "a/b/c"), 0o700);
  makeFolder(join(base, "a/b/c"), 0o755);
  expect(statSync(join(base, "a/b/c")).isDirectory()).toBe(true);
  expectMode(join(base, "a/b"), 0o700);
  expectMode(join(base, "a"), 0o755);
});

test("fails where a file is in the way", () => {
  writeFileSync(join(base, "file"), "");
  expect(() => makeFolder(join(base, "file"))).toThrow(/EEXIST/);
  expect(() => makeFolder(join(base, "file/below"))).toThrow(isPosix ? /ENOTDIR/ : /EEXIST/);
});

test.runIf(existsSync("/proc/self"))("fails below /proc, where Node's recursive mkdir never returns", () => {
  expect(() => makeFolder("/proc/context-broker/cache")).toThrow(/ENOENT/);
  expect(() => makeFolder("/proc/self/fd/x")).toThrow(/ENOENT/);
});

test("is the only way in which the program makes folders with those above them", () => {
  const files = readdirSync(packagePath("src"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const wrong = files.filter((name) =>
    /mkdir(?:Sync)?\([^)]*recursive/.test(readFileSync(packagePath(join("src", name)), "utf8")),
  );
  expect(wrong).toEqual([]);
});
