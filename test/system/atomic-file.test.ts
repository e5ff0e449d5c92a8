import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { abandonedWrites, writeFileAtomically } from "../../src/system/atomic-file.ts";
import { type BusyFiles, windowsBusyFiles } from "../../src/system/platform/busy-files.ts";
import { expectMode } from "../support/this-system.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "atomic-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("an atomic write", () => {
  it("puts the whole content in place, with its mode, and leaves no temporary file", async () => {
    const path = join(folder, "a.json");
    await writeFileAtomically(path, "old");
    await writeFileAtomically(path, "new", { mode: 0o600 });
    expect(await readFile(path, "utf8")).toBe("new");
    expectMode(path, 0o600);
    expect(await readdir(folder)).toEqual(["a.json"]);
  });

  it("takes a free name when it may not overwrite", async () => {
    await writeFileAtomically(join(folder, "a.json"), "new", { overwrite: false });
    expect(await readFile(join(folder, "a.json"), "utf8")).toBe("new");
    expect(await readdir(folder)).toEqual(["a.json"]);
  });

  it.each(["file", "link"] as const)("refuses a name taken by a %s when it may not overwrite", async (kind) => {
    const path = join(folder, "a.json");
    await (kind === "file" ? writeFile(path, "mine") : symlink("/nowhere", path));
    await expect(writeFileAtomically(path, "new", { overwrite: false })).rejects.toMatchObject({ code: "EEXIST" });
    expect(await readdir(folder)).toEqual(["a.json"]);
  });

  it("replaces a link itself, never what it points to", async () => {
    const target = join(folder, "target");
    await writeFile(target, "kept");
    await symlink(target, join(folder, "a.json"));
    await writeFileAtomically(join(folder, "a.json"), "new");
    expect(await readFile(target, "utf8")).toBe("kept");
  });

  it.each([
    [true, 3],
    [false, 3],
  ])("waits for another program that has the file open on Windows (overwrite: %s)", async (overwrite, refusals) => {
    const path = join(folder, "a.json");
    if (overwrite) await writeFile(path, "old");
    let left = refusals;
    const waits: number[] = [];
    const files = windowsBusyFiles({ wait: async (ms) => void waits.push(ms), waitNow: () => undefined });
    const busy: BusyFiles = {
      ...files,
      retried: (act) =>
        files.retried(() => {
          if (left-- > 0) throw Object.assign(new Error("EBUSY"), { code: "EBUSY" });
          return act();
        }),
    };
    await writeFileAtomically(path, "new", { overwrite }, busy);
    expect(await readFile(path, "utf8")).toBe("new");
    // A free name is taken by a link, which no other program is in the way of.
    expect(waits.length).toBe(overwrite ? refusals : 0);
    expect(await readdir(folder)).toEqual(["a.json"]);
  });

  it("leaves the old file, and nothing else, where the other program keeps it open", async () => {
    const path = join(folder, "a.json");
    await writeFile(path, "old");
    const files = windowsBusyFiles({ wait: async () => undefined, waitNow: () => undefined });
    const refuse = () => Promise.reject(Object.assign(new Error("EPERM"), { code: "EPERM" }));
    const busy: BusyFiles = { ...files, retried: () => files.retried(refuse) };
    await expect(writeFileAtomically(path, "new", {}, busy)).rejects.toMatchObject({ code: "EPERM" });
    expect([await readFile(path, "utf8"), await readdir(folder)]).toEqual(["old", ["a.json"]]);
  });

  it("leaves nothing behind when it cannot be put in place", async () => {
    const path = join(folder, "taken");
    await mkdir(join(path, "child"), { recursive: true });
    await expect(writeFileAtomically(path, "new")).rejects.toThrow();
    expect(await readdir(folder)).toEqual(["taken"]);
  });
});

it("tells what killed processes left of their writes from writes in progress, and from other people's files", async () => {
  const [left, progressing] = [".a.json.0123456789ab.tmp", ".b.json.ba9876543210.tmp"];
  const past = Date.now() / 1000 - 4_000;
  for (const name of [left, progressing, ".notes.tmp", "a.json"]) {
    await writeFile(join(folder, name), "x");
    await utimes(
      join(folder, name),
      ...((name === progressing ? [past + 3_900, past + 3_900] : [past, past]) as [number, number]),
    );
  }
  expect(abandonedWrites(folder)).toEqual([join(folder, left)]);
});
