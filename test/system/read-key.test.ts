import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readKey } from "../../src/system/read-key.ts";
import { temporaryFolder } from "../support/folder-corpus.ts";
import { isPosix } from "../support/this-system.ts";

describe("an API key in a file", () => {
  const folder = () => {
    const temporary = temporaryFolder();
    onTestFinished(() => temporary.remove());
    return temporary.path;
  };

  it("is read without the end of its line", () => {
    const path = join(folder(), "key");
    writeFileSync(path, "a-key\n", { mode: 0o600 });
    expect(readKey(path, "index_key_file")).toBe("a-key");
  });

  it("is refused if it is missing, empty, of several lines, or a folder", () => {
    const path = join(folder(), "key");
    expect(() => readKey(path, "index_key_file")).toThrow(/^index_key_file: .* cannot be read/);
    writeFileSync(path, "", { mode: 0o600 });
    expect(() => readKey(path, "index_key_file")).toThrow(/has no API key/);
    writeFileSync(path, "one\ntwo\n");
    expect(() => readKey(path, "index_key_file")).toThrow(/has no API key/);
    mkdirSync(`${path}.d`, { mode: 0o700 });
    expect(() => readKey(`${path}.d`, "index_key_file")).toThrow(/has no API key/);
  });

  it.runIf(isPosix)("is refused if others may read it", () => {
    const path = join(folder(), "key");
    writeFileSync(path, "a-key");
    chmodSync(path, 0o644);
    expect(() => readKey(path, "index_key_file")).toThrow(/other users may read/);
  });
});
