import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FILE_BYTES_MAX, readSettingsFile, type SettingsOwner } from "../../src/config/read-settings-file.ts";
import { SETTING_KEYS } from "../../src/config/settings.ts";
import { Failure } from "../../src/vocabulary/failure.ts";
import { anyCharacter } from "../support/any-character.ts";
import { propertyRuns } from "../support/property-runs.ts";
import { isPosix } from "../support/this-system.ts";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "settings-file-"));
  path = join(folder, ".context-broker.json");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function check(owner: SettingsOwner = "user"): Record<string, unknown> | null | string {
  try {
    const file = readSettingsFile(path, owner);
    return file === null ? null : Object.fromEntries(file.entries);
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    expect(error.code).toBe("INVALID_SETTING");
    expect(error.hint).not.toBe("");
    return error.message.replace(path, "FILE");
  }
}

describe("readSettingsFile", () => {
  it("answers null where there is no file", () => {
    expect(check()).toBeNull();
  });

  it.each([
    ['{"top_k": 5}', { top_k: 5 }],
    ['\uFEFF{"$schema": "x", "exclude": []}', { exclude: [] }],
    ["{}", {}],
    ['{"top_k": 1, "top_k": 2}', { top_k: 2 }],
    ["", "the settings file FILE is not valid JSON"],
    ["{top_k: 5}", "the settings file FILE is not valid JSON"],
    ["[1]", "the settings file FILE is not a JSON object"],
    ["null", "the settings file FILE is not a JSON object"],
    ['{"top_kk": 1}', 'the settings file FILE has an unknown setting "top_kk"'],
    ['{"__proto__": {"top_k": 1}}', 'the settings file FILE has an unknown setting "__proto__"'],
    ['{"constructor": {}}', 'the settings file FILE has an unknown setting "constructor"'],
    ['{"a\\u001b[31m\\n": 1}', 'the settings file FILE has an unknown setting "a\\u001b[31m\\n"'],
    [`${"[".repeat(100_000)}`, "the settings file FILE nests deeper than 16 levels"],
    [`{"exclude": ${"[".repeat(6_000)}${"]".repeat(6_000)}}`, "the settings file FILE nests deeper than 16 levels"],
    [`{"exclude": "${"a".repeat(FILE_BYTES_MAX)}"}`, `the settings file FILE is larger than ${FILE_BYTES_MAX} bytes`],
  ])("%.60j", (text, expected) => {
    writeFileSync(path, text);
    expect(check()).toEqual(expected);
    expect(({} as Record<string, unknown>)["top_k"]).toBeUndefined();
  });

  it("answers entries or INVALID_SETTING, whatever the file holds", () => {
    const key = fc.constantFrom<string>(...SETTING_KEYS, "__proto__", "toString", "$schema", "");
    const content = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.json(),
      fc.dictionary(key, fc.jsonValue()).map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(content, (text) => {
        writeFileSync(path, text);
        const answer = check();
        expect(
          typeof answer === "string" ||
            Object.keys(answer ?? {}).every((name) => SETTING_KEYS.some((known) => known === name)),
        ).toBe(true);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it("leaves out what a project's file calls a setting and is none", () => {
    const names = Array.from({ length: 30 }, (_, index) => `unknown_${index}`);
    writeFileSync(path, JSON.stringify({ exclude: [], ...Object.fromEntries(names.map((name) => [name, 1])) }));
    expect(check("project")).toEqual({ exclude: [] });
    expect(readSettingsFile(path, "project")?.unknown).toEqual(names.slice(0, 20));
  });

  it("suggests the key that was meant", () => {
    writeFileSync(path, '{"topk": 1}');
    expect(() => readSettingsFile(path, "user")).toThrowError(
      expect.objectContaining({ hint: 'did you mean "top_k"?' }),
    );
  });

  it("follows no link of a project, but the user's own", () => {
    const target = join(folder, "target.json");
    writeFileSync(target, '{"top_k": 5}');
    symlinkSync(target, path);
    expect(check("project")).toBe(
      "the settings file FILE is a symbolic link; settings files are not read through links",
    );
    expect(check("user")).toEqual({ top_k: 5 });
  });

  it("refuses a folder", () => {
    mkdirSync(path);
    expect(check()).toBe("the settings file FILE is not a regular file");
  });

  it.runIf(isPosix)("refuses a pipe without waiting for a writer", () => {
    execFileSync("mkfifo", [path]);
    expect(check()).toBe("the settings file FILE is not a regular file");
  });

  it("says that it cannot read, and why", () => {
    path = join(folder, "n".repeat(300));
    // Nothing can have that name on Windows, so that nothing is there.
    expect(check()).toBe(isPosix ? "the settings file FILE cannot be read: the name is too long" : null);
  });
});
