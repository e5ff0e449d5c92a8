import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyProjectFile, loadSettings, type Origin, valueAt } from "../../src/config/load-settings.ts";
import type { Setting } from "../../src/config/setting.ts";
import { environmentName, SETTING_KEYS, SETTINGS, type SettingKey } from "../../src/config/settings.ts";
import { Failure } from "../../src/vocabulary/failure.ts";
import { anyCharacter } from "../support/any-character.ts";
import { propertyRuns } from "../support/property-runs.ts";

const ONLY_USER = "only the user can set this, by `config set`, a flag or the environment";
let home: string;
let root: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "settings-"));
  root = join(home, "project");
  mkdirSync(root);
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

interface Given {
  readonly flag?: string | readonly string[];
  readonly env?: string;
  readonly project?: unknown;
  readonly user?: unknown;
}

/** Gives one setting in some of its places and answers its value, its origin's kind and what was refused. */
function check(key: SettingKey, { flag, env, project, user }: Given) {
  const userFile = join(home, "config.json");
  if (user !== undefined) {
    writeFileSync(userFile, JSON.stringify({ [key]: user }));
  }
  if (project !== undefined) {
    writeFileSync(join(root, ".context-broker.json"), JSON.stringify({ [key]: project }));
  }
  const loaded = loadSettings({
    flags: flag === undefined ? {} : { [key]: flag },
    env: env === undefined ? {} : { [`CONTEXT_BROKER_${key.toUpperCase()}`]: env },
    userFile,
    cwd: home,
    projectRoot: root,
  });
  const origin: Origin = loaded.origins[key];
  return {
    value: valueAt(loaded.settings, key),
    from: origin.kind,
    refused: loaded.refused.map(({ reason }) => reason),
  };
}

function failureOf(run: () => unknown): Failure {
  try {
    run();
  } catch (error) {
    if (error instanceof Failure) {
      return error;
    }
    throw error;
  }
  throw new Error("expected a Failure");
}

describe("precedence", () => {
  const places = { flag: "1", env: "2", project: 3, user: 4 };
  it.each([
    { given: places, value: 1, from: "flag" },
    { given: { ...places, flag: undefined }, value: 2, from: "environment" },
    { given: { project: 3, user: 4 }, value: 3, from: "project file" },
    { given: { user: 4 }, value: 4, from: "user file" },
    { given: {}, value: 1_048_576, from: "default" },
    { given: { env: "" }, value: 1_048_576, from: "default" },
    { given: { flag: "1", user: 4 }, value: 1, from: "flag" },
    { given: { env: "2", project: 3 }, value: 2, from: "environment" },
    { given: { project: 3 }, value: 3, from: "project file" },
  ])("max_file_bytes given as $given comes from the $from", ({ given, value, from }) => {
    const present = Object.fromEntries(Object.entries(given).filter(([, text]) => text !== undefined));
    expect(check("max_file_bytes", present)).toMatchObject({ value, from });
  });

  it("says of every value where it came from", () => {
    const { origins } = loadSettings({
      env: { CONTEXT_BROKER_TOP_K: "3" },
      flags: { vectors: "off" },
      userFile: "/none",
    });
    expect(Object.keys(origins)).toEqual(SETTING_KEYS);
    expect(origins.top_k).toEqual({ kind: "environment", name: "CONTEXT_BROKER_TOP_K" });
    expect(origins.vectors).toEqual({ kind: "flag", name: "--vectors" });
    expect(origins.detail).toEqual({ kind: "default", name: "" });
  });
});

describe("text", () => {
  it.each([
    ["share_saved", "on", true],
    ["share_saved", "0", false],
    ["top_k", " 7 ", 7],
    ["exclude", "a, b/**/*.{js,ts} ,", ["a", "b/**/*.{js,ts}"]],
    ["exclude", '["a,b"]', ["a,b"]],
    ["extensions", ".inc=php, .d.ts = typescript", { ".inc": "php", ".d.ts": "typescript" }],
    ["project", "sub/folder", ["$HOME_FOLDER/sub/folder"]],
    ["project", "~/code", [join(homedir(), "code")]],
    ["project", "/a,b, ~/c,/d", [resolve("/a,b"), join(homedir(), "c"), resolve("/d")]],
    ["project", '["/a,/b"]', [resolve("/a,/b")]],
    ["allowed_projects", "/a,b", [resolve("/a"), "$HOME_FOLDER/b"]],
    ["model", "someone/model", "someone/model"],
    ["model", "./mine", "$HOME_FOLDER/mine"],
  ] as const)("%s as %j", (key, env, expected) => {
    const placed = (value: unknown) =>
      typeof value === "string" && value.startsWith("$HOME_FOLDER/") ? join(home, value.slice(12)) : value;
    expect(check(key, { env }).value).toEqual(Array.isArray(expected) ? expected.map(placed) : placed(expected));
  });

  it("joins a repeated flag", () => {
    expect(check("exclude", { flag: ["a,b", "c"] }).value).toEqual(["a", "b", "c"]);
    expect(check("extensions", { flag: [".a=php", ".b=go"] }).value).toEqual({ ".a": "php", ".b": "go" });
  });
});

describe("a wrong value", () => {
  it.each([
    [{ flag: "many" }, "top_k", '--top-k: expected a whole number from 1 to 100, not "many"'],
    [{ env: "0" }, "top_k", "CONTEXT_BROKER_TOP_K: expected a whole number from 1 to 100, not 0"],
    [
      { env: "cloud" },
      "storage_mode",
      'CONTEXT_BROKER_STORAGE_MODE: expected one of global, in-project, both, not "cloud"',
    ],
    [{ user: "5" }, "top_k", 'top_k in $FILE: expected a whole number from 1 to 100, not "5"'],
    [
      { user: "relative" },
      "cache_folder",
      'cache_folder in $FILE: expected an absolute path or one that starts with ~/, not "relative"',
    ],
    [{ user: { ".a": 1 } }, "extensions", 'extensions in $FILE: expected a string for each name, not {".a":1}'],
    [{ env: "inc=php" }, "extensions", 'CONTEXT_BROKER_EXTENSIONS: expected keys such as .inc, not {"inc":"php"}'],
    [
      { project: JSON.parse('{"__proto__": "php"}') },
      "extensions",
      'extensions in $PROJECT: expected keys such as .inc, not {"__proto__":"php"}',
    ],
    [{ flag: [".a=b", "[bad"] }, "extensions", '--extensions: expected an object whose values are strings, not "[bad"'],
  ] as const)("%j", (given, key, message) => {
    const failure = failureOf(() => check(key, given));
    expect(failure.code).toBe("INVALID_SETTING");
    expect(failure.message).toBe(
      message.replace("$FILE", join(home, "config.json")).replace("$PROJECT", join(root, ".context-broker.json")),
    );
    expect(failure.hint).toContain(key);
  });

  it("is refused in one way, whatever text an environment holds", () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1 }),
      fc.json(),
      fc.constantFrom("on", "0", "a=b,c", "[", "{}", "~/x", ".x=y"),
    );
    fc.assert(
      fc.property(fc.constantFrom(...SETTING_KEYS), text, (key, value) => {
        try {
          const { settings, origins } = loadSettings({
            env: { [environmentName(key)]: value },
            userFile: "/none",
            cwd: home,
          });
          expect(origins[key].kind).toBe("environment");
          expect((SETTINGS[key] as Setting<unknown>).schema.safeParse(valueAt(settings, key)).success).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ name: "Failure", code: "INVALID_SETTING" });
        }
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it("names an environment variable that sets nothing, and goes on", () => {
    const { refused } = loadSettings({ env: { CONTEXT_BROKER_TOPK: "3", PATH: "/bin" }, userFile: "/none" });
    expect(refused).toEqual([
      {
        key: "CONTEXT_BROKER_TOPK",
        origin: { kind: "environment", name: "CONTEXT_BROKER_TOPK" },
        reason: "there is no such setting; did you mean CONTEXT_BROKER_TOP_K?",
      },
    ]);
  });
});

describe("a project's file", () => {
  it.each([
    ["exclude", { user: ["a"], project: ["b", "a"] }, ["a", "b"], "project file", []],
    [
      "exclude",
      { project: ["b", "!.env", " !c"] },
      ["b"],
      "project file",
      ["a project cannot include again: !.env,  !c"],
    ],
    ["max_file_bytes", { user: 100, project: 50 }, 50, "project file", []],
    ["max_file_bytes", { user: 100, project: 500 }, 100, "user file", ["a project cannot raise 100 to 500"]],
    ["include_classes", { user: ["lock", "vendored"], project: ["lock"] }, ["lock"], "project file", []],
    ["include_classes", { project: ["ignored"] }, [], "default", ["a project cannot turn on ignored"]],
    ["include", { project: [".env"] }, [], "default", [ONLY_USER]],
    ["dockerignore", { user: false, project: true }, true, "project file", []],
    ["dockerignore", { project: false }, true, "default", ["a project cannot turn it off"]],
    ["review_block", { project: "high" }, "high", "project file", []],
    [
      "review_block",
      { user: "high", project: "never" },
      "high",
      "user file",
      ["a project cannot change high to never"],
    ],
    ["review_rules", { project: { "removed-export": "off" } }, {}, "default", [ONLY_USER]],
    ["review_suppressions", { project: ["removed-export ** -- mine"] }, [], "default", [ONLY_USER]],
    ["review_forbidden_imports", { user: ["a -> b"], project: ["c -> d"] }, ["a -> b", "c -> d"], "project file", []],
    ["vectors", { project: "off" }, "off", "project file", []],
    ["vectors", { user: "off", project: "auto" }, "off", "user file", ["a project can only set it to off"]],
    ["query_cache", { project: "memory" }, "disk", "default", ["a project can only set it to off"]],
    [
      "extensions",
      { user: { ".h": "cpp" }, project: { ".h": "c", ".inc": "php" } },
      { ".h": "cpp", ".inc": "php" },
      "project file",
      ["your own settings already define .h"],
    ],
    ["storage_mode", { project: "in-project" }, "global", "default", [ONLY_USER]],
    ["allow_model_download", { project: true }, false, "default", [ONLY_USER]],
    ["allowed_projects", { project: ["/"] }, [], "default", [ONLY_USER]],
    ["exclude", { flag: "a", project: ["b"] }, ["a"], "flag", ["--exclude overrides the project's file"]],
    [
      "exclude",
      { env: "a", project: ["b"] },
      ["a"],
      "environment",
      ["CONTEXT_BROKER_EXCLUDE overrides the project's file"],
    ],
  ] as const)("%s: %j", (key, given, value, from, refused) => {
    expect(check(key, given)).toEqual({ value, from, refused });
  });

  it("never loosens: whatever it holds, each value is the user's or stricter", () => {
    const strictest =
      (...order: readonly string[]) =>
      (user: unknown, now: unknown): boolean =>
        order.indexOf(now as string) <= order.indexOf(user as string);
    const bySeverity = strictest("info", "low", "medium", "high", "critical", "never");
    const stricter: Readonly<Record<string, (user: unknown, now: unknown) => boolean>> = {
      review_block: bySeverity,
      review_request_changes: bySeverity,
      review_incomplete: strictest("request-changes", "report"),
      review_own_suppressions: strictest("refuse", "below-block", "accept"),
      review_forbidden_imports: (user, now) => (user as string[]).every((entry) => (now as string[]).includes(entry)),
      exclude: (user, now) =>
        (user as string[]).every((entry) => (now as string[]).includes(entry)) &&
        (now as string[]).every((entry) => !entry.startsWith("!")),
      protected_paths: (user, now) =>
        (user as string[]).every((entry) => (now as string[]).includes(entry)) &&
        (now as string[]).every((entry) => !entry.startsWith("!")),
      max_file_bytes: (user, now) => (now as number) <= (user as number),
      dockerignore: (user, now) => now === true || now === user,
      include_classes: (user, now) => (now as string[]).every((entry) => (user as string[]).includes(entry)),
      vectors: (user, now) => now === user || now === "off",
      query_cache: (user, now) => now === user || now === "off",
      extensions: (user, now) => Object.entries(user as object).every(([name, to]) => (now as never)[name] === to),
    };
    const value = fc.oneof(
      fc.integer({ min: -5, max: 2_000_000_000 }),
      fc.boolean(),
      fc.constantFrom("auto", "off", "disk", "/", "both", "debug", "high", "never", "report", "accept", "refuse"),
      fc.array(fc.constantFrom("lock", "vendored", "a", "/", "!a"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(".h", ".x", "__proto__"), fc.constantFrom("c", "cpp")),
    );
    const user = loadSettings({
      env: {},
      userFile: userFileWith({ extensions: { ".h": "cpp" }, include_classes: ["lock"], include: ["dist/**"] }),
    });
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...SETTING_KEYS), value), (project) => {
        writeFileSync(join(root, ".context-broker.json"), JSON.stringify(project));
        let now: typeof user;
        try {
          now = applyProjectFile(user, root);
        } catch (error) {
          expect((error as Failure).code).toBe("INVALID_SETTING");
          return;
        }
        for (const key of SETTING_KEYS) {
          const before = valueAt(user.settings, key);
          const after = valueAt(now.settings, key);
          const holds = stricter[key]?.(before, after) ?? before === after;
          expect({ key, before, after, holds }).toMatchObject({ holds: true });
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it("has a rule in this test for each setting that a project may touch", () => {
    const touchable = SETTING_KEYS.filter((key) => SETTINGS[key].project !== null);
    expect(touchable.sort()).toEqual([
      "dockerignore",
      "exclude",
      "extensions",
      "include_classes",
      "max_file_bytes",
      "protected_paths",
      "query_cache",
      "review_block",
      "review_forbidden_imports",
      "review_incomplete",
      "review_own_suppressions",
      "review_request_changes",
      "vectors",
    ]);
  });

  function userFileWith(content: unknown): string {
    const path = join(home, "config.json");
    writeFileSync(path, JSON.stringify(content));
    return path;
  }
});
