import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { openToken } from "../../src/http/token.ts";
import { newToken } from "../../src/system/secret-token.ts";
import { expectMode, isPosix } from "../support/this-system.ts";

const folder = mkdtempSync(join(tmpdir(), "context-broker-token-"));
const path = join(folder, "data", "http-token");
afterEach(() => rmSync(join(folder, "data"), { recursive: true, force: true }));
afterAll(() => rmSync(folder, { recursive: true }));

describe("the token", () => {
  it("is generated once, kept in a file that only its user may read, and read from there", async () => {
    const first = await openToken(path);
    expect(first.isNew).toBe(true);
    expect(first.token).toMatch(/^[\w-]{43}$/);
    expect(readFileSync(path, "utf8")).toBe(`${first.token}\n`);
    expectMode(path, 0o600);
    expect(await openToken(path)).toEqual({ token: first.token, isNew: false });
  });

  it("is the same for servers that are started together", async () => {
    const tokens = await Promise.all([openToken(path), openToken(path), openToken(path)]);
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(1);
    expect(tokens.filter(({ isNew }) => isNew).length).toBe(1);
  });

  it.each([
    ["is empty", ""],
    ["has a short token", "secret"],
    ["has two tokens", `${newToken()}\n${newToken()}`],
    ["is large", "a".repeat(5_000)],
  ])("is refused where the file %s", async (_, text) => {
    await openToken(path);
    writeFileSync(path, text);
    await expect(openToken(path)).rejects.toMatchObject({ code: "INVALID_SETTING" });
  });

  it.runIf(isPosix).each([0o640, 0o604, 0o620])("is refused where the file has mode %o", async (mode) => {
    await openToken(path);
    chmodSync(path, mode);
    await expect(openToken(path)).rejects.toMatchObject({
      code: "INVALID_SETTING",
      hint: expect.stringContaining("chmod 600"),
    });
  });

  it("is refused where its name is that of a folder", async () => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    await expect(openToken(path)).rejects.toMatchObject({ code: "INVALID_SETTING" });
  });

  it("is STORAGE_UNAVAILABLE where no file can be", async () => {
    await openToken(path);
    await expect(openToken(join(path, "below"))).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
  });
});
