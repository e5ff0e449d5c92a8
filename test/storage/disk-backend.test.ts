import { execFile } from "node:child_process";
import { chmod, link, mkdir, readdir, readFile, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { DOCUMENT_BYTES_MAX, type StorageBackend } from "../../src/storage/backend.ts";
import { openDiskBackend } from "../../src/storage/disk-backend.ts";
import { checkName } from "../../src/storage/names.ts";
import { PRIVATE_MODES } from "../../src/system/platform/permissions.ts";
import { expectMode, isPosix } from "../support/this-system.ts";
import { describeBackend } from "./backend-conformance.ts";
import { asOrdinaryUser, scratchFolder } from "./scratch.ts";

const NAME = checkName("auth flow");

async function openIn(anchor: string): Promise<{ backend: StorageBackend; folder: string }> {
  const steps = ["outer", "inner"];
  return { backend: openDiskBackend({ anchor, steps }, PRIVATE_MODES), folder: join(anchor, ...steps) };
}

describeBackend("disk", async () => (await openIn(await scratchFolder())).backend);

test("makes its folders on the first write, for the user alone", async () => {
  const anchor = await scratchFolder();
  const { backend, folder } = await openIn(anchor);
  await backend.list();
  expect(await readdir(anchor)).toEqual([]);
  await backend.write(NAME, "text", { overwrite: false });
  expect(backend.address(NAME)).toBe(join(folder, "auth flow.json"));
  expect(await readFile(join(folder, "auth flow.json"), "utf8")).toBe("text");
  expectMode(folder, 0o700);
  expectMode(join(folder, "auth flow.json"), 0o600);
  expect(await readdir(folder), "no temporary file stays").toEqual(["auth flow.json"]);
});

test("removes what a killed process left of a write, and nothing younger or other", async () => {
  const { backend, folder } = await openIn(await scratchFolder());
  await mkdir(folder, { recursive: true });
  const files = [".a.json.0123456789ab.tmp", ".b.json.ba9876543210.tmp", ".notes.tmp"];
  await Promise.all(files.map((file) => writeFile(join(folder, file), "{")));
  const yesterday = new Date(Date.now() - 86_400_000);
  await Promise.all([0, 2].map((index) => utimes(join(folder, files[index] ?? ""), yesterday, yesterday)));
  await backend.write(NAME, "text", { overwrite: false });
  expect((await readdir(folder)).sort()).toEqual([".b.json.ba9876543210.tmp", ".notes.tmp", "auth flow.json"]);
});

test("another opening, as in another process, sees the same", async () => {
  const anchor = await scratchFolder();
  await (await openIn(anchor)).backend.write(NAME, "text", { overwrite: false });
  expect(await (await openIn(anchor)).backend.read(NAME)).toBe("text");
});

describe("foreign files", () => {
  test("are listed as problems and do not hide the results", async () => {
    const { backend, folder } = await openIn(await scratchFolder());
    await backend.write(NAME, "text", { overwrite: false });
    await writeFile(join(folder, "notes.txt"), "mine");
    await writeFile(join(folder, "-rf.json"), "{}");
    await writeFile(join(folder, ".half-written.tmp"), "{");
    await mkdir(join(folder, "folder.json"));
    await symlink("/etc/passwd", join(folder, "link.json"));
    const { entries, problems } = await backend.list();
    expect(entries.map((entry) => entry.name)).toEqual([NAME]);
    expect(problems.map((problem) => problem.message).sort()).toEqual([
      '"-rf.json" is not named like a saved result and is not listed',
      '"folder.json" is a folder or device and is not listed',
      '"link.json" is a link and is not listed',
      '"notes.txt" is not named like a saved result and is not listed',
    ]);
    expect(new Set(problems.map((problem) => problem.code))).toEqual(new Set(["SAVED_RESULT_UNREADABLE"]));
  });

  test("are counted when there are many", async () => {
    const { backend, folder } = await openIn(await scratchFolder());
    await mkdir(folder, { recursive: true });
    await Promise.all(Array.from({ length: 30 }, (_, index) => writeFile(join(folder, `${index}.txt`), "")));
    const { problems } = await backend.list();
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)?.message).toBe("10 more files that are not saved results are not listed");
  });
});

describe("a document that is no document", () => {
  test.each([
    ["not UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ["UTF-16", Buffer.from("\ufeff{}", "utf16le")],
  ])("%s is refused", async (_, bytes) => {
    const { backend, folder } = await openIn(await scratchFolder());
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "auth flow.json"), bytes);
    await expect(backend.read(NAME)).rejects.toMatchObject({ code: "DOCUMENT_INVALID" });
    expect(await backend.delete(NAME), "and can be deleted").toBe(true);
  });

  test("a huge one is refused without being read", async () => {
    const { backend, folder } = await openIn(await scratchFolder());
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "auth flow.json"), "");
    await truncate(join(folder, "auth flow.json"), DOCUMENT_BYTES_MAX * 1000);
    await expect(backend.read(NAME)).rejects.toMatchObject({ code: "DOCUMENT_INVALID" });
  });

  test.runIf(isPosix)("a named pipe does not hold the program", async () => {
    const { backend, folder } = await openIn(await scratchFolder());
    await mkdir(folder, { recursive: true });
    await promisify(execFile)("mkfifo", [join(folder, "auth flow.json")]);
    await expect(backend.read(NAME)).rejects.toMatchObject({
      code: "STORAGE_UNAVAILABLE",
      message: expect.stringContaining("not a regular file"),
    });
  });
});

describe("links", () => {
  const operations: readonly [string, (backend: StorageBackend) => Promise<unknown>][] = [
    ["list", (backend) => backend.list()],
    ["read", (backend) => backend.read(NAME)],
    ["write", (backend) => backend.write(NAME, "text", { overwrite: true })],
    ["delete", (backend) => backend.delete(NAME)],
  ];

  test.each(operations)("as the last folder: %s is refused", async (_, run) => {
    const anchor = await scratchFolder();
    const { backend, folder } = await openIn(anchor);
    await mkdir(join(anchor, "elsewhere"));
    await writeFile(join(anchor, "elsewhere", "auth flow.json"), "secret");
    await mkdir(join(anchor, "outer"));
    await symlink(join(anchor, "elsewhere"), folder);
    await expect(run(backend)).rejects.toMatchObject({
      code: "STORAGE_UNAVAILABLE",
      message: expect.stringContaining("is a symbolic link"),
    });
    expect(await readFile(join(anchor, "elsewhere", "auth flow.json"), "utf8")).toBe("secret");
  });

  test.each(operations)("as the first folder: %s is refused", async (_, run) => {
    const anchor = await scratchFolder();
    const { backend } = await openIn(anchor);
    await mkdir(join(anchor, "elsewhere", "inner"), { recursive: true });
    await writeFile(join(anchor, "elsewhere", "inner", "auth flow.json"), "secret");
    await symlink("elsewhere", join(anchor, "outer"));
    await expect(run(backend)).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
    expect(await readdir(join(anchor, "elsewhere", "inner"))).toEqual(["auth flow.json"]);
  });

  test("that lead nowhere are refused as well", async () => {
    const anchor = await scratchFolder();
    const { backend } = await openIn(anchor);
    await symlink("nowhere", join(anchor, "outer"));
    await expect(backend.write(NAME, "text", { overwrite: false })).rejects.toMatchObject({
      code: "STORAGE_UNAVAILABLE",
    });
    expect(await readdir(anchor)).toEqual(["outer"]);
  });

  test("in a document's place are not read, written through or shown", async () => {
    const anchor = await scratchFolder();
    const { backend, folder } = await openIn(anchor);
    const secret = join(anchor, "secret.json");
    await writeFile(secret, "secret");
    await mkdir(folder, { recursive: true });
    await symlink(secret, join(folder, "auth flow.json"));
    await expect(backend.read(NAME)).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
    await expect(backend.write(NAME, "text", { overwrite: false })).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    expect(await readFile(secret, "utf8")).toBe("secret");
    expect(await backend.delete(NAME), "the link itself can be deleted").toBe(true);
    expect(await readFile(secret, "utf8")).toBe("secret");
  });

  test("are replaced, not followed, by an overwriting", async () => {
    const anchor = await scratchFolder();
    const { backend, folder } = await openIn(anchor);
    const secret = join(anchor, "secret.json");
    await writeFile(secret, "secret");
    await mkdir(folder, { recursive: true });
    await symlink(secret, join(folder, "auth flow.json"));
    await backend.write(NAME, "text", { overwrite: true });
    expect(await readFile(secret, "utf8")).toBe("secret");
    expect(await backend.read(NAME)).toBe("text");
  });

  test("of the hard kind are replaced too: the other name keeps its text", async () => {
    const anchor = await scratchFolder();
    const { backend, folder } = await openIn(anchor);
    await mkdir(folder, { recursive: true });
    await writeFile(join(anchor, "secret"), "secret");
    await link(join(anchor, "secret"), join(folder, "auth flow.json"));
    await backend.write(NAME, "text", { overwrite: true });
    expect(await readFile(join(anchor, "secret"), "utf8")).toBe("secret");
  });
});

describe("a place that cannot be written", () => {
  test("because a file is in the way, says so", async () => {
    const anchor = await scratchFolder();
    const { backend } = await openIn(anchor);
    await writeFile(join(anchor, "outer"), "a file");
    await expect(backend.write(NAME, "text", { overwrite: false })).rejects.toMatchObject({
      code: "STORAGE_UNAVAILABLE",
      message: expect.stringContaining("is not a folder"),
    });
  });

  test.runIf(isPosix)("because it is read-only, says so and keeps nothing", async () => {
    const anchor = await scratchFolder();
    const { backend } = await openIn(anchor);
    await chmod(anchor, 0o555);
    await asOrdinaryUser(async () => {
      await expect(backend.write(NAME, "text", { overwrite: false })).rejects.toMatchObject({
        code: "STORAGE_UNAVAILABLE",
        message: expect.stringContaining("permission is denied"),
      });
    });
    expect(await readdir(anchor)).toEqual([]);
  });
});
