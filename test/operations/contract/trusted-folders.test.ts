// The folders that the user lets clients reach.
import { appendFile, chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  decidingEntry,
  exceptFolder,
  isTrusted,
  rememberProject,
  revokeFolder,
  trustedFolders,
  trustFolder,
} from "../../../src/operations/contract/trusted-folders.ts";
import { isPosix } from "../../support/this-system.ts";

/** Windows shows one mode for all files that may be written: who may is another list there. */
const OWN = isPosix ? 0o600 : 0o666;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "known-projects-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const known = async (dataFolder: string): Promise<string[]> =>
  (await trustedFolders(dataFolder)).map((one) => one.folder);

describe("trusted folders", () => {
  it("are none on a fresh machine, and nothing is written by asking", async () => {
    expect(await known(join(folder, "absent"))).toEqual([]);
    await expect(stat(join(folder, "absent"))).rejects.toThrow("ENOENT");
  });

  it("are each listed once, readable by their owner alone", async () => {
    await rememberProject(folder, "/b");
    await rememberProject(folder, "/a\nwith a line break");
    await rememberProject(folder, "/b");
    expect(await known(folder)).toEqual(["/b", "/a\nwith a line break"]);
    expect((await stat(join(folder, "projects.jsonl"))).mode & 0o777).toBe(OWN);
  });

  it("are all kept when many add at once", async () => {
    const roots = Array.from({ length: 40 }, (_, index) => `/project-${index}`);
    await Promise.all(roots.map((root) => rememberProject(folder, root)));
    expect([...(await known(folder))].sort()).toEqual([...roots].sort());
  });

  it("outlive lines that are torn, foreign or of another shape", async () => {
    await rememberProject(folder, "/a");
    await appendFile(join(folder, "projects.jsonl"), '{"root":"/torn","ind');
    await rememberProject(folder, "/b");
    await appendFile(join(folder, "projects.jsonl"), '{"root":7}\n[]\nnull\n{"root":"","indexed_at":"x"}\n');
    expect(await known(folder)).toEqual(["/a", "/b"]);
  });

  it("say who added them and when, and how far each reaches", async () => {
    await rememberProject(folder, "/a");
    await trustFolder(folder, "/b");
    const by = (command: string) => ({ user: expect.stringMatching(/./), command });
    const addedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(await trustedFolders(folder)).toEqual([
      { folder: "/a", reach: "project", addedAt, addedBy: by("index") },
      { folder: "/b", reach: "below", addedAt, addedBy: by("trust add") },
    ]);
  });

  it("are gone once revoked, however they came, until they are added again", async () => {
    await rememberProject(folder, "/a");
    await trustFolder(folder, "/b");
    await revokeFolder(folder, "/a");
    await revokeFolder(folder, "/b");
    expect(await known(folder)).toEqual([]);
    await rememberProject(folder, "/a");
    expect(await known(folder)).toEqual(["/a"]);
  });

  it("keep their reach when the folder itself is indexed", async () => {
    await trustFolder(folder, "/b");
    await rememberProject(folder, "/b");
    expect(await trustedFolders(folder)).toMatchObject([{ folder: "/b", reach: "below" }]);
  });

  it.runIf(isPosix).each(["read", "written"])(
    "that others may read or write are closed to them when they are %s",
    async (when) => {
      await rememberProject(folder, "/a");
      await chmod(join(folder, "projects.jsonl"), 0o666);
      await (when === "read" ? trustedFolders(folder) : trustFolder(folder, "/b"));
      expect((await stat(join(folder, "projects.jsonl"))).mode & 0o777).toBe(0o600);
      expect((await known(folder))[0]).toBe("/a");
    },
  );

  it.each([
    ["/src", "/src/shop", "none", false],
    ["/src", "/src/shop/inner", "none", false],
    ["/src", "/src/shopping", "below", true],
    ["/src", "/src", "below", true],
    ["/src", "/other", undefined, false],
  ])("trusting %s with the exception /src/shop, %s is decided by %s", async (trusted, root, reach, expected) => {
    await trustFolder(folder, trusted);
    await exceptFolder(folder, "/src/shop");
    const listed = await trustedFolders(folder);
    expect(decidingEntry(listed, root)?.reach).toBe(reach);
    expect(isTrusted(listed, root)).toBe(expected);
  });

  it("reach a project that was trusted in an exception", async () => {
    await trustFolder(folder, "/src");
    await exceptFolder(folder, "/src/shop");
    await trustFolder(folder, "/src/shop/open");
    const listed = await trustedFolders(folder);
    expect(["/src/a", "/src/shop/b", "/src/shop/open/c"].map((root) => isTrusted(listed, root))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("of an older version are read", async () => {
    await writeFile(join(folder, "projects.jsonl"), '{"root":"/old","indexed_at":"2026-11-20T09:00:00.000Z"}\n');
    expect(await trustedFolders(folder)).toEqual([
      { folder: "/old", reach: "project", addedAt: "2026-11-20T09:00:00.000Z", addedBy: null },
    ]);
  });

  it("say what to do where they cannot be written", async () => {
    await writeFile(join(folder, "file"), "");
    const blocked = rememberProject(join(folder, "file"), "/a");
    await expect(blocked).rejects.toMatchObject({
      code: "STORAGE_UNAVAILABLE",
      hint: expect.stringContaining("repeat the command"),
    });
  });
});
