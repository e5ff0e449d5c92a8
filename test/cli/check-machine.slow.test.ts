import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkFolder, checkGit, checkModule, judgeDisk, judgeNode } from "../../src/cli/check-machine.ts";
import { isPosix } from "../support/this-system.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "doctor-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("doctor's look at the machine", () => {
  it.each([
    ["20.19.0", "ok"],
    ["20.18.9", "failed"],
    ["18.20.0", "failed"],
    ["22.0.0", "ok"],
    ["25.1.0-nightly", "ok"],
  ])("Node %s is %s", (version, state) => {
    expect(judgeNode(version)).toMatchObject({ check: "Node", state });
  });

  it.each(["better-sqlite3", "onnxruntime-node", "hnswlib-node"] as const)("loads and uses %s", async (name) => {
    expect(await checkModule(name, "essential")).toMatchObject({ check: name, state: "ok" });
  });

  it("says which module does not load, why, and what to do", async () => {
    const probe = join(folder, "probe.mjs");
    const wrong = { message: "the native library x cannot be loaded: no such file", cure: "npm install x" };
    writeFileSync(probe, `process.stdout.write(${JSON.stringify(JSON.stringify(wrong))})`);
    expect(await checkModule("better-sqlite3", "essential", probe)).toEqual({
      check: "better-sqlite3",
      state: "failed",
      detail: wrong.message,
      cure: wrong.cure,
    });
    const optional = await checkModule("hnswlib-node", "optional", probe);
    expect(optional).toMatchObject({ state: "note", cure: "to have it, npm install x" });
    expect(optional.detail).toContain("int8 scan");
  });

  it("outlives a module that crashes its process", async () => {
    const probe = join(folder, "probe.mjs");
    writeFileSync(probe, "process.abort();");
    const finding = await checkModule("onnxruntime-node", "essential", probe);
    expect(finding.state).toBe("failed");
    // Windows has no signals: it fails as a command does.
    expect(finding.detail).toContain(isPosix ? "ended by SIGABRT" : "Command failed");
    expect(finding.cure).toContain("npm install onnxruntime-node@1.30.0");
  });

  it("accepts a folder that is there and one that can be made", async () => {
    expect(await checkFolder("cache folder", folder)).toEqual({
      check: "cache folder",
      state: "ok",
      detail: folder,
      cure: "",
    });
    const later = join(folder, "a", "b");
    expect((await checkFolder("cache folder", later)).detail).toBe(`${later} (will be created in ${folder})`);
  });

  it.runIf(process.platform === "linux")(
    "finds that a folder cannot be written, and names the setting that moves it",
    async () => {
      const finding = await checkFolder("data folder", "/proc/self/nothing");
      expect(finding.state).toBe("failed");
      expect(finding.detail).toMatch(
        /^\/proc\/self\/nothing cannot be made in \/proc\/self: (the|permission|the operation) .+(denied|permitted|read-only)$/,
      );
      expect(finding.cure).toContain("context-broker config set data_folder DIR");
    },
  );

  it("finds a file where a folder belongs", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "", { mode: 0o700 });
    expect(await checkFolder("cache folder", file)).toMatchObject({
      state: "failed",
      detail: `${file} is not a folder`,
    });
    expect((await checkFolder("cache folder", join(file, "below"))).state).toBe("failed");
  });

  it.each([
    [10 * 1024 ** 2, "failed"],
    [500 * 1024 ** 2, "warning"],
    [50 * 1024 ** 3, "ok"],
  ])("%d free bytes are %s", (free, state) => {
    expect(judgeDisk(free).state).toBe(state);
  });

  it("knows git's version", async () => {
    expect(await checkGit(async () => null)).toMatchObject({
      check: "git",
      state: "ok",
      detail: expect.stringMatching(/^git version \d/),
    });
    const unread = { reason: "unknown repository extension found: refstorage", remedy: "install a newer git" };
    expect(await checkGit(async () => unread)).toMatchObject({
      state: "warning",
      detail: expect.stringMatching(/^git version \d.* cannot read the repository here: .*refstorage/),
      cure: unread.remedy,
    });
  });
});
