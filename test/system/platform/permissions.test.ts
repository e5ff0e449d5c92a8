// What keeps others from a file: modes and owners on POSIX, with refusals injected; nothing of that on Windows.
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { posixPermissions, windowsPermissions } from "../../../src/system/platform/permissions.ts";
import { isPosix } from "../../support/this-system.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "permissions-"));
  file = join(folder, "file");
  writeFileSync(file, "x", { mode: 0o644 });
  chmodSync(file, 0o644);
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (): number => statSync(file).mode & 0o7777;

interface Calls {
  readonly uid: number;
  readonly gid: number;
  readonly failing?: string;
}

/** An open file of this owner that notes what is done to it. */
function handle({ uid, gid, failing }: Calls) {
  const done: string[] = [];
  const call = (what: string) => {
    if (failing !== undefined && what.startsWith(failing)) throw Object.assign(new Error("EPERM"), { code: "EPERM" });
    done.push(what);
    return Promise.resolve();
  };
  const made = {
    stat: async () => ({ uid, gid }),
    chown: async (owner: number, group: number) => call(`chown ${owner}:${group}`),
    chmod: async (mode: number) => call(`chmod ${mode.toString(8)}`),
  };
  return { done, file: made as unknown as FileHandle };
}

describe("POSIX", () => {
  const posix = posixPermissions(1000);

  it.each([
    [0o600, false],
    [0o700, false],
    [0o640, true],
    [0o604, true],
    [0o610, true],
    [0o40700, false],
  ])("mode %o is open to others: %s", (mode, expected) => {
    expect(posix.isOpenToOthers({ mode, uid: 1000 })).toBe(expected);
  });

  it("a file is the user's own by its owner alone", () => {
    expect(posix.isOwn({ mode: 0o600, uid: 1000 })).toBe(true);
    expect(posix.isOwn({ mode: 0o600, uid: 0 })).toBe(false);
  });

  it.runIf(isPosix)("sets bits on the disk", async () => {
    posix.makePrivate(file);
    expect(modeOf()).toBe(0o600);
    await posix.set(file, 0o755);
    expect(modeOf()).toBe(0o755);
    expect(() => posix.makePrivate(join(folder, "nothing"))).toThrow("ENOENT");
  });

  it("gives a new version the owner, then the bits, since a new owner takes set-user-id away", async () => {
    const other = handle({ uid: 1000, gid: 1000 });
    await posix.apply(other.file, { owner: { owner: 7, group: 8 }, mode: 0o4755 });
    expect(other.done).toEqual(["chown 7:8", "chmod 4755"]);
    const same = handle({ uid: 7, gid: 8 });
    await posix.apply(same.file, { owner: { owner: 7, group: 8 }, mode: null });
    expect(same.done).toEqual([]);
  });

  it("reports an owner that it may not give", async () => {
    const refusing = handle({ uid: 1000, gid: 1000, failing: "chown" });
    await expect(posix.apply(refusing.file, { owner: { owner: 0, group: 0 }, mode: 0o644 })).rejects.toMatchObject({
      code: "EPERM",
      message: "EPERM: this account may not give the new file the owner and group of the old one (0:0)",
    });
    expect(refusing.done).toEqual([]);
  });
});

describe("Windows", () => {
  it("modes mean nothing: nothing is too open, and none is set", async () => {
    expect(windowsPermissions.isOpenToOthers({ mode: 0o666, uid: 0 })).toBe(false);
    expect(windowsPermissions.isOwn({ mode: 0o666, uid: 0 })).toBe(true);
    const before = modeOf();
    windowsPermissions.makePrivate(file);
    await windowsPermissions.set(file, 0o755);
    const untouched = handle({ uid: 0, gid: 0 });
    await windowsPermissions.apply(untouched.file, { owner: { owner: 7, group: 8 }, mode: 0o600 });
    expect([modeOf(), untouched.done]).toEqual([before, []]);
  });
});
