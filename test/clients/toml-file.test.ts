import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { removeFromToml, setInToml } from "../../src/clients/config-files/toml-file.ts";
import { parseToml } from "../../src/system/parse-config.ts";

const ENTRY = { command: "node", args: ["/a b/main.js", "serve"], startup_timeout_sec: 30, env: { A: "b" } };
const KEYS = ["mcp_servers", "context-broker"];

describe("a table set in TOML", () => {
  it.each([
    [
      "a file that is empty",
      "",
      `[mcp_servers.context-broker]\ncommand = "node"\nargs = [ "/a b/main.js", "serve" ]\nstartup_timeout_sec = 30\n\n[mcp_servers.context-broker.env]\nA = "b"\n`,
    ],
    [
      "behind what is there",
      `model = "x" # mine\r\n`,
      `model = "x" # mine\r\n\r\n[mcp_servers.context-broker]\r\ncommand = "node"\r\nargs = [ "/a b/main.js", "serve" ]\r\nstartup_timeout_sec = 30\r\n\r\n[mcp_servers.context-broker.env]\r\nA = "b"\r\n`,
    ],
    [
      "in the place of the one that is there",
      `[mcp_servers.context-broker]\n# why\ncommand = "old" # this\nargs = ["/a b/main.js", "serve"]\nstartup_timeout_sec = 30\n[mcp_servers.context-broker.env]\nA = "b"\n\n[profiles.x]\na = 1\n`,
      `[mcp_servers.context-broker]\n# why\ncommand = "node" # this\nargs = ["/a b/main.js", "serve"]\nstartup_timeout_sec = 30\n[mcp_servers.context-broker.env]\nA = "b"\n\n[profiles.x]\na = 1\n`,
    ],
  ])("%s", (_, before, after) => {
    expect(setInToml(before, KEYS, ENTRY)).toBe(after);
  });
});

const NAMES = ["other", "context-broker", "third"] as const;
const written = fc
  .record({
    servers: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 3 }),
    comment: fc.constantFrom("", " # one"),
    text: fc.constantFrom(`'a'`, `"""\n[mcp_servers.decoy]\n"""`, `["x", # first\n  "y",\n]`),
    eol: fc.constantFrom("\n", "\r\n"),
    blank: fc.constantFrom("", "\n"),
  })
  .map(({ servers, comment, text, eol, blank }) =>
    [
      `model = ${text}${comment}\n`,
      ...servers.map((name) => `${blank}[mcp_servers.${name}]${comment}\ncommand = "${name}"${comment}\nargs = []\n`),
      `${blank}[profiles.a]${comment}\nx = 1\n`,
    ]
      .join("")
      .replaceAll("\n", eol),
  );

describe("whatever the file", () => {
  it("only the table changes: its value, and no other value or comment", () => {
    fc.assert(
      fc.property(written, (text) => {
        const { mcp_servers: servers = {}, ...others } = parseToml(text) as { mcp_servers?: Record<string, unknown> };
        const after = setInToml(text, KEYS, ENTRY);
        expect(parseToml(after)).toEqual({ ...others, mcp_servers: { ...servers, "context-broker": ENTRY } });
        const isForeign = (line: string) => /decoy|other|third|model|first|profiles|x = 1/.test(line);
        const lines = (one: string) => one.split(/\r?\n/).filter(isForeign);
        expect(lines(after)).toEqual(lines(text));
      }),
    );
  });

  it("removing what was added gives the bytes back", () => {
    fc.assert(
      fc.property(written, (text) => {
        fc.pre(!text.includes("context-broker"));
        expect(removeFromToml(setInToml(text, KEYS, ENTRY), KEYS)).toBe(text);
      }),
    );
  });
});
