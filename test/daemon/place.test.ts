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
    ["another number of hits", { CONTEXT_BROKER_TOP_K: "3" }],
    ["another budget and form of answers", { CONTEXT_BROKER_MAX_TOKENS: "900", CONTEXT_BROKER_ANSWER_FORMAT: "json" }],
    ["other thresholds of reviews", { CONTEXT_BROKER_REVIEW_BLOCK: "low" }],
    ["a language model", { CONTEXT_BROKER_LANGUAGE_MODEL: "m", CONTEXT_BROKER_LANGUAGE_MODEL_KEY: "k" }],
    ["another time until it ends", { CONTEXT_BROKER_DAEMON_IDLE_MINUTES: "1" }],
    ["a variable that is no setting", { CONTEXT_BROKER_TOPK: "3" }],
    ["an empty variable", { CONTEXT_BROKER_MODEL: "" }],
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

  it.each([
    ["is the same for the user's settings of answers", { top_k: 3, review_block: "low", $schema: "x" }, true],
    ["is another one for the user's settings of what is opened", { exclude: ["a/**"] }, false],
  ])("%s", async (_name, entries, isSame) => {
    const entryWith = async (content: object) => {
      const file = join(folder, "config.json");
      writeFileSync(file, JSON.stringify(content));
      vi.resetModules();
      vi.doMock("../../src/config/folders.ts", async (original) => ({
        ...(await original<object>()),
        USER_FILE: file,
      }));
      return (await import("../../src/daemon/place.ts")).entryFile(main, BASE);
    };
    const [before, after] = [await entryWith({}), await entryWith(entries)];
    vi.doUnmock("../../src/config/folders.ts");
    expect(before === after).toBe(isSame);
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

it("a front passes on settings, colours and where Emacs listens, and nothing else of its environment", () => {
  const env = {
    ...BASE,
    NO_COLOR: "1",
    EMACS_SOCKET_NAME: "own",
    AWS_SECRET_ACCESS_KEY: "secret",
    CONTEXT_BROKER_LANGUAGE_MODEL_KEY: "secret",
  };
  expect(passedEnvironment(env)).toEqual({
    CONTEXT_BROKER_DAEMON: "auto",
    CONTEXT_BROKER_VECTORS: "off",
    NO_COLOR: "1",
    EMACS_SOCKET_NAME: "own",
  });
});

it("a daemon gets its front's environment without what belongs to that front", () => {
  const own = {
    CONTEXT_BROKER_PROJECT: "/mine",
    CONTEXT_BROKER_TOP_K: "3",
    CONTEXT_BROKER_LANGUAGE_MODEL_KEY: "secret",
  };
  const its = { ...BASE, PATH: "/bin", CONTEXT_BROKER_DAEMON_IDLE_MINUTES: "1" };
  expect(daemonEnvironment({ ...its, ...own })).toEqual(its);
});
