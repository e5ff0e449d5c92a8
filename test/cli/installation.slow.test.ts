// The commands about the installation: config show, doctor, setup, each as a process once.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { USER_FILE_AT_HOME } from "../support/own-home.ts";
import { type Home, makeHome, makeShop } from "./run-cli.ts";

let home: Home;
let shop: string;

beforeEach(() => {
  home = makeHome();
  shop = makeShop(home);
});

afterEach(() => home.remove());

describe("config show", () => {
  it("says of each value where it came from, and what was refused", async () => {
    const user = home.write(USER_FILE_AT_HOME, '{"top_k": 7, "max_file_bytes": 5000, "exclude": ["a/"]}');
    const project = home.write(
      "shop/.context-broker.json",
      '{"exclude": ["b/", "!c/"], "max_file_bytes": 9000, "storage_mode": "in-project"}',
    );
    const { code, stdout, stderr } = await home.run(["config", "show", "--detail", "files", "--json"], {
      cwd: join(shop, "src"),
      env: { CONTEXT_BROKER_MAX_TOKENS: "900", CONTEXT_BROKER_TOPK: "3" },
    });
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^\S+ WARN {2}a setting is ignored name=CONTEXT_BROKER_TOPK reason=".*CONTEXT_BROKER_TOP_K\?"\n$/,
    );
    const shown = JSON.parse(stdout);
    expect(shown.project_root).toBe(shop);
    expect(shown.files).toEqual([user, project]);
    expect(shown.settings).toMatchObject({
      detail: { value: "files", origin: "flag", from: "--detail" },
      max_tokens: { value: 900, origin: "environment", from: "CONTEXT_BROKER_MAX_TOKENS" },
      exclude: { value: ["a/", "b/"], origin: "project file", from: project },
      max_file_bytes: { value: 5000, origin: "user file", from: user },
      top_k: { value: 7, origin: "user file", from: user },
      vectors: { value: "auto", origin: "default", from: "" },
    });
    expect(shown.refused.map(({ key, origin }: Record<string, string>) => `${key}: ${origin}`)).toEqual([
      "CONTEXT_BROKER_TOPK: environment",
      "exclude: project file",
      "max_file_bytes: project file",
      "storage_mode: project file",
    ]);
  });

  it("shows a table, and warnings for what was refused", async () => {
    home.write("shop/.context-broker.json", '{"allow_model_download": true}');
    const { stdout } = await home.runHere(["config", "show", "--project", "shop"]);
    expect(stdout).toMatch(
      /^allow_model_download +false +default\n {2}Allow the download of a `model` given by Hugging Face id\.$/m,
    );
    expect(stdout).toMatch(/^project +\["\S+shop"\] +flag --project$/m);
    expect(stdout).toMatch(
      /^warning: allow_model_download in \S+ is ignored: only the user can set this, by `config set`, a flag or the environment$/m,
    );
  });

  it.each([
    ["a broken user file", USER_FILE_AT_HOME, "{", "config.json is not valid JSON"],
    ["a broken project file", "shop/.context-broker.json", '{"top_k": ', ".context-broker.json is not valid JSON"],
    ["an unknown key", USER_FILE_AT_HOME, '{"excluded": []}', 'has an unknown setting "excluded"'],
  ])("fails on %s", async (_, path, text, message) => {
    home.write(path, text);
    const { code, stderr } = await home.runHere(["config", "show"], { cwd: shop });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error\[INVALID_SETTING\]: /);
    expect(stderr).toContain(message);
  });

  it("warns of an unknown key in a project's file", async () => {
    home.write("shop/.context-broker.json", '{"excludes": ["src/**"], "zzz": 1}');
    const { code, stdout } = await home.runHere(["config", "show"], { cwd: shop });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^warning: excludes in \S+ is ignored: there is no such setting; did you mean exclude\?$/m);
    expect(stdout).toMatch(/^warning: zzz in \S+ is ignored: there is no such setting$/m);
  });

  it("works outside of any project", async () => {
    const { code, stdout } = await home.runHere(["config", "show", "--json"]);
    expect({ code, root: JSON.parse(stdout).project_root }).toEqual({ code: 0, root: null });
  });
});

interface Check {
  readonly check: string;
  readonly state: string;
  readonly detail: string;
}

describe("doctor", () => {
  it("finds a sound installation sound", async () => {
    const { code, stdout, stderr } = await home.run(["doctor", "--json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { outcome, checks } = JSON.parse(stdout) as { outcome: string; checks: readonly Check[] };
    expect(outcome).toBe("found");
    const state = Object.fromEntries(checks.map(({ check, state }) => [check, state]));
    expect(state).toMatchObject({
      Node: "ok",
      "better-sqlite3": "ok",
      "onnxruntime-node": "ok",
      model: "ok",
      "cache folder": "ok",
      "data folder": "ok",
      settings: "ok",
      "Claude Desktop": "note",
      Codex: "note",
    });
  });

  it("fails on a model that is not there, and says what to do", async () => {
    const { code, stdout } = await home.runHere(["doctor", "--model", join(home.folder, "none")]);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^✗ model +.*none does not exist\n +→ \S/m);
    expect(stdout).toContain("1 failed");
  });

  it("warns of a project's refused setting and of a client that would not start us", async () => {
    home.write("shop/.context-broker.json", '{"allowed_projects": ["/"]}');
    home.write(".cursor/mcp.json", '{"mcpServers": {"context-broker": {"command": "/gone", "args": ["serve"]}}}');
    const { code, stdout } = await home.runHere(["doctor"], { cwd: shop });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^! settings +allowed_projects in .* is ignored: only the user can set this, by `config set`, a flag or the environment$/m,
    );
    expect(stdout).toMatch(/^! Cursor +context-broker in .*: its command \/gone does not exist$/m);
  });
});

describe("config set and unset", () => {
  it("write one entry of the user's file, keep the others, and say what is in force", async () => {
    const file = home.write(USER_FILE_AT_HOME, '{"$schema": "x", "top_k": 7}');
    expect(await home.run(["config", "set", "exclude", "a/", "b/**"])).toEqual({
      code: 0,
      stdout: `set: exclude = ["a/","b/**"] in ${file}\n`,
      stderr: "",
    });
    const { stdout } = await home.runHere(["config", "set", "--", "top-k", "5"], {
      env: { CONTEXT_BROKER_TOP_K: "3" },
    });
    expect(stdout).toBe(`set: top_k = 5 in ${file}; overridden by 3 from CONTEXT_BROKER_TOP_K\n`);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ $schema: "x", top_k: 5, exclude: ["a/", "b/**"] });
    expect((await home.runHere(["config", "unset", "exclude"])).stdout).toBe(`removed: exclude from ${file}\n`);
    expect(await home.runHere(["config", "unset", "exclude"])).toMatchObject({
      code: 1,
      stdout: `not set: exclude in ${file}\n`,
    });
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ $schema: "x", top_k: 5 });
  });

  it("make the file where there is none, and refuse what is no setting or no value of it", async () => {
    expect((await home.runHere(["config", "set", "topk", "5"])).stderr).toMatch(
      /there is no setting "topk"\nhint: did you mean top_k\?/,
    );
    expect((await home.runHere(["config", "set", "top_k", "many"])).stderr).toMatch(
      /^error\[INVALID_SETTING\]: top_k: /,
    );
    const file = join(home.folder, USER_FILE_AT_HOME);
    expect(existsSync(file)).toBe(false);
    await home.runHere(["config", "set", "vectors", "off"]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ vectors: "off" });
  });

  it("print one JSON object with --json", async () => {
    const file = join(home.folder, USER_FILE_AT_HOME);
    const json = async (args: readonly string[], env = {}) =>
      JSON.parse((await home.runHere(["config", ...args, "--json"], { env })).stdout);
    expect(await json(["set", "exclude", "a/"])).toEqual({ key: "exclude", value: ["a/"], file });
    expect(await json(["unset", "exclude"], { CONTEXT_BROKER_EXCLUDE: "b/" })).toEqual({
      key: "exclude",
      was_set: true,
      file,
      overridden_by: "CONTEXT_BROKER_EXCLUDE",
      in_force: ["b/"],
    });
  });

  it("say in words why the file cannot be written", async () => {
    // Where a folder should be is a file.
    home.write(dirname(dirname(USER_FILE_AT_HOME)), "");
    const { code, stderr } = await home.runHere(["config", "set", "top_k", "5"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error\[STORAGE_UNAVAILABLE\]: \S+ cannot be written: (part of|something else)/);
  });
});

describe("config show", () => {
  it("shows where a project was set that cannot be used", async () => {
    const env = { CONTEXT_BROKER_PROJECT: join(home.folder, "gone") };
    const { code, stdout } = await home.runHere(["config", "show"], { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^project .*gone.* environment CONTEXT_BROKER_PROJECT$/m);
    expect(stdout).toMatch(
      /^warning: the folder does not exist .*gone, named by the setting project: correct it where/m,
    );
    const { stdout: json } = await home.runHere(["config", "show", "--json"], { env });
    expect(JSON.parse(json)).toMatchObject({ project_root: null, project_error: { code: "PROJECT_NOT_FOUND" } });
  });
});

describe("setup", () => {
  it("prints an entry that starts this very program, with the flags as its environment", async () => {
    const { code, stdout } = await home.run(["setup", "cursor", "--project", "shop", "--exclude", "a,b", "--print"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      mcpServers: {
        "context-broker": {
          command: realpathSync(process.execPath),
          args: [packagePath("dist", "main.js"), "serve"],
          env: { CONTEXT_BROKER_PROJECT: shop, CONTEXT_BROKER_EXCLUDE: '["a","b"]' },
        },
      },
    });
  });

  it("shows what it would write, and writes nothing that nobody confirmed", async () => {
    home.write(".codex/config.toml", 'model = "x" # mine\n');
    const { code, stdout, stderr } = await home.runHere(["setup", "codex"]);
    expect(code).toBe(1);
    expect(stderr).toContain("+[mcp_servers.context-broker]");
    expect(stdout).toContain("--yes writes it without asking");
    expect(readFileSync(join(home.folder, ".codex/config.toml"), "utf8")).toBe('model = "x" # mine\n');
  });

  it("writes the entry, which doctor accepts, and takes it out again to the byte", async () => {
    const before = `{\n  // mine\n  "mcpServers": {\n    "other": { "command": "x" } // keep\n  }\n}\n`;
    home.write(".cursor/mcp.json", before);
    home.write(".codex/config.toml", 'model = "x" # mine\n');
    const { code, stdout } = await home.runHere(["setup", "--yes"]);
    expect(code).toBe(0);
    expect(stdout.split("\n").filter((line) => line.includes(": wrote the entry"))).toHaveLength(2);
    const { checks } = JSON.parse((await home.runHere(["doctor", "--json"])).stdout) as { checks: readonly Check[] };
    for (const client of ["Codex", "Cursor"]) {
      expect(checks.find(({ check }) => check === client)).toMatchObject({ state: "ok" });
    }
    expect((await home.runHere(["setup", "codex", "cursor", "--yes"])).stdout).toContain("is as it should be");
    expect((await home.runHere(["setup", "codex", "cursor", "--undo", "--yes"])).code).toBe(0);
    expect(readFileSync(join(home.folder, ".cursor/mcp.json"), "utf8")).toBe(before);
    expect(readFileSync(join(home.folder, ".codex/config.toml"), "utf8")).toBe('model = "x" # mine\n');
  });

  it("leaves a file that is not valid as it is, and says so", async () => {
    home.write(".cursor/mcp.json", '{"mcpServers": {');
    const { code, stderr } = await home.runHere(["setup", "cursor", "--yes"]);
    expect(code).toBe(2);
    expect(stderr).toContain("is not valid");
    expect(readFileSync(join(home.folder, ".cursor/mcp.json"), "utf8")).toBe('{"mcpServers": {');
  });

  it("asks for a project where the client has no folder of its own, and names the one stood in", async () => {
    const refused = await home.runHere(["setup", "claude-desktop", "--print"]);
    expect(refused.stderr).toContain("no project is named");
    const { stdout } = await home.runHere(["setup", "claude-desktop", "--print"], { cwd: join(shop, "src") });
    expect(stdout).toContain(`"CONTEXT_BROKER_PROJECT": ${JSON.stringify(shop)}`);
    const workspace = await home.runHere(["setup", "cursor", "--print"], { cwd: shop });
    expect(workspace.stdout).not.toContain("CONTEXT_BROKER_PROJECT");
  });

  it("prints the client's own command with --json", async () => {
    const { stdout } = await home.runHere(["setup", "claude-code", "--print", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      command: expect.stringMatching(/^claude mcp add --scope user context-broker -- /),
    });
  });
});
