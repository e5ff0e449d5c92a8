import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { daemonEnvironment, entryFile, passedEnvironment } from "../../src/daemon/place.ts";

let folder: string;
let main: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "place-"));
  main = join(folder, "main.js");
  writeFileSync(main, "");
});
afterAll(() => rmSync(folder, { recursive: true }));

const BASE = { CONTEXT_BROKER_DAEMON: "auto", CONTEXT_BROKER_VECTORS: "off", HOME: "/home/a" };

describe("the entry of a front's daemon", () => {
  it.each([
    ["another project", { CONTEXT_BROKER_PROJECT: "/other" }],
    ["other folders that a client may name", { CONTEXT_BROKER_ALLOWED_PROJECTS: "/other" }],
    ["other tools", { CONTEXT_BROKER_TOOLSETS: "all" }],
    ["another log", { CONTEXT_BROKER_LOG_LEVEL: "debug" }],
    ["a variable of another program", { EDITOR: "vi" }],
  ])("is the same for %s", (_name, more) => {
    expect(entryFile(main, { ...BASE, ...more })).toBe(entryFile(main, BASE));
  });

  it.each([
    ["another way of searching", { CONTEXT_BROKER_VECTORS: "auto" }],
    ["another cache", { CONTEXT_BROKER_CACHE_FOLDER: "/other" }],
  ])("is another one for %s", (_name, more) => {
    expect(entryFile(main, { ...BASE, ...more })).not.toBe(entryFile(main, BASE));
  });

  it("is another one for another home, though the cache be the same", async () => {
    vi.stubEnv("HOME", join(folder, "b"));
    vi.stubEnv("USERPROFILE", join(folder, "b"));
    vi.resetModules();
    const there = await import("../../src/daemon/place.ts");
    vi.unstubAllEnvs();
    expect(basename(there.entryFile(main, BASE) ?? "")).not.toBe(basename(entryFile(main, BASE) ?? ""));
  });

  it("is another one for another build of the program", () => {
    const before = entryFile(main, BASE);
    writeFileSync(main, "another");
    expect(entryFile(main, BASE)).not.toBe(before);
  });

  it.each(["off", " off ", "nonsense"])("is none where the setting is '%s'", (daemon) => {
    expect(entryFile(main, { ...BASE, CONTEXT_BROKER_DAEMON: daemon })).toBeNull();
  });
});

it("a front passes on settings and colours, and nothing else of its environment", () => {
  const env = { ...BASE, NO_COLOR: "1", AWS_SECRET_ACCESS_KEY: "secret" };
  expect(passedEnvironment(env)).toEqual({
    CONTEXT_BROKER_DAEMON: "auto",
    CONTEXT_BROKER_VECTORS: "off",
    NO_COLOR: "1",
  });
});

it("a daemon gets its front's environment without what belongs to that front", () => {
  const env = { ...BASE, CONTEXT_BROKER_PROJECT: "/mine", PATH: "/bin" };
  expect(daemonEnvironment(env)).toEqual({ ...BASE, PATH: "/bin" });
});
