import { describe, expect, it } from "vitest";
import { addCommand, findEntries, launchOf, renderEntry } from "../../src/cli/client-entry.ts";
import { CLIENT_NAMES, clientsOf } from "../../src/cli/clients.ts";
import { shellQuoted } from "../../src/system/shell.ts";
import { expectGolden } from "../support/golden.ts";

const MAIN = "/opt/context broker/dist/main.js";
const clients = clientsOf({ platform: "linux", home: "/home/ada", env: {} });
const entry = launchOf("/usr/bin/node", MAIN, { CONTEXT_BROKER_PROJECT: "/home/ada/it's here" });

describe("the entry for a client", () => {
  it("is what each client's documentation asks for", () => {
    const pages = CLIENT_NAMES.map((name) => {
      const client = clients[name];
      return [
        `# ${client.title}`,
        `files: ${[...client.userFiles, client.projectFile ?? ""].filter(Boolean).join(", ")}`,
        `command: ${addCommand(name, entry) ?? "none"}`,
        "",
        renderEntry(name, client, entry),
      ].join("\n");
    });
    expectGolden("cli/client-entries.txt", pages.join("\n"));
  });

  it.each([...CLIENT_NAMES])("is found again in what was printed: %s", (name) => {
    const text = renderEntry(name, clients[name], entry);
    expect(findEntries(clients[name], text, MAIN)).toEqual([
      { name: "context-broker", command: "/usr/bin/node", args: [MAIN, "serve"] },
    ]);
  });

  it("starts through npx where npx started it: its folder is not there to stay", () => {
    expect(launchOf("/usr/bin/node", "/home/ada/.npm/_npx/ab12/node_modules/context-broker/dist/main.js", {})).toEqual({
      command: "npx",
      args: ["-y", "context-broker", "serve"],
      env: {},
    });
  });

  it.each([
    ["darwin", "/Users/ada", {}, "/Users/ada/Library/Application Support/Claude/claude_desktop_config.json"],
    ["linux", "/home/ada", { XDG_CONFIG_HOME: "/cfg" }, "/cfg/Claude/claude_desktop_config.json"],
    ["win32", "C:\\Users\\ada", { APPDATA: "/appdata" }, "/appdata/Claude/claude_desktop_config.json"],
  ] as const)("lies where %s keeps it", (platform, home, env, file) => {
    expect(clientsOf({ platform, home, env })["claude-desktop"].userFiles[0]).toBe(file);
  });
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
    expect(findEntries(clients.cursor, text, MAIN)).toEqual([
      { name: "cb", command: "node", args: [MAIN, "serve"] },
      { name: "search", command: "npx", args: ["-y", "context-broker", "serve"] },
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
    expect(findEntries(clients.codex, text, MAIN)).toEqual([
      { name: "other", command: "context-broker-not", args: [] },
      { name: "context-broker", command: "node", args: ["C:\\tools\\main.js", "serve"] },
    ]);
  });

  it.each(["[", '{"mcpServers": {'])("that are no JSON throw a SyntaxError: %j", (text) => {
    expect(() => findEntries(clients.cursor, text, MAIN)).toThrowError(SyntaxError);
  });

  it("that are no TOML throw a SyntaxError", () => {
    expect(() => findEntries(clients.codex, "[mcp_servers", MAIN)).toThrowError(SyntaxError);
  });

  it.each(["", " // empty\n", "null", "[]", '{"mcpServers": null}', '{"mcpServers": {"context-broker": null}}'])(
    "survive %s",
    (text) => {
      expect(findEntries(clients.cursor, text, MAIN).every(({ command }) => command === "")).toBe(true);
    },
  );
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
