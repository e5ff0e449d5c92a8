import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findEntries, renderEntry, withEntry, withoutEntry } from "../../src/clients/client-config.ts";
import { codex } from "../../src/clients/codex/index.ts";
import type { Client } from "../../src/clients/contract/client.ts";
import { cursor } from "../../src/clients/cursor/index.ts";
import { isTemporary, launchOf } from "../../src/clients/launch.ts";
import { CLIENT_NAMES, CLIENTS } from "../../src/clients/registry.ts";
import { withSlashes } from "../../src/system/platform/below.ts";
import { shellQuoted } from "../../src/system/platform/typed-words.ts";
import { expectGolden } from "../support/golden.ts";

const MAIN = "/opt/context broker/dist/main.js";
const LINUX = { platform: "linux", home: "/home/ada", env: {} } as const;
const named = (name: string): Client => CLIENTS.find((client) => client.name === name) ?? cursor;
const entry = launchOf("/usr/bin/node", MAIN, { CONTEXT_BROKER_PROJECT: "/home/ada/it's here" });

describe("the entry for a client", () => {
  it("is what each client's documentation asks for", () => {
    const pages = CLIENTS.map((client) =>
      [
        `# ${client.title}`,
        `files: ${withSlashes([...client.userFiles(LINUX), client.projectFile ?? ""].filter(Boolean).join(", "))}`,
        `command: ${client.addCommand("context-broker", entry) ?? "none"}`,
        "",
        renderEntry(client, entry),
      ].join("\n"),
    );
    expectGolden("cli/client-entries.txt", pages.join("\n"));
  });

  it.each([...CLIENT_NAMES])("is found again in what was printed: %s", (name) => {
    expect(findEntries(named(name), renderEntry(named(name), entry), MAIN)).toEqual([
      { name: "context-broker", words: ["/usr/bin/node", MAIN, "serve"] },
    ]);
  });

  describe("of a copy in npx's cache", () => {
    const folder = join(mkdtempSync(join(tmpdir(), "npx-")), "_npx/ab12");
    const main = join(folder, "node_modules/context-broker/dist/main.js");
    afterAll(() => rmSync(join(folder, "../.."), { recursive: true }));
    const launchFrom = (manifest: string, platform: NodeJS.Platform = "linux") => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "package.json"), manifest);
      return launchOf("/usr/bin/node", main, {}, platform);
    };

    it.each(["context-broker", "context-broker@0.1.0", "context-broker@next"])(
      "starts through npx what the registry has, without asking it each time: %s",
      (spec) => {
        const launch = launchFrom(JSON.stringify({ _npx: { packages: [spec] } }));
        expect(launch).toEqual({ command: "npx", args: ["--prefer-offline", "-y", spec, "serve"], env: {} });
        expect(isTemporary(main)).toBe(false);
      },
    );

    it("starts through cmd on Windows, where npx is a script and no program", () => {
      const launch = launchFrom(JSON.stringify({ _npx: { packages: ["context-broker"] } }), "win32");
      expect([launch.command, ...launch.args].join(" ")).toBe("cmd /c npx --prefer-offline -y context-broker serve");
    });

    it.each([
      "../context-broker-0.1.0.tgz",
      "/tmp/a b/context-broker-0.1.0.tgz",
      "https://example.org/context-broker.tgz",
    ])("is started itself if the registry does not have it: %s", (spec) => {
      const launch = launchFrom(JSON.stringify({ _npx: { packages: [spec] } }));
      expect(launch).toEqual({ command: "/usr/bin/node", args: [main, "serve"], env: {} });
      expect(isTemporary(main)).toBe(true);
    });

    it.each(["{}", "{", '{"_npx": {"packages": [1]}}'])("is the registry's if npx does not say: %s", (manifest) => {
      expect(launchFrom(manifest).args).toEqual(["--prefer-offline", "-y", "context-broker", "serve"]);
    });
  });

  it.each([
    ["darwin", "/Users/ada", {}, "/Users/ada/Library/Application Support/Claude/claude_desktop_config.json"],
    ["linux", "/home/ada", { XDG_CONFIG_HOME: "/cfg" }, "/cfg/Claude/claude_desktop_config.json"],
    ["win32", "C:\\Users\\ada", { APPDATA: "/appdata" }, "/appdata/Claude/claude_desktop_config.json"],
  ] as const)("lies where %s keeps it", (platform, home, env, file) => {
    expect(withSlashes(named("claude-desktop").userFiles({ platform, home, env })[0])).toBe(file);
  });
});

it("Claude Desktop has its file in its package on Windows, where it was installed as one, whatever lies at the usual place", () => {
  const home = mkdtempSync(join(tmpdir(), "packages-"));
  const machine = { platform: "win32", home, env: {} } as const;
  const files = (): readonly string[] =>
    named("claude-desktop")
      .userFiles(machine)
      .map((file) => withSlashes(file.slice(home.length + 1)));
  const usual = "AppData/Roaming/Claude/claude_desktop_config.json";
  mkdirSync(join(home, "AppData/Roaming/Claude"), { recursive: true });
  writeFileSync(join(home, usual), "{}");
  mkdirSync(join(home, "AppData/Local/Packages/ClaudeOther_1"), { recursive: true });
  expect(files()).toEqual([usual]);
  mkdirSync(join(home, "AppData/Local/Packages/Claude_pzs8sxrjxfjjc"), { recursive: true });
  expect(files()).toEqual([
    "AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json",
  ]);
  rmSync(home, { recursive: true });
});

describe("entries in foreign configurations", () => {
  it("are ours by name, command or script, and others are left alone", () => {
    const text = `// my servers
    { "mcpServers": {
        "other": { "command": "npx", "args": ["-y", "something"] }, /* not ours */
        "cb": { "command": "node", "args": ["${MAIN}", "serve"], },
        "search": { "command": "npx", "args": ["-y", "context-broker", "serve"] },
        "odd": "text",
      }, "note": "a // in a string, and a comma ,}" }`;
    expect(findEntries(cursor, text, MAIN)).toEqual([
      { name: "cb", words: ["node", MAIN, "serve"] },
      { name: "search", words: ["npx", "-y", "context-broker", "serve"] },
    ]);
  });

  it("are read from TOML as people write it", () => {
    const text = `model = "x"
[mcp_servers.other]
command = "context-broker-not"
# [mcp_servers.commented]
[ mcp_servers . "context-broker" ]
args = [
  'C:\\tools\\main.js', # the script
  "serve",
]
command = 'node'
[mcp_servers.context-broker.env]
command = "decoy"
`;
    expect(findEntries(codex, text, MAIN)).toEqual([
      { name: "other", words: ["context-broker-not"] },
      { name: "context-broker", words: ["node", "C:\\tools\\main.js", "serve"] },
    ]);
  });

  it.each(["[", '{"mcpServers": {', "null", "[]"])("that are no JSON throw a SyntaxError: %j", (text) => {
    expect(() => findEntries(cursor, text, MAIN)).toThrowError(SyntaxError);
  });

  it.each<[string, Client, string]>([
    ['{"mcpServers": []}', cursor, '"mcpServers" is not an object'],
    ['{"mcpServers": null}', cursor, '"mcpServers" is not an object'],
    ["mcp_servers = 5", codex, '"mcp_servers" is not an object'],
    ["[]", cursor, "it is not an object"],
  ])("where an entry has no place say why: %j", (text, client, why) => {
    expect(() => withEntry(client, text, entry)).toThrowError(new SyntaxError(why));
  });

  it("that are no TOML throw a SyntaxError", () => {
    expect(() => findEntries(codex, "[mcp_servers", MAIN)).toThrowError(SyntaxError);
  });

  it.each(["", " // empty\n", '{"mcpServers": null}', '{"mcpServers": {"context-broker": null}}'])(
    "survive %s",
    (text) => {
      expect(findEntries(cursor, text, MAIN).every(({ words }) => words.length === 0)).toBe(true);
    },
  );
});

describe("an entry that is there already", () => {
  const launch = launchOf("/usr/bin/node", MAIN, { CONTEXT_BROKER_TOP_K: "5" });

  it("keeps what else it has: other keys, variables, and arguments behind serve", () => {
    const text = `{"mcpServers": {"context-broker": {"command": "old", "args": ["/old.js", "serve", "--toolsets", "edit"], "env": {"A": "b"}, "disabled": true}}}`;
    expect(JSON.parse(withEntry(cursor, text, launch))).toEqual({
      mcpServers: {
        "context-broker": {
          command: "/usr/bin/node",
          args: [MAIN, "serve", "--toolsets", "edit"],
          env: { A: "b", CONTEXT_BROKER_TOP_K: "5" },
          disabled: true,
        },
      },
    });
  });

  it.each([
    [300, 300],
    [10, 30],
  ])("keeps a user's longer limit on time: %d s", (sent, kept) => {
    const text = `[mcp_servers.context-broker]\ncommand = "x"\nstartup_timeout_sec = ${sent}\n`;
    expect(withEntry(named("codex"), text, launch)).toContain(`startup_timeout_sec = ${kept}\n`);
  });

  it.each([...CLIENT_NAMES])("is left as it is where it is the same: %s", (name) => {
    const text = renderEntry(named(name), launch);
    expect(withEntry(named(name), text, launch)).toBe(text);
    expect(findEntries(named(name), withoutEntry(named(name), text), MAIN)).toEqual([]);
  });

  it("of opencode stands where version 2 has its servers, if the file has that table", () => {
    const text = `{"mcp": {"servers": {"a": {"type": "local", "command": ["x"]}}}}`;
    const after = withEntry(named("opencode"), text, launch);
    expect(JSON.parse(after)).toMatchObject({ mcp: { servers: { a: {}, "context-broker": { type: "local" } } } });
    expect(withoutEntry(named("opencode"), after)).toBe(text);
  });

  it.each([
    ["servers are written twice", cursor, `{"mcpServers": {"a": {}}, "mcpServers": {"b": {}}}`],
    ["servers are an inline table", codex, `mcp_servers = { a = { command = "x" } }\n`],
  ])("is refused, or the rest of the file stays, where the %s", (_, client, text) => {
    let after: string;
    try {
      after = withEntry(client, text, launch);
    } catch (error) {
      expect(error).toMatchObject({ code: "INVALID_INPUT", hint: expect.stringContaining("--print") });
      return;
    }
    expect(withoutEntry(client, after)).toBe(text);
  });
});

describe("shellQuoted", () => {
  it.each([
    ["plain/path-1.js", "plain/path-1.js"],
    ["two words", "'two words'"],
    ["it's", "'it'\\''s'"],
    ["$(rm -rf ~)", "'$(rm -rf ~)'"],
    ["", "''"],
  ])("%j", (text, quoted) => {
    expect(shellQuoted(text)).toBe(quoted);
  });
});
