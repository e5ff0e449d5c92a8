// The list of projects that the user indexed from the command line.
import { appendFile, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordTrust } from "../../../src/operations/contract/folder-trust.ts";
import { knownProjects, rememberProject } from "../../../src/operations/contract/known-projects.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "known-projects-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("known projects", () => {
  it("are none on a fresh machine, and nothing is written by asking", async () => {
    expect(await knownProjects(join(folder, "absent"))).toEqual([]);
    await expect(stat(join(folder, "absent"))).rejects.toThrow("ENOENT");
  });

  it("are each listed once, readable by their owner alone", async () => {
    await rememberProject(folder, "/b");
    await rememberProject(folder, "/a\nwith a line break");
    await rememberProject(folder, "/b");
    expect(await knownProjects(folder)).toEqual(["/b", "/a\nwith a line break"]);
    expect((await stat(join(folder, "projects.jsonl"))).mode & 0o777).toBe(0o600);
  });

  it("are all kept when many add at once", async () => {
    const roots = Array.from({ length: 40 }, (_, index) => `/project-${index}`);
    await Promise.all(roots.map((root) => rememberProject(folder, root)));
    expect([...(await knownProjects(folder))].sort()).toEqual([...roots].sort());
  });

  it("outlive lines that are torn, foreign or of another shape", async () => {
    await rememberProject(folder, "/a");
    await appendFile(join(folder, "projects.jsonl"), '{"root":"/torn","ind');
    await rememberProject(folder, "/b");
    await appendFile(join(folder, "projects.jsonl"), '{"root":7}\n[]\nnull\n{"root":"","indexed_at":"x"}\n');
    expect(await knownProjects(folder)).toEqual(["/a", "/b"]);
  });

  it("say what to do where they cannot be written", async () => {
    await writeFile(join(folder, "file"), "");
    const blocked = rememberProject(join(folder, "file"), "/a");
    await expect(blocked).rejects.toMatchObject({
      code: "STORAGE_UNAVAILABLE",
      hint: expect.stringContaining("run the command again"),
    });
  });

  it("stay removed when they are indexed again, and come back by trust", async () => {
    const record = (kind: "trusted" | "removed") =>
      recordTrust(folder, { root: "/a", kind, at: "2026-01-01", by: null });
    expect(await rememberProject(folder, "/a")).toBe(true);
    await record("removed");
    expect(await rememberProject(folder, "/a")).toBe(false);
    expect(await knownProjects(folder)).toEqual([]);
    await record("trusted");
    expect(await rememberProject(folder, "/a")).toBe(true);
    expect(await knownProjects(folder)).toEqual(["/a"]);
  });
});
