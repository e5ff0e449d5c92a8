// The log of trusted, indexed and removed folders: what is in force after any order of lines.
import { appendFile, chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readTrust, recordTrust, type TrustEntry } from "../../../src/operations/contract/folder-trust.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "folder-trust-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const BY = { user: "ann", command: "trust add", client: null };

/** Records `trusted /a`, `removed /a/b` … in this order. */
async function record(lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const [kind = "", root = ""] = line.split(" ");
    await recordTrust(folder, { root, kind: kind as TrustEntry["kind"], at: "2026-01-01T00:00:00.000Z", by: BY });
  }
}

describe("after these lines a client may name", () => {
  it.each<[readonly string[], readonly string[], readonly string[]]>([
    [["trusted /a"], ["/a", "/a/b/c"], ["/", "/ab", "/b"]],
    [["indexed /a"], ["/a"], ["/a/b", "/"]],
    [["trusted /a", "removed /a"], [], ["/a", "/a/b"]],
    [["indexed /a", "removed /a"], [], ["/a"]],
    [
      ["trusted /a", "removed /a/b"],
      ["/a", "/a/c"],
      ["/a/b", "/a/b/c"],
    ],
    [["trusted /a", "indexed /a/b", "trusted /a/c", "removed /a"], [], ["/a", "/a/b", "/a/c"]],
    [["removed /a/b", "trusted /a"], ["/a", "/a/b"], []],
    [
      ["trusted /a", "removed /a/b", "trusted /a/b/c"],
      ["/a", "/a/b/c/d"],
      ["/a/b", "/a/b/d"],
    ],
    [["trusted /a", "removed /a/b", "trusted /a/b/c", "removed /a/b"], ["/a"], ["/a/b", "/a/b/c"]],
    [["trusted /a", "indexed /a", "removed /a", "trusted /a"], ["/a", "/a/b"], []],
    [["trusted /"], ["/", "/a"], []],
  ])("%j: %j and not %j", async (lines, allowed, refused) => {
    await record(lines);
    const trust = await readTrust(folder);
    expect(allowed.filter((path) => !trust.allows(path))).toEqual([]);
    expect(refused.filter((path) => trust.allows(path))).toEqual([]);
  });
});

describe("the list", () => {
  it("has who added an entry and when, and nothing of that in lines of versions that did not record it", async () => {
    await record(["trusted /a"]);
    await appendFile(join(folder, "projects.jsonl"), '{"root":"/old","indexed_at":"2025-05-05T00:00:00.000Z"}\n');
    expect((await readTrust(folder)).entries).toEqual([
      { root: "/a", kind: "trusted", at: "2026-01-01T00:00:00.000Z", by: BY },
      { root: "/old", kind: "indexed", at: "2025-05-05T00:00:00.000Z", by: null },
    ]);
  });

  it("is readable and writable by its owner alone, also where it was not before", async () => {
    await writeFile(join(folder, "projects.jsonl"), "");
    await chmod(join(folder, "projects.jsonl"), 0o666);
    await record(["trusted /a"]);
    expect((await stat(join(folder, "projects.jsonl"))).mode & 0o777).toBe(0o600);
  });

  it("keeps a removal that follows a line which a crash cut short", async () => {
    await record(["trusted /a"]);
    await appendFile(join(folder, "projects.jsonl"), '{"root":"/torn","trust');
    await record(["removed /a"]);
    const trust = await readTrust(folder);
    expect([trust.allows("/a"), trust.isRemoved("/a")]).toEqual([false, true]);
  });

  it("says what to do where it cannot be read", async () => {
    const blocked = readTrust(join(folder, "projects.jsonl"));
    await writeFile(join(folder, "projects.jsonl"), "");
    await expect(blocked).resolves.toMatchObject({ entries: [] });
    await expect(readTrust(join(folder, "projects.jsonl"))).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
  });
});
